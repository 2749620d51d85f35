// Search: one example, every instance of it. Matches are listed nearest first, rejected and accepted by click.
import { fill, h, text, when } from "../core/dom";
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { computed, effect, signal, untracked } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { about, count, secs, words } from "../core/words";
import { clipNamed, clips, motionOf, refreshClips, selected } from "../library/clips";
import { type Motion, stretchOf } from "../motion/clip";
import { actor, type Actor, type Stage } from "../motion/stage";
import { ApiError } from "../net/error";
import { cancelJob, runJob, running } from "../net/jobs";
import { post } from "../net/http";
import { ask, type Asked } from "../net/verbs";
import { did } from "../shell/toured";
import { spans } from "../timeline/rows";
import type { MatchFacts, NoteFacts, SearchAnswer } from "../types.gen";
import { button } from "../ui/button";
import { nameDialog } from "../ui/dialog";
import { slider } from "../ui/slider";
import { toast } from "../ui/toast";
import { commandBox } from "./command";
import { clipExport } from "./inspect";
import { makeControllable } from "./controllable";
import { countCurve } from "./countcurve";
import { matchGraph } from "./graph";
import { matchList } from "./matches";
import { errorMessage, message, working } from "./parts";
import { addTool, type Exportable } from "./tool";

/** What is looked for, kept in the document. */
export interface Query {
  clip: string;
  range: [number, number];
  /** Null lets the program choose, below where unrelated motion begins to match. */
  epsilon_cm: number | null;
  reject: string[];
  extended: boolean;
}

const PATH = pointer("search");
const START_EPSILON = 8;
export const query = computed(() => doc.read<Query>(PATH));
const beyond = signal(false);
const together = signal(false);
const hovered = signal<MatchFacts | null>(null);

export const nameOf = (match: { clip: string; range: [number, number] }): string => `${match.clip}@${match.range[0]}-${match.range[1]}`;

/** The request of a query. */
export function requestOf(now: Query): Record<string, unknown> {
  const { epsilon_cm, reject, extended } = now;
  return { query: `#${nameOf(now)}`, ...(epsilon_cm === null ? {} : { epsilon_cm }), ...(extended ? { extended } : {}), ...(reject.length > 0 ? { reject } : {}) };
}

const asked = computed<Asked | null>(() => (query.value && view.tool.value === "search" ? { verb: "search", request: requestOf(query.value) } : null));
const answered = resource(() => asked.value, (now, cancel) => ask<SearchAnswer & { notes?: NoteFacts[] }>(now, cancel));
export const found = answered.value;

/** ε as it was set, else as the program chose it. */
const epsilonNow = (): number => query.value?.epsilon_cm ?? found.value?.epsilon_cm ?? START_EPSILON;

const stretch = (): Query | null => {
  const clip = selected.value.at(-1);
  const range = view.range.value;
  if (!clip || !range) return null;
  const frames = range.map((time) => Math.round(time * clip.rate_hz)) as [number, number];
  return { clip: clip.name, range: frames, epsilon_cm: null, reject: [], extended: false };
};

function find(): void {
  const next = stretch();
  if (!next) return;
  did("find");
  history.commit(PATH, next as never, `look for ${nameOf(next)}`);
  answered.again();
}

function change(next: Partial<Query>, what: string): void {
  if (query.value) history.commit(PATH, { ...query.value, ...next } as never, what);
}

/** Rejects a match, or takes that back. */
export function toggleReject(match: MatchFacts): void {
  const name = nameOf(match);
  const reject = query.value?.reject ?? [];
  const out = reject.includes(name);
  change({ reject: out ? reject.filter((one) => one !== name) : [...reject, name] }, `${out ? "accept" : "reject"} ${name}`);
}

let wasPlaying = false;

/** Plays a match while it is pointed at or has the focus; then all is as before. */
function hover(match: MatchFacts | null): void {
  if (match && !hovered.peek()) wasPlaying = view.playing.peek();
  if (match) view.playing.value = true;
  else if (hovered.peek()) view.playing.value = wasPlaying;
  hovered.value = match;
}

/** Matches that lead the eye: those of the list, all starting together. */
function syncActors(all: MatchFacts[]): Actor[] {
  return all.slice(0, 12).flatMap((match, n) => {
    const clip = clipNamed(match.clip);
    const motion = clip && motionOf(clip);
    if (!clip || !motion) return [];
    const [first, last] = match.range.map((frame) => frame / motion.rate);
    const at = (match.range[0] * motion.stride);
    const [x, z] = [motion.rows[at], motion.rows[at + 2]];
    const ground = () => ({ turn: 0, x: (n % 6) * 1.3 - x, z: Math.floor(n / 6) * -1.6 - z });
    return [actor(motion, n === 0 ? "main" : "match", {
      key: `match:${nameOf(match)}`, label: String(match.rank), clip: match.clip, color: n,
      time: (time) => Math.min(first + time, last), ground, motion: n === 0 ? windowed(motion, match) : motion,
    })];
  });
}

