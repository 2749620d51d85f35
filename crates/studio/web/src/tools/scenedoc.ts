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

const NUMBER: Record<Axis, 0 | 2> = { x: 0, z: 2 };

/** Where something begins along an axis, and how far it reaches. */
export function reachOf(scene: SceneFile, shape: Shape, index: number, axis: Axis): { from: number; length: number } {
  const [n, block] = [NUMBER[axis], scene.blocks[index]];
  const ends = shape === "box" ? [block?.least[n] ?? 0, block?.greatest[n] ?? 0] : (scene.planes?.[index]?.corners.map((corner) => corner[n]) ?? [0]);
  return { from: Math.min(...ends), length: round(Math.max(...ends) - Math.min(...ends)) };
}

/** The scene with something elsewhere along an axis. */
export function withReach(scene: SceneFile, shape: Shape, index: number, axis: Axis, from: number, length: number): SceneFile {
  const before = reachOf(scene, shape, index, axis);
  const moved = (value: number) => round(from + ((value - before.from) / before.length) * Math.max(LEAST, length));
  const put = (corner: [number, number, number]): [number, number, number] => (axis === "x" ? [moved(corner[0]), corner[1], corner[2]] : [corner[0], corner[1], moved(corner[2])]);
  if (shape === "box") return withBlock(scene, index, ({ least, greatest, ...rest }) => ({ ...rest, least: put(least), greatest: put(greatest) }));
  return withSlope(scene, index, put);
}

/** The scene with a side of something elsewhere along its axis; the opposite side stays. */
export function withSide(scene: SceneFile, shape: Shape, index: number, axis: Axis, isFar: boolean, to: number): SceneFile {
  const { from, length } = reachOf(scene, shape, index, axis);
  const end = from + length;
  if (isFar) return withReach(scene, shape, index, axis, from, Math.max(to, from + LEAST) - from);
  const start = Math.min(to, end - LEAST);
  return withReach(scene, shape, index, axis, start, end - start);
}

function withBlock(scene: SceneFile, index: number, change: (block: Block) => Block): SceneFile {
  return { ...scene, blocks: scene.blocks.map((block, n) => (n === index ? change(block) : block)) };
}

function withSlope(scene: SceneFile, index: number, change: (corner: [number, number, number]) => [number, number, number]): SceneFile {
  const changed = (slope: Slope) => ({ ...slope, corners: slope.corners.map(change) });
  return { ...scene, planes: (scene.planes ?? []).map((slope, n) => (n === index ? changed(slope) : slope)) };
}
