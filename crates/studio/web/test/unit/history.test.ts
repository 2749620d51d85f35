import assert from "node:assert/strict";
import test from "node:test";
import { Document, type Json } from "../../src/core/document";
import { type Change, History, inverse, type Kept, type Steps } from "../../src/core/history";
import { keysOf, pointer, valueAt, withValue } from "../../src/core/pointer";
import { ApiError } from "../../src/net/error";

/** A server that keeps what it is sent, and says what was there when a command does not fit. */
function server() {
  const kept = { root: {} as Json, log: [] as string[], gone: false };
  let id = 0;
  const send = async (change: Change): Promise<Kept> => {
    if (kept.gone) throw new TypeError("network");
    if (kept.log.includes(change.id)) return { kept: true };
    const current = valueAt(kept.root, change.path);
    if (JSON.stringify(current) !== JSON.stringify(change.before)) return { kept: false, current };
    kept.root = withValue(kept.root, change.path, change.after);
    kept.log.push(change.id);
    return { kept: true };
  };
  let stored: Change[] = [];
  const outbox = { send, load: () => stored, store: (waiting: Change[]) => void (stored = [...waiting]), loadSteps: (): Steps => ({ done: [], undone: [] }), newId: () => String((id += 1)) };
  return { kept, outbox };
}

test("undoing everything restores the beginning, doing it again the end", async () => {
  const { kept, outbox } = server();
  const doc = new Document();
  const history = new History(doc, outbox);
  let seed = 7;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  for (let n = 0; n < 60; n += 1) {
    if (random(4) === 0) history.undo();
    else history.commit(pointer("a", `key/${random(3)}`), random(2) === 0 ? { n } : [n], "change");
    if (random(5) === 0) history.redo();
  }
  await history.flush();
  assert.deepEqual(kept.root, doc.all());
  const end = JSON.stringify(doc.all());
  let steps = 0;
  while (history.undo()) steps += 1;
  assert.deepEqual(doc.all(), { ...(doc.all() as object), a: {} });
  while (steps > 0) {
    history.redo();
    steps -= 1;
  }
  assert.equal(JSON.stringify(doc.all()), end);
  await history.flush();
  assert.deepEqual(kept.root, doc.all());
});

test("values that are set together are one step, which another tab's value at one of them takes away as a whole", async () => {
  const { kept, outbox } = server();
  const doc = new Document();
  const history = new History(doc, outbox);
  history.commitAll({ "/a": 1, "/b": 2, "/c": 3 }, "three");
  history.commitAll({ "/a": 7, "/b": 2, "/c": null }, "two of them");
  assert.deepEqual(history.depth.value, { undo: 2, redo: 0 });
  assert.deepEqual(history.undo()?.map(({ path }) => path), ["/a", "/c"], "what is the same is no part of it");
  assert.deepEqual(doc.all(), { a: 1, b: 2, c: 3 });
  history.redo();
  assert.deepEqual(doc.all(), { a: 7, b: 2 });
  history.commitAll({ "/a": 7, "/b": 2 }, "nothing new");
  assert.deepEqual(history.depth.value, { undo: 2, redo: 0 });
  await history.flush();
  assert.deepEqual(kept.root, doc.all());
  kept.root = { a: 9, b: 2 };
  history.undo();
  await history.flush();
  assert.deepEqual(doc.read("/a"), 9);
  assert.deepEqual(history.depth.value, { undo: 0, redo: 0 });
});

test("what is recorded is kept and is no step", async () => {
  const { kept, outbox } = server();
  const doc = new Document();
  const history = new History(doc, outbox);
  history.commit("/x", 1, "x");
  history.record("/results", { clip: "mine" }, "keep mine");
  assert.equal(history.undo()?.[0].words, "x");
  history.record("/more", 2, "keep more");
  assert.equal(history.redo()?.[0].words, "x", "what was undone can be done again");
  await history.flush();
  assert.deepEqual(kept.root, { x: 1, results: { clip: "mine" }, more: 2 });
});

