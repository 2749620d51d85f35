// Blend: how much of each clip, live; the plain average for comparison; the verdict.
import { fill, h, text, when } from "../core/dom";
import { addCommands } from "../core/keys";
import { pointer } from "../core/pointer";
import { computed, effect, signal } from "../core/signal";
import { setting } from "../core/setting";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { secs, words } from "../core/words";
import { selected } from "../library/clips";
import { actor, main, type Stage } from "../motion/stage";
import type { Asked } from "../net/verbs";
import { marks } from "../timeline/rows";
import { weightsAt, withKey } from "../timeline/weights";
import { did } from "../shell/toured";
import type { BlendAnswer, QualityFacts } from "../types.gen";
import { button } from "../ui/button";
import { check } from "../ui/check";
import { numberField, slider } from "../ui/slider";
import { lineColor } from "../view3d/colors";
import { characterChoice, characterPath, mesh, ofCharacter } from "./character";
import { commandBox } from "./command";
import { compare, compareButton, comparing, linearActor, linearOf, linearVerdict } from "./compare";
import { commitKeys, keptKeys, keyEditor, keys, keysPath, layOnTimeline, previewKeys } from "./curves";
import { sideBySide } from "./inspect";
import { makeLive } from "./made";
import { pad } from "./pad";
import { details, errorMessage, facts, warnings, working } from "./parts";
import { castKey, castNames, inputActors, inputs, registerRequest, registerSettings, settingsPath } from "./registered";
import { addTool, type Exportable } from "./tool";
import { tryouts, type Way, wayButtons } from "./tryout";
import { marksOf, say, verdictBox } from "./verdict";

const path = computed(() => pointer("blend", castKey.value, "weights"));
const names = computed(() => selected.value.map((clip) => clip.name));
/** Whether planted feet are held. */
const hold = setting(() => pointer("blend", castKey.value, "hold"), true, (on) => (on ? "hold planted feet" : "leave planted feet as they are"));
/** Whether the slider goes beyond the clips: by its setting, or while Alt is held over it. */
const beyond = setting(() => pointer("blend", castKey.value, "beyond"), false, (on) => (on ? "go beyond the clips" : "stay between the clips"));
const altHeld = signal(false);

/** Equal shares, until a person sets others. */
const constant = computed(() => {
  const kept = doc.read<number[]>(path.value);
  return kept && kept.length === names.value.length ? kept : names.value.map(() => 1 / names.value.length);
});

/** The weights at the playhead. */
const weights = computed(() => (keys.value.length > 0 ? weightsAt(keys.value, view.time.value) : constant.value));

/** The request; with keys the weights change over time. */
const asked = computed<Asked | null>(() => {
  if (names.value.length < 2 || view.tool.value !== "blend") return null;
  const shared = { clips: { inputs: inputs.value, ...ofCharacter.value }, register: registerRequest.value, make: hold.now() ? {} : { clean_up: false } };
  if (keys.value.length > 0) return { verb: "control", request: { ...shared, weights: keys.value } };
  return { verb: "blend", request: { ...shared, weights: constant.value } };
});

const blended = makeLive<BlendAnswer>(() => asked.value);

const linear = linearOf(() => asked.value);

function stage(): Stage {
  const motion = blended.motion.value;
  if (!motion) return sideBySide();
  const leading = { ...motion, name: castKey.value };
  const main = actor(leading, "main", { key: "result:blend", label: "blend", mesh: mesh.value, verdict: blended.made.value?.answer.verdict ?? null });
  const other = linear.value.value?.motion;
  const ghost = comparing.value && other ? [linearActor(leading, other, names.value.length, mesh.value)] : [];
  return { actors: [main, ...inputActors(leading), ...ghost], common: true };
}

effect(() => {
  if (view.tool.value !== "blend") return;
  marks.value = marksOf(blended.made.value?.answer.verdict ?? null);
});

effect(() => layOnTimeline(view.tool.value === "blend" && blended.motion.value ? names.value : null, () => constant.value));

/** The keys with others weights at the playhead. */
const keyedHere = (value: number[]) => withKey(keptKeys(), { secs: Number(view.time.value.toFixed(3)), weights: value.map((weight) => Number(weight.toFixed(4))) });

/** With keys, the hand sets the weights at the playhead. */
function preview(value: number[]): void {
  did("slider");
  if (keptKeys().length === 0) return doc.preview(path.value, value);
  view.playing.value = false;
  previewKeys(keyedHere(value));
}

