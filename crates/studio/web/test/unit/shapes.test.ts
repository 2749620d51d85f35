import assert from "node:assert/strict";
import test from "node:test";
import { animatedWebp, framesOf, pictureChunks } from "../../src/export/webp";
import { fileName } from "../../src/export/save";
import { fromWorld, toWorld } from "../../src/tools/bodyframe";
import { distanceAt, type Grid, momentsAt, place, shade } from "../../src/tools/grid";
import { corners, pointOf, weightsAt, within } from "../../src/tools/pad";
import { draggedMiddle, type Grip, gripAt, layout, LEAST_HALF } from "../../src/tools/strips";
import { joined } from "../../src/view3d/soles";

test("weights of the pad are positive, sum to one and give the point back", () => {
  for (let count = 3; count <= 8; count += 1) {
    const all = corners(count);
    for (let n = 0; n < 200; n += 1) {
      const point = within({ x: (n * 37 % 100) / 100, y: (n * 61 % 97) / 97 }, all);
      const weights = weightsAt(point, all);
      assert.ok(weights.every((weight) => weight >= -1e-9), JSON.stringify(weights));
      assert.ok(Math.abs(weights.reduce((a, b) => a + b, 0) - 1) < 1e-9);
      const back = pointOf(weights, all);
      assert.ok(Math.hypot(back.x - point.x, back.y - point.y) < 1e-6, `${count}: ${JSON.stringify([point, back])}`);
    }
    all.forEach((corner, n) => assert.ok(weightsAt(corner, all)[n] > 1 - 1e-6));
  }
});

const grid: Grid = { rows: 2, columns: 3, cells: new Uint8Array([0, 127, 254, 255, 0, 0]), farthest_cm: 20, secs: [3, 2], path: [], curve: [] };

test("moments of the grid and places are inverses", () => {
  const field = { width: 300, height: 300 };
  for (const pair of [[0, 0], [1.5, 0.7], [3, 2]] as [number, number][]) {
    const { x, y } = place(field, grid, pair);
    const back = momentsAt(field, grid, x, y);
    assert.ok(Math.abs(back[0] - pair[0]) < 1e-9 && Math.abs(back[1] - pair[1]) < 1e-9);
  }
  assert.deepEqual(momentsAt(field, grid, -50, 900), [0, 0]);
});

test("distances are read from the nearest cell; no path leads to some", () => {
  assert.equal(distanceAt(grid, [0, 0]), 0);
  assert.equal(distanceAt(grid, [3, 0]), 20);
  assert.equal(distanceAt(grid, [0, 2]), null);
  assert.deepEqual(shade(0), [14, 34, 68]);
  assert.deepEqual(shade(254), [250, 243, 224]);
});

test("places that are measured and places in the world are inverses", () => {
  const body = { x: 3, z: -2, turn: 0.7, secs: 0 };
  const back = fromWorld(body, toWorld(body, [0.4, 1.1, 0.9]));
  [0.4, 1.1, 0.9].forEach((value, n) => assert.ok(Math.abs(back[n] - value) < 1e-9));
});

test("what the hand holds of a transition follows it, within the clips", () => {
  const middle = { at_secs: [1, 2] as [number, number], half_width_secs: 0.3 };
  const secs: [number, number] = [2, 4];
  const dragged = (grip: Grip, by: number) => draggedMiddle(middle, grip, by, secs);
  assert.deepEqual(dragged({ part: "diamond", clip: 0 }, 0.25).at_secs, [1.25, 2]);
  assert.deepEqual(dragged({ part: "strip", clip: 0 }, 0.25).at_secs, [0.75, 2]);
  assert.deepEqual(dragged({ part: "diamond", clip: 1 }, -0.5).at_secs, [1, 1.5]);
  assert.ok(Math.abs(dragged({ part: "end" }, 0.1).half_width_secs - 0.4) < 1e-9);
  assert.equal(dragged({ part: "start" }, 9).half_width_secs, LEAST_HALF);
  const { scale, starts } = layout(300, secs, middle);
  assert.ok(Math.abs(starts[0] + scale - starts[1] - 2 * scale) < 1e-9, "the middles stand above each other");
});

