// A motion that is made anew while a hand moves: one request on the live socket, patched as the request changes.
import { paintSoon } from "../core/frame";
import { effect, type Readable, signal, untracked } from "../core/signal";
import { view } from "../core/view";
import type { Motion } from "../motion/clip";
import { ApiError } from "../net/error";
import { live, type LiveAnswer } from "../net/live";
import { motionAs, motionIn } from "../net/motions";
import { patchBetween } from "../net/patch";
import type { Asked } from "../net/verbs";

/** What was made, last. */
export interface Made<T> {
  motion: Motion;
  answer: T;
  /** The container, for what else the verb puts in. */
  answered: LiveAnswer;
  asked: Asked;
}

export interface LiveMade<T> {
  made: Readable<Made<T> | null>;
  error: Readable<ApiError | null>;
  loading: Readable<boolean>;
}

/** Milliseconds of each drag sample: the server's own, and from asking to the answer and to the end of the frame that draws it. */
export const latencies: { server_ms: number; round_ms: number; drawn_ms: number }[] = [];
const MOST_LATENCIES = 2000;

/** Makes what `asked` says, and again whenever it says something else; null makes nothing. */
export function makeLive<T>(asked: () => Asked | null): LiveMade<T> {
  const made = signal<Made<T> | null>(null);
  const error = signal<ApiError | null>(null);
  const loading = signal(false);
  let open: { id: number; asked: Asked; about: string } | null = null;
  let sentAt = 0;

  async function answered(answer: LiveAnswer, by: Asked): Promise<void> {
    const motion = (await motionAs(answer, "result")) ?? (await motionIn(answer, 0));
    made.value = { motion, answer: answer.header.answer as T, answered: answer, asked: by };
    error.value = null;
    loading.value = false;
    measure(answer);
  }

  function measure({ header }: LiveAnswer): void {
    const [from, round_ms] = [sentAt, performance.now() - sentAt];
    if (!view.testing || latencies.length >= MOST_LATENCIES) return;
    // What is painted in this frame is painted before the task that it belongs to ends.
    paintSoon(() => queueMicrotask(() => latencies.push({ server_ms: (header.server_us ?? 0) / 1000, round_ms, drawn_ms: performance.now() - from })));
  }

  function begin(now: Asked): void {
    sentAt = performance.now();
    loading.value = true;
    const id = live.open({
      ...now,
      answered: (answer) => void answered(answer, open?.asked ?? now),
      refused: (refusal) => {
        made.value = null;
        error.value = refusal;
        loading.value = false;
      },
    });
    open = { id, asked: now, about: subject(now) };
  }

  function end(): void {
    if (open) live.close(open.id);
    open = null;
  }

  function update(now: Asked | null): void {
    if (!now) {
      end();
      made.value = null;
      error.value = null;
      loading.value = false;
    } else if (open && open.about === subject(now)) {
      const patch = patchBetween(open.asked.request, now.request);
      open.asked = now;
      if (!patch) return;
      sentAt = performance.now();
      live.set(open.id, patch);
    } else {
      end();
      begin(now);
    }
  }

  effect(() => {
    const now = asked();
    untracked(() => update(now));
  });
  return { made, error, loading };
}

/** What must stay the same for a request to be patched: the verb and its clips. */
function subject({ verb, request }: Asked): string {
  const { clips, motion } = request as { clips?: unknown; motion?: unknown };
  return JSON.stringify([verb, clips, motion]);
}