function commit(value: number[]): void {
  if (keptKeys().length > 0) commitKeys(keyedHere(value));
  else history.commit(path.value, value.map((weight) => Number(weight.toFixed(4))), `weights of ${castKey.value}`);
}

const pairOf = (share: number) => [1 - share, share];

/** Opens the ends of the slider while Alt is held over it. */
function opensWithAlt(node: HTMLElement): HTMLElement {
  const hold = (event: KeyboardEvent | PointerEvent) => {
    const now = event.altKey && (altHeld.peek() || node.matches(":hover, :focus-within"));
    // Alone, the key would lead to the menu of the browser.
    if (now && event.type === "keydown") event.preventDefault();
    altHeld.value = now;
  };
  for (const type of ["keydown", "keyup"] as const) document.addEventListener(type, hold);
  node.addEventListener("pointermove", hold);
  return node;
}

function pairSlider(): HTMLElement {
  const value = () => weights.value[1] ?? 0.5;
  const isWide = () => beyond.now() || altHeld.value || value() < 0 || value() > 1;
  const low = () => (isWide() ? -0.5 : 0);
  const high = () => (isWide() ? 1.5 : 1);
  const label = (n: number) => h("span", { title: () => names.value[n] ?? "" }, swatch(n), text(() => castNames.value[n] ?? ""));
  return opensWithAlt(h("div", { class: () => (isWide() ? "slider-line beyond" : "slider-line") },
    h("div", { class: "slider-names" }, label(0), label(1)),
    slider({
      id: "blend-slider", label: "Share of the second clip", min: low, max: high, step: 0.01, value,
      words: (share) => `${share.toFixed(2)} ${castNames.value[1] ?? ""}`,
      preview: (share) => preview(pairOf(share)), commit: (share) => commit(pairOf(share)),
    }),
    numberField({ label: "Share of the second clip, as a number", min: low, max: high, step: 0.05, value, commit: (share) => commit(pairOf(Math.min(Math.max(share, -0.5), 1.5))) })));
}

function swatch(n: number): HTMLElement {
  const dot = h("i", { class: "swatch", "aria-hidden": "true" });
  effect(() => {
    dot.style.background = lineColor(n);
  });
  return dot;
}

function shares(): HTMLElement {
  return fill(h("div", { class: "weights" }), () => names.value.map((name, n) => {
    const set = (value: number) => weights.value.map((weight, m) => (m === n ? value : weight));
    return [
      h("span", { class: "name", title: name }, swatch(n), castNames.value[n]),
      slider({ label: `Weight of ${name}`, min: () => 0, max: () => 1, step: 0.01, value: () => weights.value[n] ?? 0, preview: (value) => preview(set(value)), commit: (value) => commit(set(value)) }),
      h("span", { class: "nums" }, text(() => (weights.value[n] ?? 0).toFixed(2))),
    ];
  }));
}

const ENDS: [string, string][] = [["auto", "the ends as found"], ["open", "open ends"], ["pinned", "first and last frames together"]];

/** What may help a bad blend: other ends, feet that are held, weights between the clips. */
function ways(now: Asked): Way[] {
  const { register = {}, make, weights: own } = now.request as { register?: { ends?: string }; make?: object; weights?: number[] };
  const changed = (change: object): Asked => ({ ...now, request: { ...now.request, ...change } });
  const ends = ENDS.filter(([value]) => value !== (register.ends ?? "auto")).map(([value, label]) => ({
    label, asked: changed({ register: { ...register, ends: value } }),
    take: () => history.commit(settingsPath.value, { ...registerSettings.value, ends: value } as never, `ends of ${castKey.value}`),
  }));
  const held = { label: "holding planted feet", asked: changed({ make: { ...make, clean_up: true } }), take: () => hold.set(true) };
  const inside = own?.map((weight) => Math.min(Math.max(weight, 0), 1));
  const between = { label: "weights between the clips", asked: changed({ weights: inside }), take: () => commit(inside ?? []) };
  const isBeyond = now.verb === "blend" && own?.some((weight) => weight < 0 || weight > 1);
  return [...(hold.now() ? [] : [held]), ...(isBeyond ? [between] : []), ...ends];
}

const helping = tryouts(() => {
  const verdict = blended.made.value?.answer.verdict;
  return verdict && asked.value && !blended.draft.value ? { verdict, ways: ways(asked.value) } : null;
});

