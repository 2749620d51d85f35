// The sketch that is being drawn: kept in the document, changed by the program's own edits.
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { computed, signal } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import type { Motion } from "../motion/clip";
import { ApiError } from "../net/error";
import { cancelJob, jobNumbers, runJob } from "../net/jobs";
import { motionIn } from "../net/motions";
import { ask, type Asked } from "../net/verbs";
import { toast } from "../ui/toast";
import type { PathVerdict, SketchEdit, StancePathAnswer } from "../types.gen";
import { EMPTY, phaseOf, type SketchAnswer, type SketchFile } from "./sketchdoc";

export const PATH = pointer("sketch");
/** Moments a second of the rigid body. */
const PLAYBACK_HZ = 30;

export const sketch = computed(() => doc.read<SketchFile>(PATH) ?? EMPTY);
export const phase = computed(() => phaseOf(sketch.value));
/** The edit that a hand is making. */
export const trying = signal<SketchEdit | null>(null);
/** Why the last stroke was refused. */
export const refusal = signal<ApiError | null>(null);

const isOpen = () => view.tool.value === "sketch";

/** What the program makes of the sketch: arcs, contacts, verdicts. */
export const facts = resource(
  () => {
    if (!isOpen() || sketch.value.paths.length === 0 || !sketch.value.camera) return null;
    return { sketch: sketch.value, edits: trying.value ? [trying.value] : [], playback_hz: PLAYBACK_HZ };
  },
  (request, cancel) => ask<SketchAnswer>({ verb: "stance.sketch", request }, cancel),
);

/** The path that is shown: the last with a shadow. */
export const shownPath = computed(() => facts.value.value?.paths.at(-1) ?? null);

export const asked = computed<Asked | null>(() => (isOpen() && phase.value === "arcs" ? { verb: "stance.path", request: { path: sketch.value } } : null));

/** The body along the path, and whether a body can do it. */
export interface Moved {
  motion: Motion;
  verdict: PathVerdict | null;
}

/** The hand may go on: so long after the last edit the whole body is made. */
const PAUSE_MS = 300;

/** The whole body: a job, since it takes seconds; another edit cancels it. */
export const body = resource(() => asked.value, async (now, cancel): Promise<Moved> => {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  cancel.throwIfAborted();
  let job = "";
  const { answer } = await runJob<StancePathAnswer>(now, (id) => {
    job = id;
    cancel.addEventListener("abort", () => void cancelJob(id), { once: true });
  });
  cancel.throwIfAborted();
  const number = answer.paths.length - 1;
  return { motion: await motionIn(await jobNumbers(job), number), verdict: answer.paths[number]?.verdict ?? null };
});

/** The verdict: on the whole body once it is there, else on the stances alone. */
export const verdict = computed(() => {
  const whole = body.loading.value ? undefined : body.value.value?.verdict;
  return whole ?? shownPath.value?.verdict ?? null;
});

/** The contact that is chosen in the list. */
export const chosen = signal<number | null>(null);

/** Whether an end of the last path stands still. */
export function stands(end: "begin" | "end"): boolean {
  return sketch.value.paths.at(-1)?.[end] === "stand";
}

/** Lets an end of the last path stand still, or be in full motion. */
export function setStands(end: "begin" | "end", still: boolean): void {
  const paths = sketch.value.paths.map((path, n, all) => (n === all.length - 1 ? { ...path, [end]: still ? ("stand" as const) : ("contact" as const) } : path));
  keep({ ...sketch.value, paths }, still ? `${end} standing` : `${end} in motion`);
}

/** Keeps a sketch as one step. */
export function keep(next: SketchFile, words: string): void {
  refusal.value = null;
  history.commit(PATH, next as never, words);
}

/** Shows a sketch while its scene is dragged. */
export function previewSketch(next: SketchFile | null): void {
  if (next) doc.preview(PATH, next as never);
  else doc.discard(PATH);
}

const WORDS: Record<SketchAnswer["outcomes"][number], string> = {
  path_drawn: "draw a path", shadow_drawn: "draw its shadow", deleted: "delete a stroke", replaced: "draw a part again", planned: "change the plan",
};

/** Whoever draws to a place wants to arrive there: the last path ends standing. */
function arriving(drawn: SketchFile): SketchFile {
  return { ...drawn, paths: drawn.paths.map((path, n, all) => (n === all.length - 1 ? { ...path, end: "stand" } : path)) };
}

let last: Promise<void> = Promise.resolve();

type Change = SketchEdit | SketchEdit[];

/** Makes an edit, or several as one step, of the sketch as those under way leave it; what the program refuses changes nothing. */
export function edit(change: Change | ((now: SketchFile) => Change), prepared: (now: SketchFile) => SketchFile = (now) => now): Promise<void> {
  last = last.then(() => edited([typeof change === "function" ? change(sketch.value) : change].flat(), prepared(sketch.value)));
  return last;
}

async function edited(edits: SketchEdit[], from: SketchFile): Promise<void> {
  try {
    const answer = await ask<SketchAnswer>({ verb: "stance.sketch", request: { sketch: from, edits, stances: false } });
    const outcome = answer.outcomes.at(-1) ?? "planned";
    keep(outcome === "shadow_drawn" ? arriving(answer.sketch) : answer.sketch, WORDS[outcome]);
    if (outcome === "deleted") toast("Deleted the path.", { actions: [{ label: "Undo", run: () => void history.undo() }] });
  } catch (thrown) {
    refusal.value = ApiError.of(thrown);
  } finally {
    trying.value = null;
  }
}