test("a transition stays in the room that its clips leave, wherever it is dragged", () => {
  const secs: [number, number] = [2, 4];
  for (const clip of [0, 1] as const) {
    for (const part of ["diamond", "strip", "start", "end"] as const) {
      for (const by of [-9, -1.1, -0.2, 0, 0.2, 1.1, 9]) {
        const grip: Grip = part === "diamond" || part === "strip" ? { part, clip } : { part };
        const { at_secs, half_width_secs: half } = draggedMiddle({ at_secs: [1, 2], half_width_secs: 0.3 }, grip, by, secs);
        assert.ok(half >= LEAST_HALF);
        at_secs.forEach((at, n) => assert.ok(at - half >= -1e-9 && at + half <= secs[n] + 1e-9, `${part} ${clip} by ${by}: ${at} ± ${half}`));
      }
    }
  }
});

test("edges, diamonds and strips are told apart under the pointer", () => {
  const middle = { at_secs: [1, 2] as [number, number], half_width_secs: 0.5 };
  const now = layout(300, [2, 4], middle);
  const centre = now.starts[0] + now.scale;
  const half = 0.5 * now.scale;
  assert.deepEqual(gripAt({ x: centre + 3, y: 20 }, now, middle), { part: "diamond", clip: 0 });
  assert.deepEqual(gripAt({ x: centre - 3, y: 70 }, now, middle), { part: "diamond", clip: 1 });
  assert.deepEqual(gripAt({ x: centre - half, y: 70 }, now, middle), { part: "start" });
  assert.deepEqual(gripAt({ x: centre + half + 2, y: 20 }, now, middle), { part: "end" });
  assert.deepEqual(gripAt({ x: centre + half + 20, y: 70 }, now, middle), { part: "strip", clip: 1 });
});

/** A still WebP with one chunk of a picture and one of something else. */
function still(size: number): Uint8Array {
  const picture = new Uint8Array(size).fill(7);
  const padded = size + (size % 2);
  const made = new Uint8Array(12 + 8 + padded + 8 + 4);
  made.set([..."RIFF"].map((c) => c.charCodeAt(0)), 0);
  new DataView(made.buffer).setUint32(4, made.length - 8, true);
  made.set([..."WEBPVP8 "].map((c) => c.charCodeAt(0)), 8);
  new DataView(made.buffer).setUint32(16, size, true);
  made.set(picture, 20);
  made.set([..."EXIF"].map((c) => c.charCodeAt(0)), 20 + padded);
  new DataView(made.buffer).setUint32(24 + padded, 4, true);
  return made;
}

test("an animated WebP holds the picture of each still and nothing else", () => {
  const loop = animatedWebp([still(10), still(11), still(4)], 64, 36, 66);
  assert.equal(framesOf(loop), 3);
  assert.equal(new DataView(loop.buffer).getUint32(4, true), loop.length - 8);
  assert.equal(pictureChunks(still(11)).length, 8 + 12);
  assert.equal(new TextDecoder().decode(loop.subarray(0, 4)), "RIFF");
  assert.equal(new TextDecoder().decode(loop.subarray(8, 16)), "WEBPVP8X");
  assert.ok(!new TextDecoder("latin1").decode(loop).includes("EXIF"));
});

test("names of files cannot leave their folder", () => {
  assert.equal(fileName("../../etc/passwd"), "etc-passwd");
  assert.equal(fileName("<img src=x>"), "img src-x-");
  assert.equal(fileName("///"), "motion");
});

test("heel and toe of one step are one sole", () => {
  assert.deepEqual(joined([[10, 20], [12, 26], [40, 50], [28, 30]]), [[10, 30], [40, 50]]);
});