function verdict(): HTMLElement {
  return verdictBox(() => {
    const answer = blended.made.value?.answer;
    return answer?.verdict ? { said: say(answer.verdict, answer.quality, names.value.join(" and ")), actions: wayButtons(helping) } : null;
  });
}

function numbers(): HTMLElement {
  return fill(h("div", {}), () => {
    const answer = blended.made.value?.answer;
    if (!answer) return null;
    const { quality } = answer;
    const other = comparing.value ? (linear.value.value?.judged?.quality ?? null) : null;
    const row = (name: string, read: (one: QualityFacts) => number | null, unit: string, digits: number): [string, string | null] => {
      const [value, plain] = [read(quality), other && read(other)];
      const beside = plain === null ? "" : ` · linear ${plain.toFixed(digits)}`;
      return [name, value === null ? null : `${value.toFixed(digits)} ${unit}${beside}`];
    };
    return facts([
      ["Length", secs(answer.duration_secs)],
      row("Feet slide", (one) => one.skate_cm_per_sec, "cm/s", 1),
      row("Worst drift", (one) => one.worst_drift_mm, "mm", 1),
      row("Below the floor", (one) => one.penetration_cm, "cm", 1),
      row("Jerk", (one) => one.jerk_mm, "mm", 1),
      row("Knees", (one) => one.knee_pop_degrees, "°", 1),
      row("Way", (one) => one.path_metres, "m", 2),
    ]);
  });
}

function settings(): HTMLElement {
  return h("div", { class: "stack" },
    check("Hold planted feet", hold),
    check("Go beyond the clips", beyond),
    h("p", { class: "muted" }, "What corresponds is set in Register."));
}

function refusal(): HTMLElement {
  return fill(h("div", {}), () => {
    const error = blended.error.value;
    if (!error) return null;
    const [a = "", b = ""] = names.value;
    const heading = error.code === "not_registrable" ? words.notRegistrable(a, b) : "No blend.";
    return errorMessage(heading, error, (way) => history.commit(settingsPath.value, { ...registerSettings.value, ...(way.patch as { register?: object }).register } as never, way.label),
      button("Show the grid", () => {
        view.tool.value = "register";
      }), ...(names.value.length === 2 ? [button("Make a transition", () => {
        view.tool.value = "transition";
      })] : []));
  });
}

function panel(): HTMLElement {
  const two = () => names.value.length === 2;
  const many = () => names.value.length > 2;
  const enough = () => names.value.length >= 2;
  return h("div", { class: "stack" },
    when(() => !enough(), h("p", { class: "muted" }, text(() => (names.value[0] ? words.oneClip(names.value[0]) : words.nothingSelected)))),
    when(two, pairSlider()),
    when(many, pad(() => names.value, () => weights.value, preview, commit, () => doc.discard(keptKeys().length > 0 ? keysPath.value : path.value))),
    when(many, shares()),
    when(enough, h("div", { class: "row" },
      compareButton(() => blended.made.value === null))),
    when(enough, fill(h("div", {}), characterChoice)),
    refusal(),
    working("Finding out which moments correspond", blended),
    h("div", { class: () => (blended.draft.value ? "stale" : null) }, verdict()),
    warnings(() => blended.made.value?.notes, () => blended.made.value?.answer.verdict?.summary),
    linearVerdict(linear, blended),
    when(enough, details("Numbers", true, h("div", { class: () => (blended.draft.value ? "stale" : null) }, numbers()))),
    when(enough, details("Weights over time", false, keyEditor(() => castNames.value, () => weights.value))),
    when(enough, details("Settings", false, settings())),
    when(enough, commandBox(() => exportable())));
}

function exportable(): Exportable | null {
  return asked.value && blended.made.value ? { name: names.value.join("-").slice(0, 60), asked: asked.value, hasMotion: true, settings: [path.value, keysPath.value, hold.path(), settingsPath.value, characterPath.value] } : null;
}

addCommands({ group: "Tools", words: "Compare with the linear blend", keys: ["C"], enabled: () => view.tool.value === "blend" && main.value !== null, run: compare });

addTool({
  id: "blend",
  title: "Blend",
  about: () => castNames.value.join(" + "),
  panel,
  hint: () => (names.value.length < 2 ? "Ctrl-click clips in the library to blend them" : "Drag the slider to blend, with Alt beyond the clips · C compares with the linear blend · double-click the weights on the timeline, or K, sets a key"),
  stage,
  exportable,
});
