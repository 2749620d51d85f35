// What a skeleton looks like: how thick each bone is, and on which side.
import type { Motion, Side, Skeleton } from "./clip";
import { newPose, poseAt } from "./pose";

/** A bone from one point of a pose to another. */
export interface Bone {
  from: number;
  to: number;
  side: Side;
  /** Metres, for a figure of ordinary height. */
  radius: number;
  /** A round head in place of a bone. */
  isHead: boolean;
}

/** Radii by the part of the body that a bone begins at, in metres for a figure of 1.75 m. */
const RADII: Record<string, number> = {
  hips: 0.09, torso: 0.088, clavicle: 0.05, shoulder: 0.045, elbow: 0.037, wrist: 0.028,
  hip: 0.072, knee: 0.05, ankle: 0.04, toe: 0.032, head: 0.055,
};
const FINGER = 0.012;
const USUAL_HEIGHT = 1.75;

/** The part without its side: `knee.l` is a knee. */
const bare = (part: string | null): string | null => (part === null ? null : part.replace(/[._ ](l|r|left|right)$/, "").replace(/^(left|right)[._ ]/, ""));

/** The recognised part at or above each joint, and how far above it is. */
function regions(skeleton: Skeleton): { part: string; side: Side; depth: number }[] {
  const found: { part: string; side: Side; depth: number }[] = [];
  for (const { parent, part, side } of skeleton.joints) {
    const own = bare(part);
    const above = parent < 0 ? null : found[parent];
    if (own) found.push({ part: own, side, depth: 0 });
    else if (above) found.push({ part: above.part === "hips" ? "torso" : above.part, side: above.side, depth: above.depth + 1 });
    else found.push({ part: "hips", side: "middle", depth: 0 });
  }
  return found;
}

/** Joints that carry the hips, such as a root on the floor: no part of the body. */
function carriers(skeleton: Skeleton): Set<number> {
  const found = new Set<number>();
  const hips = skeleton.joints.findIndex((joint) => bare(joint.part) === "hips");
  for (let at = skeleton.joints[hips]?.parent ?? -1; at >= 0; at = skeleton.joints[at].parent) found.add(at);
  return found;
}

/** All bones of a skeleton, those to the ends of the last bones included. */
export function bonesOf(skeleton: Skeleton): Bone[] {
  const region = regions(skeleton);
  const outside = carriers(skeleton);
  const bones: Bone[] = [];
  const add = (from: number, to: number) => {
    if (outside.has(from)) return;
    const { part, side, depth } = region[from];
    const limb = part === "hips" || part === "torso" ? "middle" : side;
    const radius = part === "wrist" && depth > 0 ? FINGER : (RADII[part] ?? RADII["torso"]);
    bones.push({ from, to, side: limb, radius, isHead: false });
  };
  skeleton.joints.forEach(({ parent }, joint) => {
    if (parent >= 0) add(parent, joint);
  });
  skeleton.ends.forEach(({ joint }, n) => add(joint, skeleton.joints.length + n));
  const head = skeleton.joints.findIndex((joint) => bare(joint.part) === "head");
  const top = bones.filter((bone) => bone.from === head);
  if (top.length > 0) top[0].isHead = true;
  return bones;
}

/** A bone's far end as a share of its near end. */
export const TAPER = 0.82;

/** A round joint. */
export interface Ball {
  point: number;
  side: Side;
  /** Metres, for a figure of ordinary height. */
  radius: number;
}

/** One ball for each point at which bones end, as thick as the thickest of them. */
export function ballsOf(bones: Bone[]): Ball[] {
  const found = new Map<number, Ball>();
  const widen = (point: number, side: Side, radius: number) => {
    if (radius > (found.get(point)?.radius ?? 0)) found.set(point, { point, side, radius });
  };
  for (const { from, to, side, radius, isHead } of bones) {
    widen(from, side, radius);
    if (!isHead) widen(to, side, TAPER * radius);
  }
  return [...found.values()];
}

/** The largest share of frames' heights that a figure stands at: jumps and rolls must not make it taller or shorter. */
const STANDING = 0.6;

/** How tall a figure is, from how it stands in a motion. */
export function heightOf(motion: Motion): number {
  const pose = newPose(motion.skeleton);
  const row = new Float32Array(motion.stride);
  const heights: number[] = [];
  for (let n = 0; n < 16; n += 1) {
    poseAt(motion, (n / 15) * ((motion.frames - 1) / motion.rate), row, pose);
    let low = Infinity;
    let high = -Infinity;
    for (let at = 1; at < pose.places.length; at += 3) {
      low = Math.min(low, pose.places[at]);
      high = Math.max(high, pose.places[at]);
    }
    heights.push(high - low);
  }
  heights.sort((a, b) => a - b);
  return Math.max(0.05, heights[Math.floor(STANDING * heights.length)]);
}

/** How much thicker or thinner a figure is than one of usual height. */
export function girth(height: number): number {
  return height / USUAL_HEIGHT;
}
