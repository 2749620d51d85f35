import assert from "node:assert/strict";
import test from "node:test";
import type { Motion } from "../../src/motion/clip";
import { stretches, troublesOf } from "../../src/timeline/quality";
import type { VerdictFacts } from "../../src/types.gen";
import { nameOf } from "../../src/core/keys";
import { added, join, moved, type Range, removed, snapped, split, tidy } from "../../src/timeline/ranges";
import { hitRange, panned, secsOf, ticks, xOf, zoomed } from "../../src/timeline/scale";
import { selectionAfter } from "../../src/library/select";
import { type Key, movedKey, sharedKey, weightsAt, withKey, withoutKey } from "../../src/timeline/weights";

const scale = { from: 0, to: 4, gutter: 80, width: 800 };

test("pixels and seconds are inverses", () => {
  for (const secs of [0, 1.234, 4]) assert.ok(Math.abs(secsOf(scale, xOf(scale, secs)) - secs) < 1e-9);
});

test("ticks are round, labelled where there is room, and lie within", () => {
  for (const to of [0.3, 2, 17, 240, 3600]) {
    const all = ticks({ ...scale, to });
    const labelled = all.filter((tick) => tick.label !== null);
    assert.ok(labelled.length >= 2 && labelled.length <= 14, `${labelled.length} labels for ${to} s`);
    assert.ok(all.every((tick) => tick.secs >= 0 && tick.secs <= to + 1e-6));
    assert.equal(new Set(labelled.map((tick) => tick.label)).size, labelled.length);
  }
});

test("zooming keeps the moment under the pointer and stays within the motion", () => {
  const [from, to] = zoomed({ from: 0, to: 4 }, 1, 0.5, 4);
  assert.deepEqual([from, to], [0.5, 2.5]);
  assert.deepEqual(zoomed({ from: 0, to: 4 }, 1, 9, 4), [0, 4]);
  assert.deepEqual(panned([1, 3], 5, 4), [2, 4]);
});

test("an end of a plant is taken before its middle", () => {
  const ranges: Range[] = [[30, 60], [90, 91]];
  assert.deepEqual(hitRange(scale, ranges, 30, xOf(scale, 1) - 4), { index: 0, part: "start" });
  assert.deepEqual(hitRange(scale, ranges, 30, xOf(scale, 2) + 4), { index: 0, part: "end" });
  assert.deepEqual(hitRange(scale, ranges, 30, xOf(scale, 1.5)), { index: 0, part: "middle" });
  assert.equal(hitRange(scale, ranges, 30, xOf(scale, 2.5)), null);
});

test("plants stay in order, apart and within the clip, whatever is done to them", () => {
  let ranges: Range[] = [[5, 9], [20, 30], [40, 44]];
  let seed = 11;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  for (let n = 0; n < 500; n += 1) {
    const index = random(Math.max(1, ranges.length));
    const what = random(5);
    if (ranges.length === 0 || what === 0) ranges = added(ranges, random(100), 3, 100);
    else if (what === 1) ranges = moved(ranges, index, (["start", "end", "middle"] as const)[random(3)], random(60) - 30, 100);
    else if (what === 2) ranges = split(ranges, index, random(100));
    else if (what === 3) ranges = join(ranges, index);
    else ranges = removed(ranges, index);
    ranges.forEach(([a, b], m) => {
      assert.ok(Number.isInteger(a) && a >= 0 && a <= b && b < 100, JSON.stringify(ranges));
      if (m > 0) assert.ok(a > ranges[m - 1][1], JSON.stringify(ranges));
    });
  }
  assert.deepEqual(tidy([[8, 12], [3, 9], [50, 400]], 100), [[3, 12], [50, 99]]);
});

test("keys are named by what they type", () => {
  const press = (key: string, keys: Partial<KeyboardEvent> = {}) => nameOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys });
  assert.equal(press(" "), "Space");
  assert.equal(press("z", { ctrlKey: true }), "Ctrl+Z");
  assert.equal(press("Z", { metaKey: true, shiftKey: true }), "Ctrl+Shift+Z");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press(">", { shiftKey: true }), ">");
  assert.equal(press("ArrowLeft", { shiftKey: true }), "Shift+ArrowLeft");
  assert.equal(press("1"), "1");
});

test("selecting: a click takes one, Ctrl adds or removes, Shift takes a range in order", () => {
  const shown = ["a", "b", "c", "d"];
  const plain = { add: false, range: false };
  assert.deepEqual(selectionAfter(["a", "b"], shown, "c", plain), ["c"]);
  assert.deepEqual(selectionAfter(["c"], shown, "a", { ...plain, add: true }), ["c", "a"]);
  assert.deepEqual(selectionAfter(["c", "a"], shown, "c", { ...plain, add: true }), ["a"]);
  assert.deepEqual(selectionAfter(["b"], shown, "d", { ...plain, range: true }), ["b", "c", "d"]);
  assert.deepEqual(selectionAfter(["d"], shown, "b", { ...plain, range: true }), ["d", "c", "b"]);
});

