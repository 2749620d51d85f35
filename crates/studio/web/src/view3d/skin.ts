// A figure drawn with its own mesh: bones take the places and turns of the joints with their names; nodes in between keep
// their rest places.
import { Box3, Group, type Material, Matrix4, Mesh, MeshLambertMaterial, type Object3D, Quaternion, SkinnedMesh, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { signal } from "../core/signal";
import type { Skeleton } from "../motion/clip";
import type { Pose } from "../motion/pose";
import type { Actor } from "../motion/stage";
import { request } from "../net/http";
import { bearers } from "./bearers";

/** A mesh and the nodes that joints move. */
export interface Skin {
  root: Group;
  /** Nodes in order, parents first, with the number of the joint that moves each; −1 for none. */
  nodes: { node: Object3D; joint: number; scale: Vector3 }[];
  /** What it is drawn with where it is a ghost. */
  ghost: MeshLambertMaterial;
  /** How far the mesh reaches above and beside the joints at rest, in metres: helmets, hair, shields. */
  overhang: Overhang;
}

/** How far something reaches beyond joints, in metres. */
export interface Overhang {
  up: number;
  side: number;
}

/** Meshes by clip, figure and skeleton, as they come. */
export const skins = signal<ReadonlyMap<string, Skin | "loading" | "none">>(new Map());

const nameOf = (hash: string, key: string, skeleton: Skeleton) => `${hash}:${key}:${skeleton.hash}`;

/** How far the mesh of a figure reaches beyond its joints; null while it is not there. */
export function overhangOf({ mesh, key, motion }: Actor): Overhang | null {
  const found = mesh === null ? undefined : skins.value.get(nameOf(mesh, key, motion.skeleton));
  return typeof found === "object" ? found.overhang : null;
}

/** Whether the mesh of a figure is on its way. */
export function isAwaited({ mesh, key, motion }: Actor): boolean {
  const found = mesh === null ? "none" : (skins.value.get(nameOf(mesh, key, motion.skeleton)) ?? "loading");
  return found === "loading";
}

/** The mesh of a clip's file for a key of its own, or null while it is not there. */
export function skinOf(hash: string, key: string, skeleton: Skeleton): Skin | null {
  const name = nameOf(hash, key, skeleton);
  const found = skins.value.get(name);
  if (found === undefined) void load(name, hash, skeleton);
  return found === undefined || found === "loading" || found === "none" ? null : found;
}

function keep(name: string, skin: Skin | "loading" | "none"): void {
  skins.value = new Map(skins.peek()).set(name, skin);
}

async function load(name: string, hash: string, skeleton: Skeleton): Promise<void> {
  keep(name, "loading");
  try {
    const bytes = await (await request(`/api/figures/${hash}.glb`)).arrayBuffer();
    const { scene } = await new GLTFLoader().parseAsync(bytes, "");
    keep(name, prepare(scene, skeleton));
  } catch {
    // A mesh that cannot be drawn (compressed, or of another figure) is replaced by bones.
    keep(name, "none");
  }
}

/** Finds the nodes that joints move. */
function prepare(scene: Group, skeleton: Skeleton): Skin | "none" {
  scene.updateMatrixWorld(true);
  const all: Object3D[] = [];
  scene.traverse((node) => all.push(node));
  const joints = bearers(all, skeleton.joints.map(({ name }) => name));
  const nodes: Skin["nodes"] = [];
  let skinned = 0;
  for (const node of all) {
    const scale = new Vector3();
    node.matrixWorld.decompose(new Vector3(), new Quaternion(), scale);
    nodes.push({ node, joint: joints.get(node) ?? -1, scale });
    if (node instanceof SkinnedMesh) skinned += 1;
    if (node instanceof Mesh) soften(node);
  }
  if (skinned === 0 || !nodes.some(({ joint }) => joint >= 0)) return "none";
  const factor = metresPerUnit(nodes, skeleton);
  const overhang = overhangAtRest(nodes, factor);
  for (const { node, scale } of nodes) {
    scale.multiplyScalar(factor);
    node.matrixAutoUpdate = false;
    node.matrixWorldAutoUpdate = false;
  }
  return { root: scene, nodes, ghost: new MeshLambertMaterial({ transparent: true, opacity: GHOST_OPACITY }), overhang };
}

/** How far the body reaches beyond the joints that move it, as the file has it at rest; what it carries does not count. */
function overhangAtRest(nodes: Skin["nodes"], factor: number): Overhang {
  const [mesh, joints] = [new Box3(), new Box3()];
  for (const { node, joint } of nodes) {
    if (node instanceof SkinnedMesh) mesh.expandByObject(node);
    if (joint >= 0) joints.expandByPoint(new Vector3().setFromMatrixPosition(node.matrixWorld));
  }
  const beyond = (axis: "x" | "z") => Math.max(mesh.max[axis] - joints.max[axis], joints.min[axis] - mesh.min[axis], 0);
  return { up: factor * Math.max(mesh.max.y - joints.max.y, 0), side: factor * Math.max(beyond("x"), beyond("z")) };
}

/** One light for all figures: materials of files may need textures and maps that make them unlike each other. */
function soften(mesh: Mesh): void {
  const materials: Material[] = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
  const soft = materials.map((material) => {
    const { color, map, vertexColors } = material as MeshLambertMaterial;
    return new MeshLambertMaterial({ color, map, vertexColors, side: 2 });
  });
  mesh.material = soft.length === 1 ? soft[0] : soft;
  mesh.frustumCulled = false;
  mesh.castShadow = true;
}

/** The skeleton is in metres; the file may be in anything. */
function metresPerUnit(nodes: Skin["nodes"], skeleton: Skeleton): number {
  const place = new Map<number, Vector3>();
  for (const { node, joint } of nodes) if (joint >= 0) place.set(joint, new Vector3().setFromMatrixPosition(node.matrixWorld));
  let metres = 0;
  let units = 0;
  skeleton.joints.forEach(({ parent, offset }, joint) => {
    const [from, to] = [place.get(parent), place.get(joint)];
    if (!from || !to) return;
    metres += Math.hypot(...offset);
    units += from.distanceTo(to);
  });
  return units > 0 ? metres / units : 1;
}

/** A mesh needs more than bones to be seen through another. */
const GHOST_OPACITY = 0.5;

/** Draws a skin as a ghost of one colour: a figure that is compared must not look like the one it is compared with. */
function haunt(skin: Skin, color: string): void {
  skin.ghost.color.set(color);
  for (const { node } of skin.nodes) {
    if (!(node instanceof Mesh)) continue;
    node.material = skin.ghost;
    node.castShadow = false;
  }
}

const turn = new Quaternion();
const at = new Vector3();
const UNITY = new Matrix4();

/** Moves the bones of a skin to a pose; with a colour, it is drawn as a ghost. */
export function wear(skin: Skin, pose: Pose, ghost: string | null): void {
  if (ghost !== null) haunt(skin, ghost);
  for (const { node, joint, scale } of skin.nodes) {
    if (joint >= 0) {
      at.fromArray(pose.places, 3 * joint);
      turn.fromArray(pose.turns, 4 * joint);
      node.matrixWorld.compose(at, turn, scale);
    } else {
      node.matrixWorld.multiplyMatrices(node.parent ? node.parent.matrixWorld : UNITY, node.matrix);
    }
    if (node instanceof SkinnedMesh) node.skeleton.update();
  }
}