test("commands wait while the server is gone and arrive once", async () => {
  const { kept, outbox } = server();
  const doc = new Document();
  const history = new History(doc, outbox);
  kept.gone = true;
  history.commit("/x", 1, "x");
  history.commit("/x", 2, "x");
  await history.flush();
  assert.equal(history.saved.value, false);
  assert.equal(outbox.load().length, 2);
  const reloaded = new Document();
  const next = new History(reloaded, outbox);
  next.reapply();
  assert.equal(reloaded.read("/x"), 2);
  kept.gone = false;
  await next.flush();
  assert.deepEqual(kept.root, { x: 2 });
  assert.equal(kept.log.length, 2);
  assert.equal(next.saved.value, true);
});

test("another tab's value stands, and the page says so", async () => {
  const { kept, outbox } = server();
  const doc = new Document();
  const history = new History(doc, outbox);
  const told: string[] = [];
  history.overtaken = (change) => void told.push(change.path);
  kept.root = { x: 9 };
  history.commit("/x", 1, "x");
  await history.flush();
  assert.equal(doc.read("/x"), 9);
  assert.deepEqual(told, ["/x"]);
  assert.equal(history.undo(), null);
});

test("what was done before a reload can be undone and done again after it", async () => {
  const { kept, outbox } = server();
  const before = new History(new Document(), outbox);
  for (const value of [1, 2, 3]) before.commit("/x", value, `x ${value}`);
  before.undo();
  await before.flush();
  const steps = JSON.parse(JSON.stringify(before.steps())) as Steps;
  const doc = new Document();
  doc.load(kept.root);
  const after = new History(doc, { ...outbox, loadSteps: () => steps });
  assert.deepEqual(after.depth.value, { undo: 2, redo: 1 });
  after.redo();
  assert.equal(doc.read("/x"), 3);
  for (const value of [2, 1, null]) {
    after.undo();
    assert.equal(doc.read("/x"), value);
  }
  await after.flush();
  assert.deepEqual(kept.root, {});
});

test("a refused command is taken back", async () => {
  const doc = new Document();
  const refuse = async () => {
    throw new ApiError(422, "unfit", "no");
  };
  const history = new History(doc, { ...server().outbox, send: refuse });
  history.commit("/x", 1, "x");
  await history.flush();
  assert.equal(doc.read("/x"), null);
  assert.equal(history.pending().length, 0);
});

test("a preview lies over what is kept until it is committed or discarded", () => {
  const doc = new Document();
  doc.apply("/x", 1);
  doc.preview("/x", 2);
  assert.equal(doc.read("/x"), 2);
  assert.equal(doc.kept("/x"), 1);
  doc.discard("/x");
  assert.equal(doc.read("/x"), 1);
});

test("the same value is no step", () => {
  const { outbox } = server();
  const history = new History(new Document(), outbox);
  history.commit("/x", [1, 2], "x");
  history.commit("/x", [1, 2], "x");
  assert.equal(history.depth.value.undo, 1);
});

test("the inverse of a rename names the new name", () => {
  const change: Change = { id: "1", type: "rename", path: "/names/a~1b", before: "a/b", after: "c", words: "" };
  assert.deepEqual(inverse(change, "2"), { ...change, id: "2", path: "/names/c", before: "c", after: "a/b" });
});

test("pointers hold any name", () => {
  for (const name of ["a/b", "~", "~1", "", "<img onerror=x>", "__proto__", "ü"]) {
    const path = pointer("clips", name);
    assert.deepEqual(keysOf(path), ["clips", name]);
    const root = withValue({}, path, 1);
    assert.equal(valueAt(root, path), 1);
    assert.deepEqual(withValue(root, path, null), { clips: {} });
  }
  assert.equal(({} as Record<string, unknown>)["1"], undefined);
});
