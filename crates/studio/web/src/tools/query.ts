// What is looked for and what was found.
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { computed } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { selected } from "../library/clips";
import { ask, type Asked } from "../net/verbs";
import { did } from "../shell/toured";
import type { MatchFacts, NoteFacts, SearchAnswer } from "../types.gen";

/** What is looked for, kept in the document. */
export interface Query {
  clip: string;
  range: [number, number];
  /** Null lets the program choose, below where unrelated motion begins to match. */
  epsilon_cm: number | null;
  reject: string[];
  extended: boolean;
}

export const PATH = pointer("search");
const START_EPSILON = 8;
export const query = computed(() => doc.read<Query>(PATH));

export const nameOf = (match: { clip: string; range: [number, number] }): string => `${match.clip}@${match.range[0]}-${match.range[1]}`;

/** The request of a query. */
export function requestOf(now: Query): Record<string, unknown> {
  const { epsilon_cm, reject, extended } = now;
  return { query: `#${nameOf(now)}`, ...(epsilon_cm === null ? {} : { epsilon_cm }), ...(extended ? { extended } : {}), ...(reject.length > 0 ? { reject } : {}) };
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

/** Rejects a match, or takes that back. */
export function toggleReject(match: MatchFacts): void {
  const name = nameOf(match);
  const reject = query.value?.reject ?? [];
  const out = reject.includes(name);
  change({ reject: out ? reject.filter((one) => one !== name) : [...reject, name] }, `${out ? "accept" : "reject"} ${name}`);
}
