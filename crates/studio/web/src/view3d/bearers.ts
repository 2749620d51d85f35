// Which nodes of a file the joints move.
import type { Object3D } from "three";

/** Names as three.js keeps them: without what would be an address in its own grammar. */
export const plain = (name: string): string => name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");

/** How likely a node is to be the joint that its name says: parts of a mesh are often called like the bone that bears them. */
const rank = (node: Object3D): number => (isA(node, "isBone") ? 0 : isA(node, "isMesh") || node.children.some((child) => isA(child, "isMesh")) ? 2 : 1);
const isA = (node: Object3D, kind: "isBone" | "isMesh"): boolean => Reflect.get(node, kind) === true;

/** The node that each joint moves, by the joint's number: of several with its name the likeliest. */
export function bearers(nodes: readonly Object3D[], joints: readonly string[]): Map<Object3D, number> {
  const number = new Map(joints.map((name, n) => [plain(name), n]));
  const found: Object3D[] = [];
  for (const node of nodes) {
    const joint = number.get(plain(String(node.userData["name"] ?? node.name)));
    if (joint === undefined) continue;
    const other = found[joint];
    if (!other || rank(node) < rank(other)) found[joint] = node;
  }
  return new Map(found.flatMap((node, n) => (node ? [[node, n] as const] : [])));
}