/** A match by itself. */
const windowed = (motion: Motion, match: MatchFacts): Motion => stretchOf(motion, nameOf(match), match.range);

function stage(): Stage {
  const matches = found.value?.matches ?? [];
  if (together.value && matches.length > 0) {
    const actors = syncActors(matches);
    // The leading match is a stretch: its frames are not those of its clip, whose plants cannot be corrected in it.
    if (actors[0]) actors[0] = { ...actors[0], clip: null, time: (time) => time };
    return { actors, common: false };
  }
  const shown = hovered.value ? clipNamed(hovered.value.clip) : selected.value.at(-1);
  const motion = shown && motionOf(shown);
  if (!shown || !motion) return { actors: [], common: false };
  if (hovered.value) {
    const piece = windowed(motion, hovered.value);
    return { actors: [actor(piece, "main", { key: `hover:${piece.name}`, label: piece.name, clip: null })], common: false };
  }
  return { actors: [actor(motion, "main", { key: `clip:${shown.name}`, clip: shown.name, mesh: shown.mesh ? shown.hash : null })], common: false };
}

effect(() => {
  if (view.tool.value !== "search") return;
  const name = selected.value.at(-1)?.name;
  const rate = selected.value.at(-1)?.rate_hz ?? 30;
  const here = together.value || hovered.value ? [] : (found.value?.matches ?? []).filter((match) => match.clip === name);
  spans.value = here.map((match) => ({ from: match.range[0] / rate, to: match.range[1] / rate }));
});

const indexing = computed(() => running.value.find((job) => job.verb === "index") ?? null);
/** Milliseconds between searches while the index grows: matches appear as they are found. */
const GROWS_MS = 1500;
let lastAsked = 0;

effect(() => {
  if (!indexing.value || !asked.value || answered.loading.value) return;
  const now = performance.now();
  if (now - lastAsked < GROWS_MS) return;
  lastAsked = now;
  untracked(answered.again);
});

/** Builds the index as a job; the search is asked again after it. */
async function index(): Promise<void> {
  try {
    await runJob({ verb: "index", request: {} });
    answered.again();
  } catch (thrown) {
    const error = ApiError.of(thrown);
    if (error.code !== "cancelled") toast(error.message, { heading: "Not indexed.", bad: true });
  }
}

/** Seconds that a minute of motion takes, roughly: 105 clips of twelve minutes took ten, and five hours of captures five minutes. */
const INDEX_SECS_PER_MINUTE = 1;

function indexTime(): string {
  const minutes = clips.value.reduce((sum, clip) => sum + clip.duration_secs, 0) / 60;
  return about(minutes * INDEX_SECS_PER_MINUTE);
}

function problems(): HTMLElement {
  return fill(h("div", {}), () => {
    const error = answered.error.value;
    const job = indexing.value;
    if (job) return message(null, `Indexing ${job.what} · ${job.total > 0 ? Math.floor((100 * job.done) / job.total) : 0} %${job.eta_secs ? ` · about ${about(job.eta_secs)} left` : ""}`, button("Cancel", () => void cancelJob(job.job)));
    if (!error) return null;
    if (/index/i.test(error.message) || error.code === "find") {
      return message(words.notIndexed, words.indexTakes(indexTime(), clips.value.length), button("Index now", () => void index(), { class: "button primary", id: "index-now" }));
    }
    return errorMessage("No search.", error, () => {});
  });
}

/** What was not searched because clips came after the index was made. */
function gaps(): HTMLElement {
  return fill(h("div", {}), () => {
    const missing = (answered.value.value?.notes ?? []).find(({ level, text: said }) => level === "warning" && /not indexed/.test(said));
    if (!missing || indexing.value) return null;
    return message(words.partlyIndexed, words.indexTakes(indexTime(), clips.value.length), button("Index now", () => void index(), { class: "button primary", id: "index-now" }));
  });
}

/** The largest ε on the slider: where unrelated motion begins to match, unless one wants to go beyond. */
const most = () => {
  const explodes = found.value?.explodes_above_cm;
  const last = found.value?.counts.at(-1)?.epsilon_cm ?? 15;
  return explodes && !beyond.value ? Math.max(explodes, epsilonNow()) : last;
};

function epsilon(): HTMLElement {
  const value = epsilonNow;
  const preview = (next: number) => {
    if (query.value) doc.preview(PATH, { ...query.value, epsilon_cm: next } as never);
  };
  return h("div", { class: "stack" },
    countCurve(() => found.value, value),
    h("label", { class: "stack" }, h("span", { class: "row" }, "How unlike a match may be (ε)", h("span", { class: "grow" }), h("span", { class: "nums" }, text(() => `${value().toFixed(1)} cm`))),
      slider({ id: "epsilon", label: "ε in centimetres", min: () => 1, max: most, step: 0.1, value, preview, commit: (next) => change({ epsilon_cm: Number(next.toFixed(1)) }, `ε ${next.toFixed(1)} cm`) })),
    fill(h("div", {}), () => {
      const explodes = found.value?.explodes_above_cm;
      if (!explodes || beyond.value || value() < explodes - 0.05) return null;
      return message(null, words.explosion(explodes.toFixed(1)), button("Go beyond anyway", () => {
        beyond.value = true;
      }, { class: "button small" }));
    }));
}

