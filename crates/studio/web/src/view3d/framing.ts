// What the camera is to see: a box around figures.
import { Vector3 } from "three";
import { view } from "../core/view";
import { frame } from "./camera";
import type { Posed } from "./posed";
import { overhangOf } from "./skin";

/** Looks at figures, and at places besides, from the direction that the camera has. */
export function frameFigures(figures: Posed[], places: Vector3[] = []): void {
  if (figures.length === 0) return;
  const low = new Vector3(Infinity, 0, Infinity);
  const high = new Vector3(-Infinity, 0, -Infinity);
  const point = new Vector3();
  for (const { actor, pose } of figures) {
    const { up, side } = (view.mesh.value ? overhangOf(actor) : null) ?? { up: 0, side: 0 };
    for (let at = 0; at < pose.places.length; at += 3) {
      point.fromArray(pose.places, at);
      low.min(point.clone().subScalar(side));
      high.max(point.add(new Vector3(side, up, side)));
    }
  }
  low.y = 0;
  for (const place of places) {
    low.min(place);
    high.max(place);
  }
  frame(low, high);
}

/** Half the side of the box around a joint that is looked at, in metres. */
const NEAR_JOINT = 0.45;

/** Looks at one joint of a figure closely. */
export function frameJoint({ pose }: Posed, joint: number): void {
  const at = new Vector3().fromArray(pose.places, 3 * joint);
  frame(at.clone().subScalar(NEAR_JOINT), at.clone().addScalar(NEAR_JOINT));
}
