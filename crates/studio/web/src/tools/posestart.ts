// Where a limb's end is in a captured pose, seen by the figure: the target begins where a body has been.
import type { Motion, Side } from "../motion/clip";
import { newPose, poseAt } from "../motion/pose";

/** A place that a figure at the origin sees: metres to its left, up, and ahead. */
export type Place = [number, number, number];

/** The place of a part of the body halfway through a motion; null where the figure has no such part, or no hips to tell where it looks. */
export function startOf(motion: Motion, part: string, side: Side): Place | null {
  const { joints } = motion.skeleton;
  const find = (wanted: string, of: Side) => joints.findIndex((joint) => joint.side === of && (joint.part ?? "").endsWith(wanted));
  const [end, left, right] = [find(part, side), find("hip", "left"), find("hip", "right")];
  if (end < 0 || left < 0 || right < 0) return null;
  const pose = newPose(motion.skeleton);
  poseAt(motion, (motion.frames - 1) / motion.rate / 2, new Float32Array(motion.stride), pose);
  const place = (joint: number) => pose.places.subarray(3 * joint, 3 * joint + 3);
  const [l, r, e] = [place(left), place(right), place(end)];
  const [x, z] = [l[0] - r[0], l[2] - r[2]];
  const width = Math.hypot(x, z);
  if (width < 1e-6) return null;
  const [dx, dz] = [e[0] - (l[0] + r[0]) / 2, e[2] - (l[2] + r[2]) / 2];
  return [(dx * x + dz * z) / width, e[1], (dz * x - dx * z) / width];
}
