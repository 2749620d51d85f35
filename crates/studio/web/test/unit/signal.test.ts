import assert from "node:assert/strict";
import test from "node:test";
import { computed, detached, effect, flush, isStale, promptEffect, signal, untracked } from "../../src/core/signal";

test("an effect runs once for several changes, and only when what it read changed", () => {
  const [a, b, c] = [signal(1), signal(2), signal(3)];
  const sum = computed(() => a.value + b.value);
  const seen: number[] = [];
  effect(() => void seen.push(sum.value));
  a.value = 5;
  b.value = 6;
  c.value = 7;
  flush();
  flush();
  assert.deepEqual(seen, [3, 11]);
});

test("what was read last is what counts", () => {
  const [which, a, b] = [signal(true), signal(1), signal(2)];
  let runs = 0;
  effect(() => {
    runs += 1;
    void (which.value ? a.value : b.value);
  });
  which.value = false;
  flush();
  a.value = 9;
  flush();
  assert.equal(runs, 2);
});

test("effects made in an effect end when it runs again, unless they are detached", () => {
  const [outer, inner] = [signal(0), signal(0)];
  let own = 0;
  let free = 0;
  effect(() => {
    const round = outer.value;
    effect(() => {
      void inner.value;
      own += 1;
    });
    if (round === 0) detached(() => effect(() => {
      void inner.value;
      free += 1;
    }));
  });
  outer.value = 1;
  flush();
  inner.value = 1;
  flush();
  assert.equal(own, 3);
  assert.equal(free, 2);
});

test("reading without subscribing, ending, and undoing", () => {
  const a = signal(1);
  let runs = 0;
  let undone = 0;
  const end = effect(() => {
    runs += 1;
    void untracked(() => a.value);
    return () => void (undone += 1);
  });
  a.value = 2;
  flush();
  end();
  assert.deepEqual([runs, undone], [1, 1]);
});

test("a prompt effect runs once when the code that changed its values ends, without a frame", async () => {
  const [a, b] = [signal(1), signal(2)];
  const seen: number[] = [];
  const end = promptEffect(() => void seen.push(a.value + b.value));
  a.value = 5;
  b.value = 6;
  assert.deepEqual(seen, [3]);
  assert.ok(isStale());
  await Promise.resolve();
  assert.deepEqual(seen, [3, 11]);
  assert.ok(!isStale());
  a.value = 7;
  end();
  await Promise.resolve();
  assert.deepEqual(seen, [3, 11]);
});

test("effects that change each other for ever are stopped", () => {
  const a = signal(0);
  effect(() => {
    a.value = a.value + 1;
  });
  assert.throws(flush, /for ever/);
});
