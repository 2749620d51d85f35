// What the server answers to a question that changes: the newest question wins, the last answer stays until the next.
import { ApiError } from "../net/error";
import { bump, effect, type Readable, type Signal, signal, untracked } from "./signal";

/** Work under way that a person may stop, and begin again. */
export interface Work {
  loading: Readable<boolean>;
  /** Whether a person stopped it. */
  cancelled: Readable<boolean>;
  cancel(): void;
  /** Asks again, though the question is the same. */
  again(): void;
}

/** An answer, what is wrong with the question, or that it is awaited. */
export interface Resource<T> extends Work {
  value: Signal<T | null>;
  error: Signal<ApiError | null>;
  loading: Signal<boolean>;
}

/** Asks whenever `question` gives another text (JSON, or null for no question). */
export function resource<Q, T>(question: () => Q | null, ask: (question: Q, cancel: AbortSignal) => Promise<T>): Resource<T> {
  const value = signal<T | null>(null);
  const error = signal<ApiError | null>(null);
  const loading = signal(false);
  const cancelled = signal(false);
  const repeat = signal(0);
  let asked = "";
  let controller = new AbortController();

  async function load(now: Q): Promise<void> {
    controller.abort();
    const own = new AbortController();
    controller = own;
    loading.value = true;
    cancelled.value = false;
    try {
      const answer = await ask(now, own.signal);
      if (own.signal.aborted) return;
      value.value = answer;
      error.value = null;
    } catch (thrown) {
      if (own.signal.aborted) return;
      value.value = null;
      error.value = ApiError.of(thrown);
    }
    loading.value = false;
  }

  effect(() => {
    const now = question();
    const key = `${repeat.value}:${JSON.stringify(now)}`;
    if (key === asked) return;
    asked = key;
    untracked(() => {
      if (now !== null) return void load(now);
      controller.abort();
      value.value = null;
      error.value = null;
      loading.value = false;
      cancelled.value = false;
    });
  });

  /** What was answered before stays. */
  function cancel(): void {
    controller.abort();
    loading.value = false;
    cancelled.value = true;
  }
  return { value, error, loading, cancelled, cancel, again: () => bump(repeat) };
}
