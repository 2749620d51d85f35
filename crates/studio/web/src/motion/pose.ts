// Forward kinematics: where the joints of a sampled row are, and how they are turned.
import type { Motion, Skeleton } from "./clip";
import { sample } from "./sample";

/** A pose in the world. */
export interface Pose {
  /** x y z of each joint, then of the end of each last bone. */
  places: Float32Array;
  /** x y z w of each joint. */
  turns: Float32Array;
}

/** Room for a pose of a skeleton. */
export function newPose(skeleton: Skeleton): Pose {
  const joints = skeleton.joints.length;
  return { places: new Float32Array(3 * (joints + skeleton.ends.length)), turns: new Float32Array(4 * joints) };
}

/** Multiplies quaternions: `out[o..] = a[i..] * b[j..]`. */
function multiply(a: Float32Array, i: number, b: Float32Array, j: number, out: Float32Array, o: number): void {
  const ax = a[i], ay = a[i + 1], az = a[i + 2], aw = a[i + 3];
  const bx = b[j], by = b[j + 1], bz = b[j + 2], bw = b[j + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Adds a turned vector: `places[o..] = places[p..] + turn * (x, y, z)`. */
function attach(turns: Float32Array, t: number, x: number, y: number, z: number, places: Float32Array, p: number, o: number): void {
  const qx = turns[t], qy = turns[t + 1], qz = turns[t + 2], qw = turns[t + 3];
  const cx = 2 * (qy * z - qz * y), cy = 2 * (qz * x - qx * z), cz = 2 * (qx * y - qy * x);
  places[o] = places[p] + x + qw * cx + qy * cz - qz * cy;
  places[o + 1] = places[p + 1] + y + qw * cy + qz * cx - qx * cz;
  places[o + 2] = places[p + 2] + z + qw * cz + qx * cy - qy * cx;
}

/** The pose of a row. */
export function poseOfRow(skeleton: Skeleton, translated: number[], row: Float32Array, pose: Pose): void {
  const { joints, ends } = skeleton;
  const { places, turns } = pose;
  const tracks = 3 + 4 * joints.length;
  for (let j = 0; j < joints.length; j += 1) {
    const { parent, offset } = joints[j];
    if (parent < 0) {
      places.set(row.subarray(0, 3), 0);
      turns.set(row.subarray(3, 7), 0);
      continue;
    }
    const track = translated.indexOf(j);
    const own = track < 0 ? offset : row.subarray(tracks + 3 * track, tracks + 3 * track + 3);
    attach(turns, 4 * parent, own[0], own[1], own[2], places, 3 * parent, 3 * j);
    multiply(turns, 4 * parent, row, 3 + 4 * j, turns, 4 * j);
  }
  ends.forEach(({ joint, offset }, n) => {
    attach(turns, 4 * joint, offset[0], offset[1], offset[2], places, 3 * joint, 3 * (joints.length + n));
  });
}

/** The pose of a motion at a moment; `row` is scratch of the motion's stride. */
export function poseAt(motion: Motion, secs: number, row: Float32Array, pose: Pose): void {
  sample(motion, secs, row);
  poseOfRow(motion.skeleton, motion.translated, row, pose);
}

/** A placement on the floor: a turn about the vertical axis, then a shift. */
export interface Ground {
  turn: number;
  x: number;
  z: number;
}

/** Lays a pose elsewhere on the floor: `x' = x cos θ + z sin θ + x0`, `z' = −x sin θ + z cos θ + z0`. */
export function lay(pose: Pose, ground: Ground): void {
  const cosine = Math.cos(ground.turn), sine = Math.sin(ground.turn);
  const { places, turns } = pose;
  for (let at = 0; at < places.length; at += 3) {
    const x = places[at], z = places[at + 2];
    places[at] = x * cosine + z * sine + ground.x;
    places[at + 2] = -x * sine + z * cosine + ground.z;
  }
  const half = new Float32Array([0, Math.sin(ground.turn / 2), 0, Math.cos(ground.turn / 2)]);
  for (let at = 0; at < turns.length; at += 4) multiply(half, 0, turns.slice(at, at + 4), 0, turns, at);
}
