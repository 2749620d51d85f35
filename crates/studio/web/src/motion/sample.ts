// Between frames: positions on a line, rotations by slerp along the shorter arc.
import type { Motion } from "./clip";

/** A moment of a motion: the row between two rows. */
export function sample(motion: Motion, secs: number, row: Float32Array): void {
  const frame = Math.min(Math.max(secs * motion.rate, 0), motion.frames - 1);
  const first = Math.floor(frame);
  const share = frame - first;
  const a = first * motion.stride;
  if (share < 1e-6 || first + 1 >= motion.frames) {
    row.set(motion.rows.subarray(a, a + motion.stride));
    return;
  }
  const b = a + motion.stride;
  const rotations = 3 + 4 * motion.skeleton.joints.length;
  mix(motion.rows, a, b, 0, 3, share, row);
  for (let at = 3; at < rotations; at += 4) slerp(motion.rows, a + at, b + at, share, row, at);
  mix(motion.rows, a, b, rotations, motion.stride, share, row);
}

function mix(rows: Float32Array, a: number, b: number, from: number, to: number, share: number, out: Float32Array): void {
  for (let at = from; at < to; at += 1) out[at] = rows[a + at] + (rows[b + at] - rows[a + at]) * share;
}

/** Below this angle's cosine the arc is curved enough that its chord would be seen. */
const NEARLY_PARALLEL = 0.9995;

/** One rotation between two, along the shorter arc: q and −q are the same turn. */
export function slerp(from: Float32Array, a: number, b: number, share: number, out: Float32Array, at: number): void {
  let cosine = 0;
  for (let i = 0; i < 4; i += 1) cosine += from[a + i] * from[b + i];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.abs(cosine);
  let near = 1 - share;
  let far = share;
  if (cosine < NEARLY_PARALLEL) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    near = Math.sin((1 - share) * angle) / sine;
    far = Math.sin(share * angle) / sine;
  }
  let norm = 0;
  for (let i = 0; i < 4; i += 1) {
    out[at + i] = near * from[a + i] + sign * far * from[b + i];
    norm += out[at + i] * out[at + i];
  }
  norm = Math.sqrt(norm);
  for (let i = 0; i < 4; i += 1) out[at + i] /= norm;
}
