import assert from "node:assert/strict";
import test from "node:test";
import { boxBetween, slopeBetween, withHeight, withReach, withSide } from "../../src/tools/scenedoc";
import { EMPTY, phaseOf } from "../../src/tools/sketchdoc";
import { resampled, resized } from "../../src/tools/strokes";

test("points of a stroke are evenly spaced and keep its ends", () => {
  const even = resampled([[0, 0], [10, 0], [10, 9]], 2);
  assert.deepEqual(even[0], [0, 0]);
  assert.deepEqual(even.at(-1), [10, 9]);
  for (let n = 1; n < even.length - 1; n += 1) assert.ok(Math.hypot(even[n][0] - even[n - 1][0], even[n][1] - even[n - 1][1]) < 2.1);
});

test("a stroke lies about the middle of the picture as it did, as high as the picture is", () => {
  const stroke: [number, number][] = [[400, 100], [500, 300]];
  assert.deepEqual(resized(stroke, [800, 400], [1000, 800]), [[500, 200], [700, 600]]);
  assert.deepEqual(resized(resized(stroke, [800, 400], [1000, 800]), [1000, 800], [800, 400]), stroke);
});

test("a path is waited for, then its shadow, then changes", () => {
  const path: [number, number][] = [[1, 1], [2, 2]];
  assert.equal(phaseOf(EMPTY), "path");
  assert.equal(phaseOf({ ...EMPTY, paths: [{ path, shadow: [] }] }), "shadow");
  assert.equal(phaseOf({ ...EMPTY, paths: [{ path, shadow: path }] }), "arcs");
});

test("a box lies between two corners, whichever was first, and is never flat", () => {
  assert.deepEqual(boxBetween({ x: 1, z: 3 }, { x: -1, z: 2 }, 0.5), { least: [-1, 0, 2], greatest: [1, 0.5, 3] });
  assert.deepEqual(boxBetween({ x: 0, z: 0 }, { x: 0, z: 0 }, 0.5).greatest, [0.1, 0.5, 0.1]);
});

test("a slope rises the way the hand went, and keeps its foot on the floor", () => {
  const up = slopeBetween({ x: -0.5, z: 1 }, { x: 0.5, z: 3 }, 0.5, "z");
  assert.deepEqual(up.corners, [[-0.5, 0, 1], [0.5, 0, 1], [0.5, 0.5, 3], [-0.5, 0.5, 3]]);
  const down = slopeBetween({ x: -0.5, z: 3 }, { x: 0.5, z: 1 }, 0.5, "z");
  assert.deepEqual(down.corners.map(([, y]) => y), [0.5, 0.5, 0, 0]);
  const aside = slopeBetween({ x: 2, z: 0 }, { x: 0, z: 1 }, 0.4, "x");
  assert.deepEqual(aside.corners.map(([, y]) => y), [0.4, 0, 0, 0.4]);
  const scene = { ground: 0, blocks: [], planes: [up] };
  assert.deepEqual(withHeight(scene, "slope", 0, 0.8).planes?.[0].corners.map(([, y]) => y), [0, 0, 0.8, 0.8]);
  assert.deepEqual(withReach(scene, "slope", 0, "z", 2, 1).planes?.[0].corners.map(([, , z]) => z), [2, 2, 3, 3]);
  assert.deepEqual(withReach(scene, "slope", 0, "x", 1, 2).planes?.[0].corners.map(([x]) => x), [1, 3, 3, 1]);
});

test("a side of a box moves alone, and never past the opposite one", () => {
  const scene = { ground: 0, blocks: [boxBetween({ x: -1, z: 2 }, { x: 1, z: 3 }, 0.5)] };
  const moved = (axis: "x" | "z", isFar: boolean, to: number) => {
    const { least, greatest } = withSide(scene, "box", 0, axis, isFar, to).blocks[0];
    return [least, greatest];
  };
  assert.deepEqual(moved("z", true, 4), [[-1, 0, 2], [1, 0.5, 4]]);
  assert.deepEqual(moved("z", false, 2.5), [[-1, 0, 2.5], [1, 0.5, 3]]);
  assert.deepEqual(moved("x", false, -2), [[-2, 0, 2], [1, 0.5, 3]]);
  assert.deepEqual(moved("x", true, -5), [[-1, 0, 2], [-0.9, 0.5, 3]]);
  assert.deepEqual(moved("z", false, 9), [[-1, 0, 2.9], [1, 0.5, 3]]);
});

test("a side of a slope moves alone: the corners of the opposite one stay, and so do the heights", () => {
  const scene = { ground: 0, blocks: [], planes: [slopeBetween({ x: -1, z: 2 }, { x: 1, z: 3 }, 0.5, "z")] };
  const moved = (axis: "x" | "z", isFar: boolean, to: number) => withSide(scene, "slope", 0, axis, isFar, to).planes?.[0].corners;
  assert.deepEqual(moved("z", true, 4), [[-1, 0, 2], [1, 0, 2], [1, 0.5, 4], [-1, 0.5, 4]]);
  assert.deepEqual(moved("z", false, 9), [[-1, 0, 2.9], [1, 0, 2.9], [1, 0.5, 3], [-1, 0.5, 3]]);
  assert.deepEqual(moved("x", false, -2), [[-2, 0, 2], [1, 0, 2], [1, 0.5, 3], [-2, 0.5, 3]]);
});
