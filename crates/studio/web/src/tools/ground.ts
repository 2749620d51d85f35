// Where a hand points at the ground of a sketch: the floor, the top of a box, or a slope, whichever is met first.
import { Plane, Vector3 } from "three";
import { camera, hitPlane } from "../view3d/camera";
import type { Block, Slope } from "../view3d/scenery";
import type { SceneFile } from "./scenedoc";

/** A flat piece of ground. */
interface Piece {
  plane: Plane;
  holds(place: Vector3): boolean;
}

const UP = new Vector3(0, 1, 0);

function topOf({ least, greatest }: Block): Piece {
  const isIn = (value: number, axis: 0 | 2) => value >= least[axis] && value <= greatest[axis];
  return { plane: new Plane(UP, -greatest[1]), holds: ({ x, z }) => isIn(x, 0) && isIn(z, 2) };
}

function slopeOf({ corners }: Slope): Piece {
  const [a, b, c] = corners.map((corner) => new Vector3(...corner));
  const within = (value: number, axis: 0 | 2) => value >= Math.min(...corners.map((corner) => corner[axis])) && value <= Math.max(...corners.map((corner) => corner[axis]));
  return { plane: new Plane().setFromCoplanarPoints(a, b, c), holds: ({ x, z }) => within(x, 0) && within(z, 2) };
}

/** The place of the ground under a point of the viewport, from 0 to 1. */
export function groundAt({ ground, blocks, planes = [] }: SceneFile, x: number, y: number): Vector3 | null {
  const floor: Piece = { plane: new Plane(UP, -ground), holds: () => true };
  const hits = [...blocks.map(topOf), ...planes.map(slopeOf), floor].flatMap(({ plane, holds }) => {
    const hit = hitPlane(x, y, plane);
    return hit && holds(hit) ? [hit] : [];
  });
  const far = (place: Vector3) => place.distanceTo(camera.position);
  return hits.sort((a, b) => far(a) - far(b))[0] ?? null;
}