test("stretches above a limit are joined when they are near, and know their worst frame", () => {
  const values = new Float32Array([0, 2, 3, 0, 0, 2, 0, 0, 0, 0, 0, 5, 0]);
  assert.deepEqual(stretches("slide", values, 1), [
    { kind: "slide", from: 1, to: 5, worst: 2 },
    { kind: "slide", from: 11, to: 11, worst: 11 },
  ]);
  assert.deepEqual(stretches("jolt", values, 9), []);
});

/** A foot that stands, with a millimetre of noise from frame to frame. */
function noisy(rate: number): Motion {
  const frames = rate;
  const rows = new Float32Array(7 * frames);
  for (let frame = 0; frame < frames; frame += 1) rows.set([frame % 2 === 0 ? 0 : 0.0015, 0, 0, 0, 0, 0, 1], 7 * frame);
  const joints = [{ name: "toe", parent: -1, part: "left toe", side: "left" as const, offset: [0, 0, 0] as [number, number, number] }];
  return { name: "n", rate, frames, rows, stride: 7, translated: [], u: null, plants: { left_toe: [[0, frames - 1]] }, skeleton: { hash: "n", joints, ends: [] } };
}

test("the noise of a high frame rate is not taken for sliding, a drift is", () => {
  assert.deepEqual(troublesOf(noisy(120)), []);
  const drifting = noisy(120);
  for (let frame = 0; frame < drifting.frames; frame += 1) drifting.rows[7 * frame] += (0.3 * frame) / 120;
  assert.deepEqual(troublesOf(drifting).map(({ kind }) => kind), ["slide"]);
});

test("a motion that was judged jolts where its verdict says, and nowhere else", () => {
  const jolting = noisy(120);
  jolting.rows[7 * 60] += 0.2;
  const jolts = (verdict: VerdictFacts | null) => troublesOf(jolting, verdict).filter(({ kind }) => kind === "jolt").map(({ worst }) => worst);
  assert.ok(jolts(null).length > 0, "by itself it jolts");
  const good = { good: true, summary: "", faults: [], drift: null };
  assert.deepEqual(jolts(good), []);
  assert.deepEqual(jolts({ ...good, good: false, faults: [{ kind: "jolt", secs: 0.25, joint: "toe", found: 0.2, source: 0.01 }] }), [30]);
});

const KEYS: Key[] = [{ secs: 0, weights: [1, 0] }, { secs: 1, weights: [0.5, 0.5] }, { secs: 2, weights: [0, 1] }];

test("weights are even between keys and constant beyond them", () => {
  assert.deepEqual(weightsAt(KEYS, -1), [1, 0]);
  assert.deepEqual(weightsAt(KEYS, 0.5), [0.75, 0.25]);
  assert.deepEqual(weightsAt(KEYS, 1), [0.5, 0.5]);
  assert.deepEqual(weightsAt(KEYS, 7), [0, 1]);
});

test("keys stay in order and the ends stay where they are, wherever a hand moves them", () => {
  for (const n of [0, 1, 2]) {
    for (const by of [-9, -0.5, 0.5, 9]) {
      const moved = movedKey(KEYS, n, by);
      assert.ok(moved.every((key, m) => m === 0 || key.secs > moved[m - 1].secs), JSON.stringify(moved));
      assert.deepEqual([moved[0].secs, moved[2].secs], [0, 2]);
      const [, share] = sharedKey(KEYS, n, by)[n].weights;
      assert.ok(share >= 0 && share <= 1);
    }
  }
  assert.equal(movedKey(KEYS, 1, 0.25)[1].secs, 1.25);
  assert.deepEqual(sharedKey(KEYS, 1, 0.25)[1].weights, [0.25, 0.75]);
});

test("a key is added between others, changed where it is, and taken away", () => {
  assert.deepEqual(withKey(KEYS, { secs: 0.5, weights: [1, 0] }).map((key) => key.secs), [0, 0.5, 1, 2]);
  assert.deepEqual(withKey(KEYS, { secs: 1.01, weights: [1, 0] })[1], { secs: 1, weights: [1, 0] });
  assert.deepEqual(withoutKey(KEYS, 1), [KEYS[0], KEYS[2]]);
  assert.deepEqual(withoutKey(KEYS, 2)[2], { secs: 2, weights: [0.5, 0.5] }, "the motion ends where it did");
  assert.deepEqual(withoutKey([KEYS[0], KEYS[2]], 0), []);
});

test("an end of a plant that is moved near something comes to lie on it", () => {
  const range: Range = [20, 30];
  assert.equal(snapped(range, "end", 8, [40, 100], 3), 10);
  assert.equal(snapped(range, "end", 8, [42], 3), 8, "what is farther away does not draw it");
  assert.equal(snapped(range, "start", 8, [40], 3), 8, "an end that stays counts for nothing");
  assert.equal(snapped(range, "middle", 8, [40, 29], 3), 9, "of both ends the nearest");
  assert.equal(snapped(range, "middle", 8, [], 3), 8);
});
