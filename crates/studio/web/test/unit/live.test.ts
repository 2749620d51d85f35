import assert from "node:assert/strict";
import test from "node:test";
import { Live, REST_MS } from "../../src/net/live";
import { merge, patchBetween } from "../../src/net/patch";

/** The bytes of an answer without arrays. */
function answer(live: number, seq: number, draft?: object): ArrayBuffer {
  let text = JSON.stringify({ live, seq, answer: null, draft });
  while (text.length % 8 !== 0) text += " ";
  const all = new Uint8Array(8 + text.length);
  all.set(new TextEncoder().encode("SGB1"));
  new DataView(all.buffer).setUint32(4, text.length, true);
  all.set(new TextEncoder().encode(text), 8);
  return all.buffer;
}

function setUp() {
  const live = new Live();
  const sent: Record<string, unknown>[] = [];
  const heard: (number | string)[] = [];
  const socket = { send: (text: string) => void sent.push(JSON.parse(text)), close: () => {} };
  live.connect(socket);
  const id = live.open({ verb: "blend", request: { weights: [1, 0] }, answered: ({ header }) => void heard.push(header.seq ?? 0), refused: (error) => void heard.push(error.code) });
  return { live, sent, heard, id, socket };
}

test("one request is under way, the newest waits, older ones are dropped", () => {
  const { live, sent, heard, id } = setUp();
  for (const share of [0.1, 0.2, 0.3]) live.set(id, { weights: [1 - share, share] });
  assert.equal(sent.length, 1);
  live.receive(answer(id, 0));
  assert.deepEqual(sent[1], { set: id, seq: 1, patch: { weights: [0.7, 0.3] }, draft: true });
  assert.ok(live.isWaiting);
  live.receive(answer(id, 1));
  assert.equal(sent.length, 2);
  assert.deepEqual(heard, [0, 1]);
  assert.ok(!live.isWaiting);
});

test("patches that wait are merged", () => {
  const { live, sent, id } = setUp();
  live.set(id, { weights: [0, 1] });
  live.set(id, { make: { clean_up: false } });
  live.receive(answer(id, 0));
  assert.deepEqual(sent[1]["patch"], { weights: [0, 1], make: { clean_up: false } });
});

test("what a patch takes away is taken away, though it waits", () => {
  const { live, sent, id } = setUp();
  live.set(id, { make: { clean_up: false, feet: "lock" } });
  live.set(id, { make: { clean_up: null }, skeleton: null });
  live.receive(answer(id, 0));
  assert.deepEqual(sent[1]["patch"], { make: { clean_up: null, feet: "lock" }, skeleton: null });
});

test("when the hand rests after a draft, the whole result is asked for", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, sent, heard, id } = setUp();
  live.receive(answer(id, 0));
  live.set(id, { weights: [0.4, 0.6] });
  live.receive(answer(id, 1, {}));
  mock.timers.tick(REST_MS - 1);
  assert.equal(sent.length, 2, "the hand may go on");
  assert.ok(live.isWaiting);
  mock.timers.tick(1);
  assert.deepEqual(sent[2], { set: id, seq: 2 });
  live.receive(answer(id, 2));
  assert.deepEqual(heard, [0, 1, 2]);
  assert.ok(!live.isWaiting);
});

test("a whole result does not replace the draft of a hand that went on", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, sent, heard, id } = setUp();
  live.receive(answer(id, 0));
  live.set(id, { weights: [0.4, 0.6] });
  live.receive(answer(id, 1, {}));
  mock.timers.tick(REST_MS);
  live.set(id, { weights: [0.3, 0.7] });
  assert.deepEqual(sent[3], { set: id, seq: 3, patch: { weights: [0.3, 0.7] }, draft: true }, "it does not wait for the whole");
  live.receive(answer(id, 2));
  live.receive(answer(id, 3, {}));
  live.refuse(id, 2, { code: "late", message: "no" });
  assert.deepEqual(heard, [0, 1, 3]);
  mock.timers.tick(REST_MS);
  live.receive(answer(id, 4));
  assert.deepEqual(heard, [0, 1, 3, 4]);
});

test("a verb without drafts is asked once for each change", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, sent, id } = setUp();
  live.receive(answer(id, 0));
  live.set(id, { at: 1 });
  live.receive(answer(id, 1));
  mock.timers.tick(10 * REST_MS);
  assert.equal(sent.length, 2);
});

test("an answer says when the hand moved for what it answers", () => {
  const live = new Live();
  const moments: number[] = [];
  live.connect({ send: () => {}, close: () => {} });
  const id = live.open({ verb: "blend", request: {}, answered: (_, at) => void moments.push(at), refused: () => {} });
  live.set(id, { a: 1 }, 10);
  live.set(id, { a: 2 }, 20);
  live.receive(answer(id, 0));
  live.set(id, { a: 3 }, 30);
  live.receive(answer(id, 1));
  live.receive(answer(id, 2));
  assert.deepEqual(moments, [0, 20, 30]);
});

test("a new connection opens what was open, as it is now", () => {
  const { live, sent, id, socket } = setUp();
  live.set(id, { weights: [0.5, 0.5] });
  live.disconnect();
  live.connect(socket);
  assert.deepEqual(sent.at(-1), { open: id, verb: "blend", request: { weights: [0.5, 0.5] } });
});

test("a refusal is told and the next request goes on", () => {
  const { live, sent, heard, id } = setUp();
  live.set(id, { weights: [2, -1] });
  live.refuse(id, 0, { code: "unfit", message: "no" });
  assert.deepEqual(heard, ["unfit"]);
  assert.equal(sent.length, 2);
  live.close(id);
  live.receive(answer(id, 1));
  assert.deepEqual(heard, ["unfit"]);
});

test("the patch between two requests makes one of the other", () => {
  const cases: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ a: 1 }, { a: 1 }],
    [{ a: 1, b: { c: [1], d: 2 } }, { b: { c: [2], e: 3 } }],
    [{ register: {} }, { register: { ends: "open", pins: [{ secs: 1 }] } }],
    [{ a: [1, 2] }, { a: { b: 1 } }],
  ];
  for (const [before, after] of cases) {
    const patch = patchBetween(before, after);
    assert.deepEqual(merge(before, patch ?? {}), after);
  }
  assert.equal(patchBetween({ a: { b: 1 } }, { a: { b: 1 } }), null);
});
