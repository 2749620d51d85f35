// A suggestion for a step that has none: nearby changes are tried in the background, the smallest that makes the step good is offered.
import { resource } from "../core/resource";
import { computed } from "../core/signal";
import { ask } from "../net/verbs";
import type { SketchEdit, StepFacts } from "../types.gen";
import type { PathFacts, Place, SketchAnswer, SketchFile } from "./sketchdoc";
import { facts, phase, shownPath, sketch, trying } from "./sketchstate";

/** A change that makes a step good. */
export interface Suggestion {
  contact: number;
  /** After "Use". */
  words: string;
  edits: SketchEdit[];
}

/** Milliseconds for which a hand rests before anything is tried. */
const PAUSE_MS = 600;
/** Metres by which a contact is moved along its path. */
const SHIFTS = [0.1, -0.1, 0.2, -0.2, 0.35, -0.35];
/** Shares of the speed of the arc that leads to it. */
const SPEEDS = [0.85, 0.7, 1.2];

/** Bad steps for which the program itself has nothing to suggest. */
const stuck = (steps: StepFacts[]): number[] => steps.flatMap(({ good, mend, contact }) => (!good && mend.length === 0 && contact !== null ? [contact] : []));
const badOf = (steps: StepFacts[]): number => steps.filter(({ good }) => !good).length;

/** A contact moved on along its path. */
function moved({ contacts }: PathFacts, contact: number, by: number): Place {
  const [from, to] = [contacts[Math.max(0, contact - 1)].place, contacts[Math.min(contacts.length - 1, contact + 1)].place];
  const size = Math.hypot(to[0] - from[0], to[2] - from[2]) || 1;
  const [x, y, z] = contacts[contact].place;
  return [x + (by * (to[0] - from[0])) / size, y, z + (by * (to[2] - from[2])) / size];
}

/** What may help a step, the smallest change first. */
function candidates(plan: PathFacts, path: number, contact: number): Suggestion[] {
  const shifts = SHIFTS.map((by): Suggestion => ({
    contact, words: `a contact ${Math.round(100 * Math.abs(by))} cm ${by > 0 ? "farther on" : "earlier"}`,
    edits: [{ edit: "contact", path, contact, place: moved(plan, contact, by) }],
  }));
  const before = plan.arcs[contact - 1];
  const speed = before ? Math.hypot(before.velocity[0], before.velocity[2]) : 0;
  const speeds = speed < 0.3 ? [] : SPEEDS.map((share): Suggestion => ({
    contact, words: `${(share * speed).toFixed(1)} m/s before it`, edits: [{ edit: "speed", path, arc: contact - 1, speed: share * speed }],
  }));
  return shifts.flatMap((shift, n) => (speeds[n] ? [shift, speeds[n]] : [shift]));
}

async function firstThatHelps(file: SketchFile, plan: PathFacts, steps: StepFacts[], cancel: AbortSignal): Promise<Suggestion[]> {
  const found: Suggestion[] = [];
  for (const contact of stuck(steps)) {
    for (const one of candidates(plan, file.paths.length - 1, contact)) {
      cancel.throwIfAborted();
      // What is refused helps nobody.
      const answer = await ask<SketchAnswer>({ verb: "stance.sketch", request: { sketch: file, edits: one.edits } }, cancel).catch(() => null);
      const after = answer?.paths.at(-1)?.verdict?.steps ?? null;
      if (!after?.find((step) => step.contact === contact)?.good || badOf(after) >= badOf(steps)) continue;
      found.push(one);
      break;
    }
  }
  return found;
}

const tried = resource(
  () => {
    const path = shownPath.value;
    if (phase.value !== "arcs" || trying.value || facts.loading.value || !path?.plan || !path.verdict) return null;
    return stuck(path.verdict.steps).length > 0 ? { file: sketch.value, plan: path.plan, steps: path.verdict.steps } : null;
  },
  async ({ file, plan, steps }, cancel) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return firstThatHelps(file, plan, steps, cancel);
  },
);

/** What was found for the steps that the program has no suggestion for. */
export const suggestions = computed<Suggestion[]>(() => tried.value.value ?? []);
