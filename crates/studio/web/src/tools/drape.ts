// A shadow falls over boxes: where a hand draws it straight on, along the floor and over the side of a box, it lies on the top.
import { Box3, Plane, Vector3 } from "three";
import { hitPlane, project, rayAt } from "../view3d/camera";
import { share, viewportSize } from "../view3d/panel";
import type { Block } from "../view3d/scenery";
import type { Stroke } from "./strokes";

const FLOOR = new Plane(new Vector3(0, 1, 0), 0);
/** A point is on the top within so many metres. */
const ON_TOP = 1e-4;

type Pixel = Stroke[number];
/** What is seen at a pixel of a box: its top, or a side with the floor of the box behind it. */
type Seen = { part: "top" } | { part: "side"; lifted: Pixel } | null;

function seenAt([px, py]: Pixel, { least, greatest }: Block): Seen {
  const { x, y } = share({ x: px, y: py });
  const entered = rayAt(x, y).intersectBox(new Box3(new Vector3(...least), new Vector3(...greatest)), new Vector3());
  if (!entered) return null;
  const top = greatest[1];
  if (entered.y > top - ON_TOP) return { part: "top" };
  const floor = hitPlane(x, y, FLOOR);
  const isUnder = floor && floor.x >= least[0] && floor.x <= greatest[0] && floor.z >= least[2] && floor.z <= greatest[2];
  const above = isUnder ? project(new Vector3(floor.x, top, floor.z)) : null;
  const { width, height } = viewportSize();
  return above ? { part: "side", lifted: [above.x * width, above.y * height] } : null;
}

/** The shadow with what goes over the sides of a box lifted onto its top; a hand that draws on the top itself is left alone. */
export function draped(shadow: Stroke, blocks: Block[]): Stroke {
  return blocks.reduce((stroke, block) => {
    const seen = stroke.map((pixel) => seenAt(pixel, block));
    if (seen.some((one) => one?.part === "top")) return stroke;
    return stroke.map((pixel, n) => {
      const here = seen[n];
      return here?.part === "side" ? here.lifted : pixel;
    });
  }, shadow);
}
