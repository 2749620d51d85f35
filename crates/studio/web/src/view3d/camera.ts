// The camera: it looks at a point from a distance, turned and raised about it.
import { PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from "three";
import { bump, signal } from "../core/signal";
import { view, type ViewName } from "../core/view";

/** Where the camera is. */
export interface Looking {
  target: Vector3;
  /** Radians about the vertical axis; 0 looks along −Z. */
  yaw: number;
  /** Radians above the horizon. */
  pitch: number;
  distance: number;
}

const LOWEST = -0.1;
const HIGHEST = Math.PI / 2 - 0.001;
const NEAREST = 0.4;
const FARTHEST = 80;
const FIELD_DEGREES = 35;

export const camera = new PerspectiveCamera(FIELD_DEGREES, 1, 0.05, 300);
export const looking: Looking = { target: new Vector3(0, 0.9, 0), yaw: 0.6, pitch: 0.22, distance: 5 };
/** Rises with every change, so that the viewport is drawn again. */
export const cameraMoved = signal(0);
/** While a stroke waits for its shadow, the camera must not move. */
export const cameraLocked = signal(false);

/** Puts the camera where it looks from. */
export function placeCamera(): void {
  const { target, yaw, pitch, distance } = looking;
  const flat = Math.cos(pitch) * distance;
  camera.position.set(target.x + Math.sin(yaw) * flat, target.y + Math.sin(pitch) * distance, target.z + Math.cos(yaw) * flat);
  camera.up.set(0, 1, 0);
  if (pitch >= HIGHEST) camera.up.set(-Math.sin(yaw), 0, -Math.cos(yaw));
  camera.lookAt(target);
  camera.updateMatrixWorld();
  bump(cameraMoved);
}

/** Looks as before. */
export function lookAgain(as: Looking): void {
  Object.assign(looking, as);
  lookAlong(as.yaw, as.pitch);
}

/** Turns about the target, by radians. */
export function orbit(yaw: number, pitch: number): void {
  if (cameraLocked.peek()) return;
  looking.yaw += yaw;
  looking.pitch = Math.min(Math.max(looking.pitch + pitch, LOWEST), HIGHEST);
  view.camera.value = "free";
  placeCamera();
}

/** Shifts sideways and up, by shares of what is seen. */
export function pan(x: number, y: number): void {
  if (cameraLocked.peek()) return;
  const size = 2 * looking.distance * Math.tan((FIELD_DEGREES * Math.PI) / 360);
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  looking.target.addScaledVector(right, -x * size * camera.aspect).addScaledVector(up, y * size);
  placeCamera();
}

/** Nearer or farther, by a factor. */
export function zoom(factor: number): void {
  if (cameraLocked.peek()) return;
  looking.distance = Math.min(Math.max(looking.distance * factor, NEAREST), FARTHEST);
  placeCamera();
}

const VIEWS: Record<Exclude<ViewName, "free">, [number, number]> = {
  front: [0, 0.08],
  side: [Math.PI / 2, 0.08],
  top: [0, Math.PI / 2],
};
const NAMES = ["front", "side", "top"] as const;
const FREE: [number, number] = [0.6, 0.22];

/** Looks from a named direction. */
export function lookFrom(name: ViewName): void {
  lookAlong(...(name === "free" ? FREE : VIEWS[name]));
}

/** Looks from a direction, which may have a name. */
export function lookAlong(yaw: number, pitch: number): void {
  const isThere = ([y, p]: [number, number]) => Math.abs(pitch - p) < 1e-6 && (Math.abs(yaw - y) < 1e-6 || pitch >= HIGHEST);
  view.camera.value = NAMES.find((name) => isThere(VIEWS[name])) ?? "free";
  [looking.yaw, looking.pitch] = [yaw, pitch];
  placeCamera();
}

/** Looks at a box, from the same direction, so that it fills the view. */
export function frame(low: Vector3, high: Vector3): void {
  if (cameraLocked.peek()) return;
  looking.target.addVectors(low, high).multiplyScalar(0.5);
  placeCamera();
  looking.distance = Math.min(Math.max(MARGIN * distanceToSee(low, high), 1.5), FARTHEST);
  placeCamera();
}

/** Room around what is framed, for labels above heads. */
const MARGIN = 1.15;

/** How far the camera must be from the middle of a box to see all of its corners. */
function distanceToSee(low: Vector3, high: Vector3): number {
  const tall = Math.tan((FIELD_DEGREES * Math.PI) / 360);
  const turn = camera.quaternion.clone().invert();
  let farthest = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const from = [low, high];
    const at = new Vector3(from[corner & 1].x, from[(corner >> 1) & 1].y, from[corner >> 2].z).sub(looking.target).applyQuaternion(turn);
    farthest = Math.max(farthest, at.z + Math.abs(at.x) / (tall * camera.aspect), at.z + Math.abs(at.y) / tall);
  }
  return farthest;
}

const caster = new Raycaster();

/** The ray through a point of the viewport, both from 0 to 1. */
export function rayAt(x: number, y: number): Raycaster["ray"] {
  caster.setFromCamera(new Vector2(2 * x - 1, 1 - 2 * y), camera);
  return caster.ray;
}

/** Where the ray through a point of the viewport meets a plane; null where it does not. */
export function hitPlane(x: number, y: number, plane: Plane): Vector3 | null {
  return rayAt(x, y).intersectPlane(plane, new Vector3());
}

/** Where a point of the world is in the viewport, from 0 to 1; null behind the camera. */
export function project(point: Vector3): { x: number; y: number } | null {
  const at = point.clone().project(camera);
  return at.z > 1 ? null : { x: (at.x + 1) / 2, y: (1 - at.y) / 2 };
}
