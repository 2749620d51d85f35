import assert from "node:assert/strict";
import test from "node:test";
import { familiesOf, isOpen, setOpen } from "../../src/tools/families";
import type { FamilyFacts, MatchFacts } from "../../src/types.gen";

const match = (rank: number, clip: string, first: number): MatchFacts => ({
  rank, clip, range: [first, first + 10], direct_cm: null, graph_cm: rank, tier: 1, confidence: null, cluster: 1, mirrored: false, turns_deg: null,
});
const family = (clip: string, range: [number, number], ranks: number[]): FamilyFacts => ({ clip, mirrored: false, range, period_secs: ranks.length > 1 ? 1 : null, ranks });

test("a family holds its matches in order of time, and its nearest one", () => {
  const matches = [match(1, "a", 20), match(2, "b", 0), match(3, "a", 0)];
  const [walk, single] = familiesOf({ matches, families: [family("a", [0, 30], [3, 1]), family("b", [0, 10], [2])] });
  assert.deepEqual(walk.members.map(({ rank }) => rank), [3, 1]);
  assert.equal(walk.best.rank, 1);
  assert.deepEqual(single.members.map(({ rank }) => rank), [2]);
});

test("a family stays open when one of its matches is rejected", () => {
  const matches = [match(1, "a", 20), match(2, "a", 0), match(3, "a", 40)];
  const [whole] = familiesOf({ matches, families: [family("a", [0, 50], [2, 1, 3])] });
  setOpen(whole, true);
  const [less] = familiesOf({ matches: [match(1, "a", 0), match(2, "a", 40)], families: [family("a", [0, 50], [1, 2])] });
  assert.ok(isOpen(less));
  setOpen(less, false);
  assert.ok(!isOpen(less));
});
