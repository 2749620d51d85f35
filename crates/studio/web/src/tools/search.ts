// Search: one example, every instance of it. Matches are listed nearest first, rejected and accepted by click.
import { fill, h, text, when } from "../core/dom";
import type { Setting } from "../core/setting";
import { doc } from "../core/store";
import { view } from "../core/view";
import { count, secs, words } from "../core/words";
import { refreshClips } from "../library/clips";
import { post } from "../net/http";
import { ask } from "../net/verbs";
import type { SearchAnswer } from "../types.gen";
import { button } from "../ui/button";
import { check } from "../ui/check";
import { nameDialog } from "../ui/dialog";
import { slider } from "../ui/slider";
import { toast } from "../ui/toast";
import { commandBox } from "./command";
import { building, makeControllable } from "./controllable";
import { countCurve } from "./countcurve";
import { matchGraph } from "./graph";
import { gaps, indexing, isGap, problems } from "./indexing";
import { clipExport } from "./inspect";
import { matchList } from "./matches";
import { message, warnings, working } from "./parts";
import { answered, change, epsilonNow, find, found, nameOf, PATH, type Query, query, requestOf, stretch, toggleReject } from "./query";
import { hover, stage, together } from "./together";
import { addTool, type Exportable } from "./tool";

/** The largest ε on the slider: where unrelated motion begins to match, unless one wants to go beyond. */
const most = () => {
  const explodes = found.value?.explodes_above_cm;
  const last = found.value?.counts.at(-1)?.epsilon_cm ?? 15;
  return explodes && !query.value?.beyond ? Math.max(explodes, epsilonNow()) : last;
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
      if (!explodes || query.value?.beyond || value() < explodes - 0.05) return null;
      return message(null, words.explosion(explodes.toFixed(1)), button("Go beyond anyway", () => change({ beyond: true }, "go beyond where unrelated motion matches"), { class: "button small" }));
    }));
}

const variants: Setting<boolean> = { now: () => query.value?.extended ?? false, set: (on) => change({ extended: on }, on ? "look for variants" : "no variants") };
const mirrored: Setting<boolean> = { now: () => query.value?.mirrored ?? false, set: (on) => change({ mirrored: on }, on ? "look for mirrored matches" : "no mirrored matches") };

/** What else counts as a match. */
function wider(): HTMLElement {
  return h("div", { class: "row" },
    check("Variants", variants, "Also what moves alike but farther away than ε, such as higher or slower"),
    check("Mirrored", mirrored, "Also what is like the mirror image of the example"));
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

/** What the program says of the search, but for what is not indexed, which has a way out of its own. */
const notes = () => answered.value.value?.notes?.filter((note) => !isGap(note));

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
    working("Looking for its like", answered),
    when(() => found.value !== null, epsilon()),
    when(() => found.value !== null, wider()),
    when(() => found.value !== null, h("p", { id: "found", role: "status" }, text(() => (found.value ? `${count(found.value.matches.length, "match", "matches")}${indexing.value ? " so far" : ""} for ${nameOf(found.value.query)}, ${secs(found.value.query_secs)} long; ${count(found.value.searched_clips, "clip")} searched` : "")))),
    warnings(notes),
    nothing(),
    matchList({ answer: () => found.value, rejected: () => query.value?.reject ?? [], hover, toggle: toggleReject, query: () => query.value }),
    when(() => (query.value?.reject.length ?? 0) > 0, h("p", { class: "muted", id: "rejected" }, words.rejected)),
    fill(h("div", {}), () => (found.value?.matches.some((match) => match.graph_cm > epsilonNow() + 0.05) ? h("p", { class: "muted" }, "Matches farther away than ε are within ε of another match.") : null)),
    when(has, h("div", { class: "row" },
      button("Play all in sync", () => {
        together.value = !together.value;
        view.playing.value = together.value;
      }, { pressed: () => together.value, id: "sync" }),
      button("Save as clips", () => void saveClips(), { id: "save-clips" }),
      button("Make it controllable", () => void makeControllable(query.value as Query, found.value as SearchAnswer), { class: "button primary", id: "controllable" }))),
    working("Measuring blends of the examples", building),
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
  hint: () => "Drag over an example on the timeline, then Find like this · X rejects a match, Y takes that back, E explains it, → opens a family",
  stage,
  exportable,
});
