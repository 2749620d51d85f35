// What the camera is to see: a box around figures.
import { Vector3 } from "three";
import { view } from "../core/view";
import { frame } from "./camera";
import { type Posed, ROOF } from "./posed";

/** Looks at figures, and at places besides, from the direction that the camera has. */
export function frameFigures(figures: Posed[], places: Vector3[] = []): void {
  if (figures.length === 0) return;
  const low = new Vector3(Infinity, 0, Infinity);
  const high = new Vector3(-Infinity, 0, -Infinity);
  const point = new Vector3();
  for (const { actor, pose, height } of figures) {
    const roof = actor.mesh && view.mesh.value ? ROOF * height : 0;
    for (let at = 0; at < pose.places.length; at += 3) {
      point.fromArray(pose.places, at);
      low.min(point);
      high.max(point.setY(point.y + roof));
    }
  }
  for (const place of places) {
    low.min(place);
    high.max(place);
  }
  low.y = Math.min(low.y, 0);
  frame(low, high);
}

/** Half the side of the box around a joint that is looked at, in metres. */
const NEAR_JOINT = 0.45;

/** Looks at one joint of a figure closely. */
export function frameJoint({ pose }: Posed, joint: number): void {
  const at = new Vector3().fromArray(pose.places, 3 * joint);
  frame(at.clone().subScalar(NEAR_JOINT), at.clone().addScalar(NEAR_JOINT));
}
