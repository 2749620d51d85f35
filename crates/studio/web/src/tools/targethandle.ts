// A target as a handle for keys: arrows shift it on its level as it is seen, Page Up and Page Down raise and lower it.
import { Vector3 } from "three";
import { TIP } from "../view3d/axes";
import { camera } from "../view3d/camera";
import type { Handle } from "../view3d/handles";

/** Metres of a key press, and with Shift. */
const STEP = 0.01;
const STRIDE = 0.1;

/** What a target is for keys. */
export interface Movable {
  place(): Vector3 | null;
  /** The directions in the world of its three numbers; the second is up. */
  ways(): Vector3[] | null;
  numbers(): number[] | null;
  commit(numbers: number[]): void;
}

/** Arrows as directions of the picture: to the right, and away. */
const ARROWS: Record<string, [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const HEIGHTS: Record<string, number> = { PageUp: 1, PageDown: -1 };

/** The number that an arrow key changes, and which way: the one that moves most as the arrow says. */
function changeOf([right, away]: [number, number], ways: Vector3[]): [number, number] {
  const across = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const ahead = new Vector3(0, 1, 0).cross(across);
  const wanted = across.multiplyScalar(right).addScaledVector(ahead, away);
  const along = [0, 2].map((n) => ways[n].dot(wanted));
  return Math.abs(along[0]) >= Math.abs(along[1]) ? [0, Math.sign(along[0])] : [2, Math.sign(along[1])];
}

/** The target as a handle. */
export function targetHandle({ place, ways, numbers, commit }: Movable): Handle {
  return {
    key: "target",
    words: "Target. Arrows move it by 1 cm, with Shift by 10; Page Up and Page Down raise and lower it",
    place,
    rises: TIP,
    move: ({ key, shiftKey, ctrlKey, altKey }) => {
      const [now, directions] = [numbers(), ways()];
      if (!now || !directions || ctrlKey || altKey) return false;
      const step = shiftKey ? STRIDE : STEP;
      const [n, sign] = key in HEIGHTS ? [1, HEIGHTS[key]] : key in ARROWS ? changeOf(ARROWS[key], directions) : [-1, 0];
      if (n < 0) return false;
      commit(now.map((value, m) => (m === n ? value + sign * step : value)));
      return true;
    },
  };
}
