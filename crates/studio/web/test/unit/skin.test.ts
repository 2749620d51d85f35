import assert from "node:assert/strict";
import test from "node:test";
import { Bone, Group, Mesh, Object3D } from "three";
import { bearers } from "../../src/view3d/bearers";

const named = <N extends Object3D>(node: N, name: string): N => Object.assign(node, { userData: { name } });

test("parts of a mesh that are called like the bone that bears them are no joints", () => {
  const [hips, foot, head] = ["hips", "Foot.L", "Head"].map((name) => named(new Bone(), name));
  const boot = named(new Mesh(), "Foot.L");
  const helmet = named(new Group(), "Head").add(new Mesh());
  const nodes = [hips, boot, foot, helmet, head];
  const found = bearers(nodes, ["hips", "Foot.L", "Head"]);
  assert.deepEqual(nodes.map((node) => found.get(node) ?? -1), [0, -1, 1, -1, 2]);
  // Where nothing else has its name, a part is moved itself.
  assert.equal(bearers([boot], ["Foot.L"]).get(boot), 0);
  assert.equal(bearers([boot, named(new Object3D(), "Foot.L")], ["Foot.L"]).get(boot), undefined);
});
