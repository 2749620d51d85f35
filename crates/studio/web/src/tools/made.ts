// A motion that is made anew while a hand moves: one request on the live socket, patched as the request changes. What is shown at
// first is a draft; the whole result follows when the hand rests.
import { drawNow } from "../core/frame";
import type { Work } from "../core/resource";
import { type Readable, promptEffect, signal, untracked } from "../core/signal";
import { type Motion, plantedAs } from "../motion/clip";
import { ApiError } from "../net/error";
import { live, type LiveAnswer } from "../net/live";
import { motionAs, motionIn } from "../net/motions";
import { patchBetween } from "../net/patch";
import type { Asked } from "../net/verbs";
import type { DraftFacts, NoteFacts } from "../types.gen";
import { noteDrawn, touchedAt } from "./latency";

/** A whole result. */
export interface Made<T> {
  motion: Motion;
  answer: T;
  notes: NoteFacts[];
}

export interface LiveMade<T> extends Work {
  /** The motion as it is now. */
  motion: Readable<Motion | null>;
  /** What is known of it while it is a draft. */
  draft: Readable<DraftFacts | null>;
  /** The last whole result. */
  made: Readable<Made<T> | null>;
  error: Readable<ApiError | null>;
}

/** Makes what `asked` says, and again whenever it says something else; null makes nothing. */
export function makeLive<T>(asked: () => Asked | null): LiveMade<T> {
  const motion = signal<Motion | null>(null);
  const draft = signal<DraftFacts | null>(null);
  const made = signal<Made<T> | null>(null);
  const error = signal<ApiError | null>(null);
  const loading = signal(false);
  const cancelled = signal(false);
  let open: { id: number; asked: Asked; about: string } | null = null;

  async function answered(answer: LiveAnswer, at: number): Promise<void> {
    const found = (await motionAs(answer, "result")) ?? (await motionIn(answer, 0));
    const answeredAt = performance.now();
    draft.value = answer.header.draft ?? null;
    motion.value = draft.peek() ? plantedAs(found, made.peek()?.motion ?? null) : found;
    if (!draft.peek()) made.value = { motion: found, answer: answer.header.answer as T, notes: answer.header.notes ?? [] };
    error.value = null;
    loading.value = false;
    drawNow();
    if (at > 0) noteDrawn(answer, at, answeredAt);
  }

  function nothing(reason: ApiError | null): void {
    cancelled.value = false;
    motion.value = null;
    draft.value = null;
    made.value = null;
    error.value = reason;
    loading.value = false;
  }

  function begin(now: Asked): void {
    loading.value = true;
    cancelled.value = false;
    const id = live.open({ ...now, answered: (answer, at) => void answered(answer, at), refused: nothing });
    open = { id, asked: now, about: subject(now) };
  }

  function end(): void {
    if (open) live.close(open.id);
    open = null;
  }

  function update(now: Asked | null): void {
    if (!now) {
      end();
      nothing(null);
    } else if (open && open.about === subject(now)) {
      const patch = patchBetween(open.asked.request, now.request);
      open.asked = now;
      if (patch) live.set(open.id, patch, touchedAt());
    } else {
      end();
      begin(now);
    }
  }

  function cancel(): void {
    end();
    nothing(null);
    cancelled.value = true;
  }

  promptEffect(() => {
    const now = asked();
    untracked(() => update(now));
  });
  return { motion, draft, made, error, loading, cancelled, cancel, again: () => update(untracked(asked)) };
}

/** What must stay the same for a request to be patched: the verb and its clips. */
function subject({ verb, request }: Asked): string {
  const { clips, motion } = request as { clips?: unknown; motion?: unknown };
  return JSON.stringify([verb, clips, motion]);
}
