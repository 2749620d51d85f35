// Foot plants on the floor: outlined soles, filled while the foot is planted.
import { Color, Group, MeshBasicMaterial, Path, Shape, ShapeGeometry, Vector3 } from "three";
import { type Motion, PLANT_KINDS, type PlantKind } from "../motion/clip";
import { newPose, poseAt } from "../motion/pose";
import type { Palette } from "./colors";
import { Parts, shapeOf } from "./parts";

/** A foot that stands for a while. */
export interface Sole {
  side: "left" | "right";
  /** First and last frame. */
  range: [number, number];
  heel: [number, number];
  toe: [number, number];
}

/** Frames between a heel's and a toe's plant that still are one step. */
const SAME_STEP = 3;

/** The joints of a foot, from its ankle to the point of its toes; null when the foot was not recognised. */
function footOf(motion: Motion, side: "left" | "right"): { ankle: number; tip: number } | null {
  const { joints, ends } = motion.skeleton;
  const is = (part: string) => joints.findIndex((joint) => joint.side === side && (joint.part ?? "").includes(part));
  const ankle = is("ankle");
  if (ankle < 0) return null;
  const toe = is("toe");
  const last = toe < 0 ? ankle : toe;
  const end = ends.findIndex((one) => one.joint === last);
  if (end >= 0) return { ankle, tip: joints.length + end };
  return { ankle, tip: last };
}

/** Joins ranges of frames that overlap or nearly touch. */
export function joined(ranges: [number, number][]): [number, number][] {
  const found: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = found.at(-1);
    if (before && first <= before[1] + SAME_STEP) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

/** Where the feet of a motion stand. */
export function solesOf(motion: Motion): Sole[] {
  const pose = newPose(motion.skeleton);
  const row = new Float32Array(motion.stride);
  const soles: Sole[] = [];
  for (const side of ["left", "right"] as const) {
    const foot = footOf(motion, side);
    if (!foot) continue;
    const kinds = PLANT_KINDS.filter((kind: PlantKind) => kind.startsWith(side) && !kind.endsWith("wrist"));
    for (const range of joined(kinds.flatMap((kind) => motion.plants[kind] ?? []))) {
      poseAt(motion, (range[0] + range[1]) / 2 / motion.rate, row, pose);
      const at = (point: number): [number, number] => [pose.places[3 * point], pose.places[3 * point + 2]];
      soles.push({ side, range, heel: at(foot.ankle), toe: at(foot.tip) });
    }
  }
  return soles;
}

/** Half the width of a sole that a hand can hit, in metres. */
const HALF_WIDTH = 0.08;

/** Whether a place of the floor is on a sole. */
export function isOn({ heel, toe }: Sole, x: number, z: number): boolean {
  const [dx, dz] = [toe[0] - heel[0], toe[1] - heel[1]];
  const along = ((x - heel[0]) * dx + (z - heel[1]) * dz) / Math.max(dx * dx + dz * dz, 1e-6);
  const share = Math.min(Math.max(along, -BEHIND), 1 + BEYOND);
  return Math.hypot(x - heel[0] - share * dx, z - heel[1] - share * dz) < HALF_WIDTH;
}

/** The shape of a sole, 1 long and 1 wide, its heel at the origin and its toes along +Z. */
function soleShape(inset: number): [number, number][] {
  const outline: [number, number][] = [[-0.3, 0], [0.3, 0], [0.42, 0.25], [0.38, 0.5], [0.5, 0.72], [0.36, 0.94], [0.08, 1], [-0.28, 0.93], [-0.44, 0.74], [-0.36, 0.5], [-0.4, 0.22]];
  return outline.map(([x, z]) => [x * (1 - 2.4 * inset), 0.5 + (z - 0.5) * (1 - inset)]);
}

const outlineOf = (points: [number, number][]) => points.map(([x, z]) => new Vector3(x, z, 0));

function soleGeometry(kind: "outline" | "fill"): ShapeGeometry {
  const shape = new Shape(outlineOf(soleShape(0)) as never);
  if (kind === "outline") shape.holes.push(new Path(outlineOf(soleShape(0.09)).reverse() as never));
  return new ShapeGeometry(shape).rotateX(Math.PI / 2) as ShapeGeometry;
}

const [OUTLINE, FILL] = [shapeOf(soleGeometry("outline")), shapeOf(soleGeometry("fill"))];

/** Behind the ankle and beyond the toe joint, as shares of the distance between them. */
const BEHIND = 0.35;
const BEYOND = 0.15;
const HEIGHT = 0.006;

/** The axes of a sole's shape, and where it lies. */
function placeOf({ heel, toe, side }: Sole, shift: [number, number]) {
  const way = [toe[0] - heel[0], toe[1] - heel[1]];
  const length = Math.max(Math.hypot(way[0], way[1]), 0.12);
  const turn = Math.atan2(way[0], way[1]);
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const whole = length * (1 + BEHIND + BEYOND);
  const wide = 0.42 * whole * (side === "left" ? 1 : -1);
  const at = [heel[0] - sine * length * BEHIND + shift[0], HEIGHT, heel[1] - cosine * length * BEHIND + shift[1]];
  return { x: [wide * cosine, 0, -wide * sine], y: [0, 1, 0], z: [whole * sine, 0, whole * cosine], at };
}

/** All soles of the stage. */
export class Soles {
  readonly group = new Group();
  private readonly outlines = this.layer(0.85);
  private readonly fills = this.layer(0.5);

  private layer(opacity: number): Parts {
    const parts = new Parts();
    this.group.add(parts.mesh(new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity, side: 2, depthWrite: false })));
    return parts;
  }

  /** Draws outlines of all soles and fills those that stand; `frame` is the frame of each sole's motion. */
  draw(soles: { sole: Sole; frame: number; shift: [number, number] }[], colors: Palette): void {
    const layers = [this.outlines, this.fills];
    for (const parts of layers) parts.begin();
    for (const { sole, frame, shift } of soles) {
      const { x, y, z, at } = placeOf(sole, shift);
      const color = new Color(colors[sole.side]);
      this.outlines.add(OUTLINE, x, y, z, at, color);
      if (frame >= sole.range[0] - 0.5 && frame <= sole.range[1] + 0.5) this.fills.add(FILL, x, y, z, at, color);
    }
    for (const parts of layers) parts.end();
  }
}
