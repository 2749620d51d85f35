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

test("what is made anew and comes out the same is no change", () => {
  const a = signal(1);
  let made = 0;
  const isBig = computed(() => a.value > 10);
  const words = computed(() => {
    made += 1;
    return isBig.value ? "big" : "small";
  });
  const seen: string[] = [];
  effect(() => void seen.push(words.value));
  a.value = 2;
  flush();
  assert.deepEqual([seen, made], [["small"], 1]);
  a.value = 11;
  flush();
  a.value = 12;
  flush();
  assert.deepEqual([seen, made], [["small", "big"], 2]);
});

test("an effect that reads a value in two ways runs once, and sees both as they are now", () => {
  const a = signal(1);
  const [twice, odd] = [computed(() => 2 * a.value), computed(() => a.value % 2 === 1)];
  const seen: [number, boolean][] = [];
  effect(() => void seen.push([twice.value, odd.value]));
  a.value = 3;
  flush();
  a.value = 4;
  flush();
  assert.deepEqual(seen, [[2, true], [6, true], [8, false]]);
});

test("a value that could not be made is tried again, and its error is met by whoever reads it", () => {
  const a = signal(0);
  const broken = computed(() => {
    if (a.value === 1) throw new Error("one");
    return a.value;
  });
  const seen: unknown[] = [];
  effect(() => {
    try {
      seen.push(broken.value);
    } catch (error) {
      seen.push((error as Error).message);
    }
  });
  a.value = 1;
  flush();
  a.value = 2;
  flush();
  assert.deepEqual(seen, [0, "one", 2]);
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
