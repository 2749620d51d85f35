// The tour: five steps on the samples; each ends when the person has done it.
import { h, text } from "../core/dom";
import { effect, signal } from "../core/signal";
import { view } from "../core/view";
import { clipNamed, isSample, selected, sought } from "../library/clips";
import { button } from "../ui/button";
import { toured } from "./toured";

interface Step {
  words: string;
  /** The clip that it is about, to be found among many. */
  clip?: string;
  /** Whether the person has done it. */
  done(): boolean;
}

const STEPS: Step[] = [
  { clip: "walk-left", words: "Click walk-left in the library: it plays. Space pauses and plays.", done: () => view.selection.value.includes("walk-left") && view.playing.value },
  { clip: "walk-right", words: "Ctrl-click walk-right, then drag the slider: any walk in between.", done: () => toured.value.has("slider") },
  { words: "Press Compare: the plain average drags its feet.", done: () => toured.value.has("compare") },
  { clip: "take-kicks", words: "Click take-kicks, drag over one kick on its bar in the timeline, and press Find like this.", done: () => toured.value.has("find") },
  { words: "Press Export and choose GLB.", done: () => toured.value.has("export") },
];

const at = signal(-1);

/** Begins the tour. */
export function startTour(): void {
  toured.value = new Set();
  at.value = 0;
}

function end(): void {
  at.value = -1;
  view.toured.value = true;
}

/** Whoever works with clips of their own needs no tour of the samples. */
const hasOwnSelected = () => selected.value.some((clip) => !isSample(clip));

/** The card of the tour. */
export function tourCard(): HTMLElement {
  effect(() => {
    const step = STEPS[at.value];
    const clip = step?.clip ?? null;
    sought.value = clip !== null && !view.selection.value.includes(clip) ? clip : null;
    if (step && hasOwnSelected()) return end();
    if (!step?.done()) return;
    if (at.value + 1 < STEPS.length) at.value += 1;
    else end();
  });
  return h("aside", { class: "tour", "aria-label": "Tour", role: "status", hidden: () => at.value < 0 },
    h("p", { class: "muted" }, text(() => `Step ${at.value + 1} of ${STEPS.length}`)),
    h("p", { class: "tour-words" }, text(() => STEPS[at.value]?.words ?? "")),
    h("div", { class: "row end" }, button("Skip", end, { class: "button small" })));
}

const hasSamples = () => ["walk-left", "walk-right", "take-kicks"].every((name) => clipNamed(name) !== undefined);

/** Begins the tour on the first visit, once the samples are there: the first start still reads them in. */
export function offerTour(): void {
  let offered = view.toured.peek() || view.testing;
  effect(() => {
    if (offered || !hasSamples()) return;
    offered = true;
    // Who has begun by themselves is left alone.
    if (view.selection.peek().length === 0) startTour();
  });
}
