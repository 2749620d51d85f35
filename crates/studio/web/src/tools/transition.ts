// Transition: from one clip over into another, where they are most alike or where a person says.
import { fill, h, text, when } from "../core/dom";
import { pointer } from "../core/pointer";
import { computed, effect } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { secs, words } from "../core/words";
import { selected } from "../library/clips";
import { actor, type Stage } from "../motion/stage";
import type { Asked } from "../net/verbs";
import { marks, spans } from "../timeline/rows";
import type { Hint, TransitionAnswer } from "../types.gen";
import { button } from "../ui/button";
import { slider } from "../ui/slider";
import { characterChoice, characterPath, mesh, ofCharacter } from "./character";
import { commandBox } from "./command";
import { gridCanvas } from "./gridview";
import { sideBySide } from "./inspect";
import { makeLive } from "./made";
import { errorMessage, facts, message, warnings, working } from "./parts";
import { castKey, castNames, inputs } from "./registered";
import { LEAST_HALF, type Middle, strips, withinRoom } from "./strips";
import { addTool, type Exportable } from "./tool";
import { tryouts, type Way, wayButtons } from "./tryout";
import { marksOf, say, verdictBox } from "./verdict";

const path = computed(() => pointer("transition", castKey.value));
const chosen = computed(() => doc.read<Partial<Middle>>(path.value) ?? {});
const ready = computed(() => view.tool.value === "transition" && selected.value.length === 2);

const asked = computed<Asked | null>(() => (ready.value ? { verb: "transition", request: { clips: { inputs: inputs.value, ...ofCharacter.value }, middle: chosen.value } } : null));
const made = makeLive<TransitionAnswer>(() => asked.value);

/** Where the transition is: as a person set it, else as it was found. */
const middle = computed<Middle | null>(() => {
  const found = made.made.value?.answer.transition;
  const at_secs = chosen.value.at_secs ?? found?.at_secs;
  const half_width_secs = chosen.value.half_width_secs ?? found?.half_width_secs;
  return at_secs && half_width_secs ? { at_secs, half_width_secs } : null;
});

function stage(): Stage {
  const result = made.made.value;
  if (!result) return sideBySide();
  return { actors: [actor({ ...result.motion, name: castKey.value }, "main", { key: "result:transition", label: "transition", mesh: mesh.value, verdict: result.answer.verdict })], common: false };
}

effect(() => {
  if (view.tool.value !== "transition") {
    spans.value = [];
    return;
  }
  const answer = made.made.value?.answer;
  marks.value = marksOf(answer?.verdict ?? null);
  const rate = made.made.value?.motion.rate ?? 30;
  spans.value = answer ? [{ from: answer.transition.frames[0] / rate, to: answer.transition.frames[1] / rate, words: "transition" }] : [];
});

const rounded = (value: number) => Number(value.toFixed(4));

const lengths = (): [number, number] => [selected.value[0]?.duration_secs ?? 1, selected.value[1]?.duration_secs ?? 1];

function tidy(wanted: Middle): Middle {
  const { at_secs, half_width_secs } = withinRoom(wanted, lengths());
  return { at_secs: [rounded(at_secs[0]), rounded(at_secs[1])], half_width_secs: rounded(half_width_secs) };
}

const preview = (value: Middle) => doc.preview(path.value, tidy(value) as never);
const commit = (value: Middle) => history.commit(path.value, tidy(value) as never, `transition of ${castKey.value}`);

/** Takes what the program says still fits. */
function shortened({ patch }: Hint): void {
  history.commit(path.value, { ...chosen.value, ...(patch as { middle?: Partial<Middle> }).middle } as never, `transition of ${castKey.value}`);
}

function width(): HTMLElement {
  const value = () => middle.value?.half_width_secs ?? 0.4;
  const set = (half: number): Middle => ({ at_secs: middle.value?.at_secs ?? [0, 0], half_width_secs: half });
  return h("label", { class: "stack" }, h("span", { class: "row" }, "Half width", h("span", { class: "grow" }), h("span", { class: "nums" }, text(() => secs(value())))),
    slider({
      id: "half-width", label: "Half width of the transition", min: () => LEAST_HALF, max: () => Math.max(0.1, made.made.value?.answer.transition.largest_half_width_secs ?? 1), step: 0.01, value,
      preview: (half) => preview(set(half)), commit: (half) => commit(set(half)),
    }));
}

