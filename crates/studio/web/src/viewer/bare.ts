// In place of `view3d/skin`: a page of its own shows figures as bones, and needs no reader of meshes.
import type { Group } from "three";
import { signal } from "../core/signal";

/** Never changes. */
export const skins = signal(0);

/** No figure has a mesh. */
export function skinOf(): { root: Group; overhang: { up: number; side: number } } | null {
  return null;
}

/** Nothing reaches beyond joints. */
export function overhangOf(): null {
  return null;
}

/** No mesh is on its way. */
export function isAwaited(): boolean {
  return false;
}

/** Nothing to wear. */
export function wear(): void {}
