// Places that a motion measures are seen from its root at the start: x to the left, y up, z forward. Where that is in the
// world follows from one measured place and where the joint really is.
import { Vector3 } from "three";
import type { Motion } from "../motion/clip";
import { newPose, poseAt } from "../motion/pose";

/** Where measured places are in the world. */
export interface BodyFrame {
  x: number;
  z: number;
  /** The turn from measured to world. */
  turn: number;
  /** The moment at which the place is measured. */
  secs: number;
}

/** The world's place of a measured one. */
export function toWorld({ x, z, turn }: BodyFrame, [px, py, pz]: number[]): Vector3 {
  return new Vector3(x + px * Math.cos(turn) + pz * Math.sin(turn), py, z - px * Math.sin(turn) + pz * Math.cos(turn));
}

/** The directions in the world of the three measured numbers. */
export function waysOf(frame: BodyFrame): Vector3[] {
  const origin = toWorld(frame, [0, 0, 0]);
  return [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((way) => toWorld(frame, way).sub(origin));
}

/** The measured place of one in the world. */
export function fromWorld({ x, z, turn }: BodyFrame, at: Vector3): [number, number, number] {
  const [dx, dz] = [at.x - x, at.z - z];
  return [dx * Math.cos(turn) - dz * Math.sin(turn), at.y, dx * Math.sin(turn) + dz * Math.cos(turn)];
}

/** The joint that a measure is about, by the part's name: `ankle.r`. */
export function jointOf(motion: Motion, point: string): number {
  const [part, letter] = point.split(".");
  const side = letter === "l" ? "left" : letter === "r" ? "right" : "middle";
  const quoted = /^'(.*)'$/.exec(point);
  if (quoted) return motion.skeleton.joints.findIndex((joint) => joint.name === quoted[1]);
  if (part === "root") return 0;
  return motion.skeleton.joints.findIndex((joint) => (joint.part ?? "").includes(part) && (side === "middle" || joint.side === side));
}

/** Finds the frame in which a joint is at the measured height and distance, and the turn that brings it there. */
export function frameOf(motion: Motion, joint: number, [px, py, pz]: number[]): BodyFrame {
  const [x, z] = [motion.rows[0], motion.rows[2]];
  const pose = newPose(motion.skeleton);
  const row = new Float32Array(motion.stride);
  const wanted = Math.hypot(px, pz);
  let best = { off: Infinity, turn: 0, secs: 0 };
  for (let frame = 0; frame < motion.frames; frame += 1) {
    poseAt(motion, frame / motion.rate, row, pose);
    const [jx, jy, jz] = [pose.places[3 * joint] - x, pose.places[3 * joint + 1], pose.places[3 * joint + 2] - z];
    const off = Math.hypot(Math.hypot(jx, jz) - wanted, jy - py);
    if (off < best.off) best = { off, turn: Math.atan2(jx, jz) - Math.atan2(px, pz), secs: frame / motion.rate };
  }
  return { x, z, turn: best.turn, secs: best.secs };
}
