// An example of a sketch: a run-up and a leap onto a box, drawn as a hand would.
import { Vector3 } from "three";
import { project } from "../view3d/camera";
import { viewportSize } from "../view3d/panel";
import { boxBetween } from "./scenedoc";
import { cameraNow } from "./sketchpen";
import { keep, sketch } from "./sketchstate";
import type { Stroke } from "./strokes";

const BOX = boxBetween({ x: -0.5, z: 3.2 }, { x: 0.5, z: 4.6 }, 0.5);
/** Two flights along Z: where each begins and ends, how high it is there, and how much it rises above that. */
const FLIGHTS = [[0, 1.8, 0.95, 0.95, 0.22], [1.8, 3.7, 0.95, 1.45, 0.24]] as const;
const POINTS = 64;

function flown(z: number): number {
  const [from, to, low, high, rise] = FLIGHTS.find(([, end]) => z <= end) ?? FLIGHTS[1];
  const share = (z - from) / (to - from);
  return low + (high - low) * share + 4 * rise * share * (1 - share);
}

/** A stroke through places above Z, as it is seen now. */
function stroke(height: (z: number) => number): Stroke {
  const { width, height: tall } = viewportSize();
  return Array.from({ length: POINTS + 1 }, (_, n) => (n / POINTS) * FLIGHTS[1][1]).flatMap((z) => {
    const seen = project(new Vector3(0, height(z), z));
    return seen ? [[seen.x * width, seen.y * tall] as [number, number]] : [];
  });
}

/** Draws the example, as one step that can be undone. */
export function drawExample(): void {
  const { scene } = sketch.value;
  const [path, shadow] = [stroke(flown), stroke((z) => (z > BOX.least[2] ? BOX.greatest[1] : 0))];
  keep({ ...sketch.value, camera: cameraNow(), scene: { ...scene, blocks: [BOX], planes: [] }, paths: [{ path, shadow, end: "stand" }] }, "draw the example");
}
