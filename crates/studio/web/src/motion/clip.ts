// A clip as the server sends it: one row of numbers for each frame.

/** Which part of a body a joint belongs to. */
export type Side = "left" | "right" | "middle";

/** A joint of a skeleton. */
export interface Joint {
  name: string;
  /** The number of its parent; −1 for the root. */
  parent: number;
  /** Relative to its parent, in metres. */
  offset: [number, number, number];
  side: Side;
  /** What it is on a body: `hips`, `left_foot`, …; null when it was not recognised. */
  part: string | null;
}

/** A skeleton, with the ends of its last bones. */
export interface Skeleton {
  hash: string;
  joints: Joint[];
  ends: { joint: number; offset: [number, number, number] }[];
}

/** Bits of a frame's plants. */
export const PLANT_KINDS = ["left_heel", "left_toe", "right_heel", "right_toe", "left_wrist", "right_wrist"] as const;
export type PlantKind = (typeof PLANT_KINDS)[number];

/** Ranges of frames, both ends included, by what is planted. */
export type Plants = Partial<Record<PlantKind, [number, number][]>>;

/** A motion that can be drawn. */
export interface Motion {
  name: string;
  skeleton: Skeleton;
  rate: number;
  frames: number;
  /** `frames` rows: root x y z, a quaternion x y z w for each joint, x y z for each joint that moves. */
  rows: Float32Array;
  stride: number;
  /** Joints whose distance from their parent changes. */
  translated: number[];
  /** Common time of each frame, where the motion was made of registered clips. */
  u: Float32Array | null;
  plants: Plants;
}

/** Seconds from the first frame to the last. */
export function duration(motion: Motion): number {
  return Math.max(0, motion.frames - 1) / motion.rate;
}

/** Ranges of frames of the bits of each frame. */
export function plantsOfBits(bits: ArrayLike<number>): Plants {
  const plants: Plants = {};
  PLANT_KINDS.forEach((kind, bit) => {
    const ranges = rangesOf(bits.length, (frame) => ((bits[frame] >> bit) & 1) === 1);
    if (ranges.length > 0) plants[kind] = ranges;
  });
  return plants;
}

/** The ranges of frames in which a condition holds. */
export function rangesOf(frames: number, holds: (frame: number) => boolean): [number, number][] {
  const ranges: [number, number][] = [];
  let first = -1;
  for (let frame = 0; frame <= frames; frame += 1) {
    const on = frame < frames && holds(frame);
    if (on && first < 0) first = frame;
    if (!on && first >= 0) {
      ranges.push([first, frame - 1]);
      first = -1;
    }
  }
  return ranges;
}

/** A draft with the plants of the motion that was whole before it, laid on its own frames: its own are not held yet. */
export function plantedAs(draft: Motion, whole: Motion | null): Motion {
  if (!whole) return draft;
  const share = (draft.frames - 1) / Math.max(1, whole.frames - 1);
  const moved = (ranges: [number, number][]) => ranges.map(([first, last]): [number, number] => [Math.round(first * share), Math.round(last * share)]);
  return { ...draft, plants: Object.fromEntries(Object.entries(whole.plants).map(([kind, ranges]) => [kind, moved(ranges)])) };
}

/** Some frames of a motion, both ends included, with the plants in them. */
export function stretchOf(motion: Motion, name: string, [first, last]: [number, number]): Motion {
  const within = (ranges: [number, number][]) => ranges.filter(([from, to]) => to >= first && from <= last).map(([from, to]): [number, number] => [Math.max(from, first) - first, Math.min(to, last) - first]);
  const plants = Object.fromEntries(Object.entries(motion.plants).map(([kind, ranges]) => [kind, within(ranges)]));
  return { ...motion, name, frames: last - first + 1, rows: motion.rows.subarray(first * motion.stride, (last + 1) * motion.stride), plants };
}

/** Where a value lies in a rising list: the place of the last one that is not above it, and the share of the way on. */
export function placeIn(rising: ArrayLike<number>, value: number): { at: number; share: number } {
  let low = 0;
  let high = rising.length - 1;
  if (high <= 0 || value <= rising[0]) return { at: 0, share: 0 };
  if (value >= rising[high]) return { at: high, share: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rising[middle] <= value) low = middle;
    else high = middle;
  }
  const step = rising[high] - rising[low];
  return { at: low, share: step > 0 ? (value - rising[low]) / step : 0 };
}

/** The common time at a moment of a motion. */
export function commonAt(motion: Motion, time: number): number | null {
  if (!motion.u || motion.u.length === 0) return null;
  const frame = Math.min(Math.max(time * motion.rate, 0), motion.frames - 1);
  const at = Math.floor(frame);
  const next = Math.min(at + 1, motion.frames - 1);
  return motion.u[at] + (motion.u[next] - motion.u[at]) * (frame - at);
}

/** The moment of a motion at a common time. */
export function timeAt(motion: Motion, u: number): number {
  if (!motion.u || motion.u.length === 0) return 0;
  const { at, share } = placeIn(motion.u, u);
  return (at + share) / motion.rate;
}
