// What is looked for and what was found.
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { computed } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { count } from "../core/words";
import { selected } from "../library/clips";
import { ask, type Asked } from "../net/verbs";
import { did } from "../shell/toured";
import type { NoteFacts, SearchAnswer } from "../types.gen";

/** A piece of a clip, by its frames. */
export interface Stretch {
  clip: string;
  range: [number, number];
}

/** What is looked for, kept in the document. */
export interface Query {
  clip: string;
  range: [number, number];
  /** Null lets the program choose, below where unrelated motion begins to match. */
  epsilon_cm: number | null;
  reject: string[];
  extended: boolean;
  /** Whether what is like its mirror image counts; absent in documents of before. */
  mirrored?: boolean;
  /** Whether ε may go to where unrelated motion matches. */
  beyond?: boolean;
}

export const PATH = pointer("search");
const START_EPSILON = 8;
export const query = computed(() => doc.read<Query>(PATH));

export const nameOf = ({ clip, range }: Stretch): string => `${clip}@${range[0]}-${range[1]}`;

/** The request of a query. */
export function requestOf(now: Query): Record<string, unknown> {
  const { epsilon_cm, reject, extended, mirrored } = now;
  return { query: `#${nameOf(now)}`, ...(epsilon_cm === null ? {} : { epsilon_cm }), ...(extended ? { extended } : {}), ...(mirrored ? { mirrored } : {}), ...(reject.length > 0 ? { reject } : {}) };
}

/** The search that is asked for. */
export const asked = computed<Asked | null>(() => (query.value && view.tool.value === "search" ? { verb: "search", request: requestOf(query.value) } : null));
export const answered = resource(() => asked.value, (now, cancel) => ask<SearchAnswer & { notes?: NoteFacts[] }>(now, cancel));
export const found = answered.value;

/** ε as it was set, else as the program chose it. */
export const epsilonNow = (): number => query.value?.epsilon_cm ?? found.value?.epsilon_cm ?? START_EPSILON;

/** A query for the selected stretch. */
export const stretch = (): Query | null => {
  const clip = selected.value.at(-1);
  const range = view.range.value;
  if (!clip || !range) return null;
  const frames = range.map((time) => Math.round(time * clip.rate_hz)) as [number, number];
  return { clip: clip.name, range: frames, epsilon_cm: null, reject: [], extended: false };
};

/** Looks for what is like the selected stretch. */
export function find(): void {
  const next = stretch();
  if (!next) return;
  did("find");
  history.commit(PATH, next as never, `look for ${nameOf(next)}`);
  answered.again();
}

/** Changes the query as one step. */
export function change(next: Partial<Query>, what: string): void {
  if (query.value) history.commit(PATH, { ...query.value, ...next } as never, what);
}

/** Rejects matches, or takes that back where all of them are. */
export function toggleReject(matches: Stretch[]): void {
  const names = matches.map(nameOf);
  const reject = query.value?.reject ?? [];
  const out = names.every((name) => reject.includes(name));
  const others = reject.filter((name) => !names.includes(name));
  const what = names.length === 1 ? names[0] : count(names.length, "match", "matches");
  change({ reject: out ? others : [...others, ...names] }, `${out ? "accept" : "reject"} ${what}`);
}
