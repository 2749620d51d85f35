import assert from "node:assert/strict";
import test from "node:test";
import { Live } from "../../src/net/live";
import { merge, patchBetween } from "../../src/net/patch";

/** The bytes of an answer without arrays. */
function answer(live: number, seq: number): ArrayBuffer {
  let text = JSON.stringify({ live, seq, answer: null });
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
  const id = live.open({ verb: "blend", request: { weights: [1, 0] }, answered: (_, seq) => void heard.push(seq), refused: (error) => void heard.push(error.code) });
  return { live, sent, heard, id, socket };
}

test("one request is under way, the newest waits, older ones are dropped", () => {
  const { live, sent, heard, id } = setUp();
  for (const share of [0.1, 0.2, 0.3]) live.set(id, { weights: [1 - share, share] });
  assert.equal(sent.length, 1);
  live.receive(answer(id, 0));
  assert.deepEqual(sent[1], { set: id, seq: 1, patch: { weights: [0.7, 0.3] }, window: null });
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
  live.refuse(id, { code: "unfit", message: "no" });
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
