import assert from "node:assert/strict";
import test from "node:test";
import { calledTogether, withoutFile } from "../../src/library/called";
import { apart, type Tag } from "../../src/view3d/apart";

test("clips are called without their file where they are told apart without it", () => {
  assert.deepEqual(["hero/walk", "walk", "a/b/c", "/odd"].map(withoutFile), ["walk", "walk", "b/c", "/odd"]);
  assert.deepEqual(calledTogether(["hero/walk", "hero/run", "hop"]), ["walk", "run", "hop"]);
  assert.deepEqual(calledTogether(["hero/walk", "other/walk", "hero/run"]), ["hero/walk", "other/walk", "run"]);
});

test("labels rise above those that they would cover, the first stays, and none leaves the picture", () => {
  const tag = (x: number, y: number): Tag => ({ x, y, width: 60, height: 20 });
  const covers = (a: Tag, b: Tag) => Math.abs(a.x - b.x) < 60 && Math.abs(a.y - b.y) < 20;
  const all = Array.from({ length: 10 }, (_, n) => tag(300 + ((n * 37) % 90), 400 + ((n * 13) % 30)));
  const edges = apart(all);
  assert.equal(edges[0], all[0].y);
  const placed = all.map((one, n) => ({ ...one, y: edges[n] }));
  placed.forEach((one, n) => assert.ok(one.y <= all[n].y && placed.slice(0, n).every((other) => !covers(one, other)), JSON.stringify(placed)));
  assert.deepEqual(apart([tag(50, 30), tag(200, 30)]), [30, 30], "those beside each other stay");
  assert.deepEqual(apart([tag(50, 25), tag(55, 30)]), [25, 47], "one for which there is no room above sinks below");
});
