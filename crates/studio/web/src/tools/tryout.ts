// What may help where a verdict is bad: settings are tried in the background, and only those whose result is better are offered.
import { resource } from "../core/resource";
import { computed, type Readable } from "../core/signal";
import { ask, type Asked } from "../net/verbs";
import type { VerdictFacts } from "../types.gen";
import { button } from "../ui/button";

/** A change that may help. */
export interface Way {
  /** After "Try": `open ends`. */
  label: string;
  /** The request with the change. */
  asked: Asked;
  /** Makes the change. */
  take(): void;
}

/** Milliseconds for which a hand rests before anything is tried. */
const PAUSE_MS = 400;
/** More ways than these are not offered. */
const MOST = 2;

/** The ways whose result has fewer faults than what is shown, the best first. */
export function tryouts(shown: () => { verdict: VerdictFacts; ways: Way[] } | null): Readable<Way[]> {
  const better = resource(
    () => {
      const now = shown();
      return now && !now.verdict.good ? { faults: now.verdict.faults.length, ways: now.ways.map(({ label, asked }) => ({ label, asked })) } : null;
    },
    async ({ faults, ways }, cancel) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const left: { label: string; faults: number }[] = [];
      for (const { label, asked } of ways) {
        cancel.throwIfAborted();
        // What is refused helps nobody.
        const verdict = await ask<{ verdict: VerdictFacts | null }>(asked, cancel).then((answer) => answer.verdict, () => null);
        if (verdict && verdict.faults.length < faults) left.push({ label, faults: verdict.faults.length });
      }
      return left.sort((a, b) => a.faults - b.faults).slice(0, MOST).map(({ label }) => label);
    },
  );
  return computed(() => (better.value.value ?? []).flatMap((label) => shown()?.ways.find((way) => way.label === label) ?? []));
}

/** A button for each way. */
export function wayButtons(ways: Readable<Way[]>): HTMLElement[] {
  return ways.value.map(({ label, take }) => button(`Try ${label}`, take, { class: "button small" }));
}
