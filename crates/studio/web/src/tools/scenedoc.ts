// What stands on the floor of a sketch: boxes and slopes, and how a footprint becomes one.
import type { Block, Slope } from "../view3d/scenery";

/** The floor and what stands on it. */
export interface SceneFile {
  ground: number;
  blocks: Block[];
  planes?: Slope[];
}

/** A kind of thing that can stand on the floor. */
export type Shape = "box" | "slope";

/** An axis of the floor. */
export type Axis = "x" | "z";

interface OnFloor {
  x: number;
  z: number;
}

const round = (value: number) => Number(value.toFixed(2));
/** Nothing is smaller than this: it could not be taken hold of. */
const LEAST = 0.1;

/** A box on the floor between two corners. */
export function boxBetween(a: OnFloor, b: OnFloor, height: number): Block {
  const [x0, x1] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [z0, z1] = [Math.min(a.z, b.z), Math.max(a.z, b.z)];
  return { least: [round(x0), 0, round(z0)], greatest: [round(Math.max(x1, x0 + LEAST)), round(height), round(Math.max(z1, z0 + LEAST))] };
}

/** A slope between two corners of its footprint that rises along an axis the way the hand went. */
export function slopeBetween(a: OnFloor, b: OnFloor, height: number, along: Axis): Slope {
  const { least, greatest } = boxBetween(a, b, height);
  const far = along === "z" ? greatest[2] : greatest[0];
  const isUp = (corner: OnFloor) => (corner[along] === far) === b[along] >= a[along];
  const corners: OnFloor[] = [{ x: least[0], z: least[2] }, { x: greatest[0], z: least[2] }, { x: greatest[0], z: greatest[2] }, { x: least[0], z: greatest[2] }];
  return { corners: corners.map((corner) => [corner.x, isUp(corner) ? round(height) : 0, corner.z]) };
}

/** How high something is. */
export function heightOf(scene: SceneFile, shape: Shape, index: number): number {
  if (shape === "box") return scene.blocks[index]?.greatest[1] ?? 0;
  return Math.max(0, ...(scene.planes?.[index]?.corners.map(([, y]) => y) ?? []));
}

/** The scene with one more thing. */
export function withShape(scene: SceneFile, shape: Shape, [from, to]: readonly [OnFloor, OnFloor], height: number, along: Axis): SceneFile {
  if (shape === "box") return { ...scene, blocks: [...scene.blocks, boxBetween(from, to, height)] };
  return { ...scene, planes: [...(scene.planes ?? []), slopeBetween(from, to, height, along)] };
}

/** The scene without something. */
export function withoutShape(scene: SceneFile, shape: Shape, index: number): SceneFile {
  if (shape === "box") return { ...scene, blocks: scene.blocks.filter((_, n) => n !== index) };
  return { ...scene, planes: (scene.planes ?? []).filter((_, n) => n !== index) };
}

/** The scene with something higher or lower; the low edge of a slope stays on the floor. */
export function withHeight(scene: SceneFile, shape: Shape, index: number, height: number): SceneFile {
  const top = round(Math.max(0.05, height));
  if (shape === "box") return withBlock(scene, index, ({ greatest: [x, , z], ...rest }) => ({ ...rest, greatest: [x, top, z] }));
  return withSlope(scene, index, ([x, y, z]) => [x, y > 0 ? top : 0, z]);
}

/** Where something begins along Z, and how far it reaches. */
export function reachOf(scene: SceneFile, shape: Shape, index: number): { from: number; depth: number } {
  const block = scene.blocks[index];
  const ends = shape === "box" ? [block?.least[2] ?? 0, block?.greatest[2] ?? 0] : (scene.planes?.[index]?.corners.map(([, , z]) => z) ?? [0]);
  return { from: Math.min(...ends), depth: round(Math.max(...ends) - Math.min(...ends)) };
}

/** The scene with something elsewhere along Z. */
export function withReach(scene: SceneFile, shape: Shape, index: number, from: number, depth: number): SceneFile {
  const before = reachOf(scene, shape, index);
  const moved = (z: number) => round(from + ((z - before.from) / before.depth) * Math.max(LEAST, depth));
  if (shape === "box") return withBlock(scene, index, ({ least, greatest, ...rest }) => ({ ...rest, least: [least[0], least[1], moved(least[2])], greatest: [greatest[0], greatest[1], moved(greatest[2])] }));
  return withSlope(scene, index, ([x, y, z]) => [x, y, moved(z)]);
}

function withBlock(scene: SceneFile, index: number, change: (block: Block) => Block): SceneFile {
  return { ...scene, blocks: scene.blocks.map((block, n) => (n === index ? change(block) : block)) };
}

function withSlope(scene: SceneFile, index: number, change: (corner: [number, number, number]) => [number, number, number]): SceneFile {
  const changed = (slope: Slope) => ({ ...slope, corners: slope.corners.map(change) });
  return { ...scene, planes: (scene.planes ?? []).map((slope, n) => (n === index ? changed(slope) : slope)) };
}