function numbers(): HTMLElement {
  return fill(h("div", {}), () => {
    const answer = made.made.value?.answer;
    if (!answer) return null;
    const { at_secs, mean_distance_cm } = answer.transition;
    return facts([
      ["Leaves", `${castNames.value[0] ?? ""} at ${secs(at_secs[0])}`],
      ["Enters", `${castNames.value[1] ?? ""} at ${secs(at_secs[1])}`],
      ["Mean distance", `${mean_distance_cm.toFixed(1)} cm`],
      ["Length", secs(answer.duration_secs)],
    ]);
  });
}

/** Widths that may help a bad transition, as shares of the one it has. */
const WIDTHS = [0.5, 2];

/** What may help a bad transition: a shorter or a longer one, and the place where the clips are most alike. */
function ways(now: Middle): Way[] {
  const changed = (middle: Partial<Middle>): Asked => ({ verb: "transition", request: { ...asked.value?.request, middle } });
  const wide = WIDTHS.map((share) => tidy({ ...now, half_width_secs: share * now.half_width_secs }))
    .filter(({ half_width_secs: half }) => Math.abs(half - now.half_width_secs) > 0.01)
    .map((middle) => ({ label: `${secs(middle.half_width_secs)} to either side`, asked: changed(middle), take: () => commit(middle) }));
  const found = { label: "the place where they are most alike", asked: changed({}), take: () => history.commit(path.value, null, "transition found again") };
  return chosen.value.at_secs ? [...wide, found] : wide;
}

const helping = tryouts(() => {
  const verdict = made.made.value?.answer.verdict;
  return verdict && middle.value && !made.loading.value ? { verdict, ways: ways(middle.value) } : null;
});

function panel(): HTMLElement {
  const two = () => selected.value.length === 2;
  return h("div", { class: "stack" },
    when(() => !two(), h("p", { class: "muted" }, text(() => {
      const [first] = selected.value;
      return selected.value.length > 2 ? "A transition leads from one clip to another: select two." : first ? words.oneClip(first.name) : words.nothingSelected;
    }))),
    when(() => two() && middle.value !== null, strips({
      secs: lengths,
      names: () => [castNames.value[0] ?? "", castNames.value[1] ?? ""],
      middle: () => middle.value, preview, commit, cancel: () => doc.discard(path.value),
    })),
    when(() => two() && middle.value !== null, width()),
    when(two, fill(h("div", {}), characterChoice)),
    fill(h("div", {}), () => (made.error.value ? errorMessage("No transition.", made.error.value, shortened, button("Find the place again", () => history.commit(path.value, null, "transition found again"))) : null)),
    working("Looking for the place where they are most alike", made),
    verdictBox(() => {
      const answer = made.made.value?.answer;
      return answer?.verdict ? { said: say(answer.verdict, answer.quality, castKey.value), actions: wayButtons(helping) } : null;
    }),
    warnings(() => made.made.value?.notes, () => made.made.value?.answer.verdict?.summary),
    numbers(),
    when(two, gridCanvas({
      pins: () => [], centre: () => middle.value?.at_secs ?? null,
      choose: (at) => commit({ at_secs: at, half_width_secs: middle.value?.half_width_secs ?? 0.4 }),
    })),
    when(() => two() && chosen.value.at_secs !== undefined, message(null, "You set this place.", button("Find the place again", () => history.commit(path.value, null, "transition found again"), { class: "button small" }))),
    when(two, commandBox(exportable)));
}

function exportable(): Exportable | null {
  return asked.value && made.made.value ? { name: `${selected.value.map((clip) => clip.name).join("-to-")}`.slice(0, 60), asked: asked.value, hasMotion: true, settings: [path.value, characterPath.value] } : null;
}

addTool({
  id: "transition",
  title: "Transition",
  about: () => castNames.value.join(" → "),
  panel,
  hint: () => "Drag a diamond along its clip, or a clip under its diamond · drag an edge to widen the transition · click the grid to set both moments",
  stage,
  exportable,
});
