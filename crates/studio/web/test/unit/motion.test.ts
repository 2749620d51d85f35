import assert from "node:assert/strict";
import test from "node:test";
import { ballsOf, bonesOf } from "../../src/motion/body";
import { commonAt, type Joint, type Motion, placeIn, plantedAs, plantsOfBits, stretchOf, timeAt } from "../../src/motion/clip";
import { advanced } from "../../src/motion/play";
import { lay, newPose, poseAt } from "../../src/motion/pose";
import { sample, slerp } from "../../src/motion/sample";

const half = Math.SQRT1_2;

/** Two joints, the second 1 m above the first; the first turns a right angle about X from frame 0 to frame 1. */
function motion(): Motion {
  const rows = new Float32Array([
    0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    2, 1, 0, half, 0, 0, half, 0, 0, 0, 1,
  ]);
  const joint = { side: "middle" as const, part: null };
  return {
    name: "m", rate: 10, frames: 2, rows, stride: 11, translated: [], u: new Float32Array([0.5, 1.5]), plants: {},
    skeleton: {
      hash: "s", ends: [{ joint: 1, offset: [0, 0.5, 0] }],
      joints: [{ name: "a", parent: -1, offset: [0, 0, 0], ...joint }, { name: "b", parent: 0, offset: [0, 1, 0], ...joint }],
    },
  };
}

function places(of: Motion, secs: number): number[] {
  const pose = newPose(of.skeleton);
  poseAt(of, secs, new Float32Array(of.stride), pose);
  return [...pose.places].map((value) => Number(value.toFixed(5)));
}

test("joints hang from their parents, ends from their joints", () => {
  assert.deepEqual(places(motion(), 0), [0, 1, 0, 0, 2, 0, 0, 2.5, 0]);
  assert.deepEqual(places(motion(), 0.1), [2, 1, 0, 2, 1, 1, 2, 1, 1.5]);
});

test("between frames the root is on a line and turns along an arc", () => {
  const [x, y, z, , by, bz] = places(motion(), 0.05);
  assert.deepEqual([x, y, z], [1, 1, 0]);
  assert.ok(Math.abs(by - 1 - half) < 1e-5 && Math.abs(bz - half) < 1e-5);
});

test("times before and after a motion give its ends", () => {
  assert.deepEqual(places(motion(), -3), places(motion(), 0));
  assert.deepEqual(places(motion(), 9), places(motion(), 0.1));
});

test("a translation track replaces the offset", () => {
  const moved = motion();
  const rows = new Float32Array(28);
  rows.set(moved.rows.subarray(0, 11), 0);
  rows.set([0, 3, 0], 11);
  rows.set(moved.rows.subarray(11, 22), 14);
  rows.set([0, 3, 0], 25);
  assert.equal(places({ ...moved, rows, stride: 14, translated: [1] }, 0)[4], 4);
});

test("slerp takes the shorter arc: q and −q are the same turn", () => {
  const turns = new Float32Array([0, 0, 0, 1, 0, 0, -half, -half]);
  const out = new Float32Array(4);
  slerp(turns, 0, 4, 0.5, out, 0);
  assert.ok(Math.abs(out[2] - Math.sin(Math.PI / 8)) < 1e-6 && Math.abs(out[3] - Math.cos(Math.PI / 8)) < 1e-6);
});

test("sampling at a frame gives the frame bit for bit", () => {
  const row = new Float32Array(11);
  sample(motion(), 0.1, row);
  assert.deepEqual([...row], [...motion().rows.subarray(11)]);
});

test("laying a pose elsewhere turns counter-clockwise seen from above", () => {
  const pose = { places: new Float32Array([1, 2, 0]), turns: new Float32Array([0, 0, 0, 1]) };
  lay(pose, { turn: Math.PI / 2, x: 10, z: 20 });
  assert.deepEqual([...pose.places].map((value) => Number(value.toFixed(5))), [10, 2, 19]);
  assert.deepEqual([...pose.turns].map((value) => Number(value.toFixed(5))), [0, 0.70711, 0, 0.70711]);
});

test("plants are ranges of bits", () => {
  assert.deepEqual(plantsOfBits([0, 1, 3, 3, 2, 0, 1]), { left_heel: [[1, 3], [6, 6]], left_toe: [[2, 4]] });
});

test("common time and time are inverses", () => {
  const of = motion();
  for (const u of [0.5, 0.7, 1.2, 1.5]) assert.ok(Math.abs((commonAt(of, timeAt(of, u)) ?? 0) - u) < 1e-6);
});

test("the place in a rising list", () => {
  assert.deepEqual(placeIn([0, 1, 3], 2), { at: 1, share: 0.5 });
  assert.deepEqual(placeIn([0, 1, 3], -1), { at: 0, share: 0 });
  assert.deepEqual(placeIn([0, 1, 3], 9), { at: 2, share: 0 });
  assert.deepEqual(placeIn([5], 9), { at: 0, share: 0 });
});

test("the playhead repeats or stops at the end", () => {
  assert.deepEqual(advanced(0.9, 0.2, 1, false), { time: 1, playing: false });
  const looped = advanced(0.9, 0.2, 1, true);
  assert.ok(looped.playing && Math.abs(looped.time - 0.1) < 1e-9);
});

test("a draft stands where the whole motion stood, in its own time", () => {
  const whole: Motion = { ...motion(), frames: 11, plants: { left_toe: [[0, 5], [8, 10]] } };
  const draft: Motion = { ...motion(), frames: 21, plants: { right_toe: [[1, 2]] } };
  assert.deepEqual(plantedAs(draft, whole).plants, { left_toe: [[0, 10], [16, 20]] });
  assert.equal(plantedAs(draft, null), draft);
});

test("a stretch has the rows and the plants that lie in it", () => {
  const rows = Float32Array.from({ length: 20 }, (_, n) => n);
  const whole: Motion = { ...motion(), frames: 10, stride: 2, rows, plants: { left_toe: [[0, 3], [5, 9]], right_toe: [[0, 1]] } };
  const part = stretchOf(whole, "part", [2, 6]);
  assert.deepEqual([part.name, part.frames, [...part.rows]], ["part", 5, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]]);
  assert.deepEqual(part.plants, { left_toe: [[0, 1], [3, 4]], right_toe: [] });
});

test("a body has one ball for each joint, as thick as its thickest bone, and nothing between the floor and its hips", () => {
  const joint = (name: string, parent: number, part: string | null): Joint => ({ name, parent, part, side: "middle", offset: [0, 0.3, 0] });
  const joints = [joint("root", -1, null), joint("hips", 0, "hips"), joint("spine", 1, null), joint("shoulder", 2, "shoulder.l"), joint("elbow", 3, "elbow.l")];
  const bones = bonesOf({ hash: "s", joints, ends: [{ joint: 4, offset: [0, 0.2, 0] }] });
  assert.deepEqual(bones.map(({ from, to }) => [from, to]), [[1, 2], [2, 3], [3, 4], [4, 5]]);
  const balls = ballsOf(bones);
  assert.deepEqual(balls.map(({ point }) => point).sort(), [1, 2, 3, 4, 5]);
  for (const { point, radius } of balls) {
    for (const bone of bones.filter(({ from }) => from === point)) assert.ok(radius >= bone.radius);
  }
});
