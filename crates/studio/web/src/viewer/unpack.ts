// The clip of a page of its own: numbers as base64, turns in 16 bits.
import type { Joint, Motion, Plants, Skeleton } from "../motion/clip";

/** A clip as the Python package writes it. */
export interface Packed {
  name: string;
  rate: number;
  frames: number;
  joints: Joint[];
  ends: Skeleton["ends"];
  translated: number[];
  plants: Plants;
  /** x y z of the root in each frame, 32-bit floats. */
  root: string;
  /** x y z w of each joint in each frame, as shares of 32767. */
  turns: string;
  /** x y z of each joint that moves against its parent, in each frame, 32-bit floats. */
  moves: string;
}

function bytes(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

/** The clip as the viewport takes it. */
export function unpacked(packed: Packed): Motion {
  const { name, rate, frames, joints, ends, translated, plants } = packed;
  const [root, turns, moves] = [new Float32Array(bytes(packed.root)), new Int16Array(bytes(packed.turns)), new Float32Array(bytes(packed.moves))];
  const [turned, moved] = [4 * joints.length, 3 * translated.length];
  const stride = 3 + turned + moved;
  const rows = new Float32Array(frames * stride);
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame * stride;
    rows.set(root.subarray(3 * frame, 3 * frame + 3), at);
    for (let n = 0; n < turned; n += 1) rows[at + 3 + n] = turns[frame * turned + n] / 32767;
    rows.set(moves.subarray(moved * frame, moved * (frame + 1)), at + 3 + turned);
  }
  return { name, skeleton: { hash: name, joints, ends }, rate, frames, rows, stride, translated, u: null, plants };
}
