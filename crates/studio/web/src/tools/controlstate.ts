// The motion with controls that is open: what it measures, what is asked of it, and what it answers.
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { computed, effect, signal, untracked } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { seek } from "../motion/play";
import { type Asked, askNumbers } from "../net/verbs";
import type { ParametricAtAnswer, ParametricShowAnswer } from "../types.gen";
import { type BodyFrame, frameOf, jointOf } from "./bodyframe";
import type { Sought } from "./controllable";
import { makeLive } from "./made";

/** A motion with controls, and what is asked of it. */
interface Kept {
  motion: string;
  /** The search that it was made of and what it was to measure; null for one that was in the library. */
  from: Sought | null;
  measure: string | null;
  target: number[] | null;
}

export const PATH = pointer("control");
export const TARGET = pointer("control", "target");
export const kept = computed(() => doc.read<Kept>(PATH));
export const open = computed(() => (view.tool.value === "control" ? (kept.value?.motion ?? null) : null));
export const dragging = signal(false);

export const shown = resource(() => (open.value ? { motion: `#${open.value}`, measure: kept.value?.measure } : null), async ({ motion }, cancel) => {
  const answer = await askNumbers<ParametricShowAnswer>({ verb: "parametric.show", request: { motion } }, "", cancel);
  return { facts: answer.header.answer, points: answer.array("cloud.points") as Float32Array | null, sizes: answer.shape("cloud.points") };
});

/** The target: as it was set, else what the first example does. */
export const target = computed<number[] | null>(() => {
  const facts = shown.value.value?.facts;
  const set = doc.read<number[]>(TARGET);
  if (set && (!facts || set.length === facts.parameters.length)) return set;
  return facts?.examples[0]?.parameters ?? null;
});

export const asked = computed<Asked | null>(() => (open.value && shown.value.value && target.value ? { verb: "parametric.at", request: { motion: `#${open.value}`, target: target.value } } : null));
export const made = makeLive<ParametricAtAnswer>(() => asked.value);
export const answer = computed(() => made.made.value?.answer.motions[0] ?? null);
/** What the motion that is shown measures. */
export const reached = computed(() => made.draft.value?.reached ?? answer.value ?? null);

/** The point of the body that is measured, when the measure is one place. */
const point = computed(() => /^\s*([\w.']+)\s*@/.exec(shown.value.value?.facts.measure ?? "")?.[1] ?? null);
export const isPlace = computed(() => (shown.value.value?.facts.parameters.length ?? 0) === 3 && point.value !== null);

/** Where measured places are: found once for each motion with controls, so that the scene stands still during a drag. */
export const frame = signal<{ of: string; frame: BodyFrame } | null>(null);
effect(() => {
  const motion = made.motion.value;
  const now = reached.value;
  const name = open.value;
  if (!motion || !now || !name || !isPlace.value || !point.value) return;
  const joint = jointOf(motion, point.value);
  if (joint < 0) return;
  const found = frameOf(motion, joint, now.reached);
  untracked(() => {
    const isNew = frame.value?.of !== name;
    const held = frame.value && !isNew ? frame.value.frame : found;
    frame.value = { of: name, frame: { ...held, secs: found.secs, x: found.x, z: found.z } };
    if (dragging.value) seek(found.secs);
    // A motion that is new on stage begins at its start first.
    else if (isNew) queueMicrotask(() => seek(found.secs));
  });
});

/** Opens a motion with controls of the library. */
export function openMotion(motion: string): void {
  history.commit(PATH, { motion, from: null, measure: null, target: null } as never, `open ${motion}`);
}

const rounded = (values: number[]) => values.map((value) => Number(value.toFixed(4)));
export const preview = (values: number[]) => doc.preview(TARGET, rounded(values));

export function commit(values: number[]): void {
  history.commit(TARGET, rounded(values), `target of ${open.value ?? ""}`);
}
