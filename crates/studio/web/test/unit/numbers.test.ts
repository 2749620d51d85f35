import assert from "node:assert/strict";
import test from "node:test";
import { decode } from "../../src/net/container";

/** A container as the server makes it. */
function container(header: object, arrays: Record<string, { type: string; shape: number[]; bytes: Uint8Array }>): ArrayBuffer {
  const entries: Record<string, object> = {};
  let at = 0;
  for (const [name, { type, shape, bytes }] of Object.entries(arrays)) {
    entries[name] = { type, shape, at };
    at += Math.ceil(bytes.length / 8) * 8;
  }
  let text = JSON.stringify({ ...header, arrays: entries });
  while ((8 + new TextEncoder().encode(text).length) % 8 !== 0) text += " ";
  const head = new TextEncoder().encode(text);
  const all = new Uint8Array(8 + head.length + at);
  all.set(new TextEncoder().encode("SGB1"));
  new DataView(all.buffer).setUint32(4, head.length, true);
  all.set(head, 8);
  for (const [name, { bytes }] of Object.entries(arrays)) all.set(bytes, 8 + head.length + (entries[name] as { at: number }).at);
  return all.buffer;
}

test("arrays of a container are views with their types and shapes", () => {
  const rows = new Float32Array([1, 2, 3, 4, 5, 6]);
  const bytes = container({ answer: "ä" }, {
    "clip0.plants": { type: "u8", shape: [3], bytes: new Uint8Array([1, 2, 3]) },
    "clip0.rows": { type: "f32", shape: [2, 3], bytes: new Uint8Array(rows.buffer) },
  });
  const read = decode<{ answer: string }>(bytes);
  assert.equal(read.header.answer, "ä");
  assert.deepEqual([...(read.array("clip0.rows") ?? [])], [...rows]);
  assert.deepEqual([...(read.array("clip0.plants") ?? [])], [1, 2, 3]);
  assert.deepEqual(read.shape("clip0.rows"), [2, 3]);
  assert.equal(read.array("clip1.rows"), null);
  assert.equal(read.array("clip0.rows")?.buffer, bytes);
});

test("something else, and what is cut off, is refused", () => {
  const whole = container({}, { a: { type: "f32", shape: [4], bytes: new Uint8Array(16) } });
  assert.throws(() => decode(new TextEncoder().encode("GIF89a..").buffer as ArrayBuffer), /not a container/);
  assert.throws(() => decode(whole.slice(0, 12)), /cut off/);
  assert.throws(() => decode(whole.slice(0, whole.byteLength - 8)).array("a"), /cut off/);
});