/** The first larger ε that finds something. */
function raise(): { epsilon: number; matches: number } | null {
  const now = epsilonNow();
  const next = found.value?.counts.find((one) => one.epsilon_cm > now && one.matches > 0);
  return next ? { epsilon: next.epsilon_cm, matches: next.matches } : null;
}

function nothing(): HTMLElement {
  return fill(h("div", {}), () => {
    if (!found.value || found.value.matches.length > 0) return null;
    const next = raise();
    const larger = next ? [button(`Raise to ${next.epsilon.toFixed(1)} cm: ${count(next.matches, "match", "matches")}`, () => change({ epsilon_cm: next.epsilon }, `ε ${next.epsilon} cm`))] : [];
    return message(null, words.nothingFound(epsilonNow().toFixed(1)), ...larger, button("Look for variants", () => change({ extended: true }, "look for variants")));
  });
}

/** Saves the query and its matches as clips of the library, and the search under the same name. */
async function saveClips(): Promise<void> {
  const [answer, now] = [found.value, query.value];
  if (!answer || !now) return;
  const stem = await nameDialog("Save the matches as clips called", `${answer.query.clip}-like`, "Save");
  if (stem === null) return;
  const inputs = [answer.query, ...answer.matches].map((match) => `#${nameOf(match)}`);
  await ask({ verb: "search", request: { ...requestOf(now), save: stem } });
  await post(`/api/verbs/convert?save=${encodeURIComponent(stem)}`, { clips: { inputs } }, "application/json");
  await refreshClips();
  toast(`Saved ${count(inputs.length, "clip")} under ${stem}.`);
}

function panel(): HTMLElement {
  const has = () => (found.value?.matches.length ?? 0) > 0;
  return h("div", { class: "stack" },
    when(() => view.range.value === null && query.value === null, h("p", { class: "muted" }, words.noRange)),
    h("div", { class: "row" }, button("Find like this", find, { class: "button primary", id: "find", disabled: () => stretch() === null }), h("span", { class: "muted nums" }, text(() => {
      const next = stretch();
      return next ? nameOf(next) : "";
    }))),
    problems(),
    gaps(),
    working(() => "Looking for its like", answered.loading),
    when(() => found.value !== null, epsilon()),
    when(() => found.value !== null, h("p", { id: "found", role: "status" }, text(() => (found.value ? `${count(found.value.matches.length, "match", "matches")}${indexing.value ? " so far" : ""} for ${nameOf(found.value.query)}, ${secs(found.value.query_secs)} long; ${count(found.value.searched_clips, "clip")} searched` : "")))),
    nothing(),
    matchList({ matches: () => found.value?.matches ?? [], rejected: () => query.value?.reject ?? [], hover, toggle: toggleReject, query: () => query.value }),
    when(() => (query.value?.reject.length ?? 0) > 0, h("p", { class: "muted", id: "rejected" }, words.rejected)),
    fill(h("div", {}), () => (found.value?.matches.some((match) => match.graph_cm > epsilonNow() + 0.05) ? h("p", { class: "muted" }, "Matches farther away than ε are within ε of another match.") : null)),
    when(has, h("div", { class: "row" },
      button("Play all in sync", () => {
        together.value = !together.value;
        view.playing.value = together.value;
      }, { pressed: () => together.value, id: "sync" }),
      button("Save as clips", () => void saveClips(), { id: "save-clips" }),
      button("Make it controllable", () => void makeControllable(query.value as Query, found.value as SearchAnswer), { class: "button primary", id: "controllable" }))),
    when(has, h("p", { class: "muted" }, "Around the example: its matches; farther out, what is like one of them. Point at one to play it, click to reject it.")),
    when(has, matchGraph({ answer: () => found.value, hover, toggle: toggleReject })),
    when(() => found.value !== null, commandBox(exportable)));
}

function exportable(): Exportable | null {
  // Until something is found, what is shown is the clip, or the range of it.
  if (!query.value || !found.value) return clipExport();
  return { name: `${query.value.clip}-like`, asked: { verb: "search", request: requestOf(query.value) }, hasMotion: false };
}

addTool({
  id: "search",
  title: "Search",
  about: () => (query.value ? nameOf(query.value) : ""),
  panel,
  hint: () => "Drag over an example on the timeline, then Find like this · Y accepts, X rejects a match · E explains it",
  stage,
  exportable,
});
