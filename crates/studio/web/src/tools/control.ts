// Control: a motion that does what is asked. Drag the target; the figure holds the measured moment and follows.
import { fill, h, text, when } from "../core/dom";
import { resource } from "../core/resource";
import { computed, signal, untracked } from "../core/signal";
import { view } from "../core/view";
import { count, words } from "../core/words";
import { controls } from "../library/clips";
import { actor, type Stage } from "../motion/stage";
import { askNumbers } from "../net/verbs";
import { motionIn } from "../net/motions";
import type { Parameter, ParametricAtAnswer } from "../types.gen";
import { button } from "../ui/button";
import { numberField, slider } from "../ui/slider";
import { commandBox } from "./command";
import { build, building } from "./controllable";
import { answer, asked, commit, dragging, isPlace, kept, made, open, openMotion, PATH, preview, shown, target } from "./controlstate";
import "./controltarget";
import { details, errorMessage, facts, message, warnings, working } from "./parts";
import { besideFixed } from "./registered";
import { addTool, type Exportable } from "./tool";

const sweeping = signal(false);

/** The motions from the target to the other end of the first parameter. */
const swept = resource(
  () => {
    const facts = shown.value.value?.facts;
    if (!sweeping.value || !open.value || !target.value || !facts) return null;
    return { motion: `#${open.value}`, target: target.value, sweep: sweepEnd(target.value, facts.parameters), steps: 5 };
  },
  async (request, cancel) => {
    const found = await askNumbers<ParametricAtAnswer>({ verb: "parametric.at", request }, "", cancel);
    return Promise.all((found.header.clips ?? []).map((_, n) => motionIn(found, n)));
  },
);

/** Across the reach: the target with its first parameter at the farther end. */
export function sweepEnd(from: number[], parameters: Parameter[]): number[] {
  const [{ from: low, to: high }] = parameters;
  return [Math.abs(from[0] - low) > Math.abs(from[0] - high) ? low : high, ...from.slice(1)];
}

function stage(): Stage {
  const motion = made.motion.value;
  if (!motion) return { actors: [], common: false };
  const leading = actor({ ...motion, name: open.value ?? "" }, "main", { key: `control:${open.value}`, label: open.value ?? "", verdict: answer.value?.made.verdict ?? null });
  // The first of the sweep is the motion that leads.
  const others = sweeping.value ? (swept.value.value ?? []).slice(1) : [];
  return { actors: [leading, ...others.map((other, n) => actor(other, "input", { key: `sweep:${n}`, label: `${n + 2}`, ground: besideFixed(leading.motion, n + 1), color: n }))], common: false, keepsCamera: dragging.value };
}

function fields(): HTMLElement {
  const names = computed(() => JSON.stringify(shown.value.value?.facts.parameters ?? []));
  return fill(h("div", { class: "weights" }), () => {
    void names.value;
    const parameters = untracked(() => shown.value.value?.facts.parameters ?? []);
    return parameters.map(({ name, unit, from, to }, n) => {
      const set = (value: number) => (target.value ?? []).map((one, m) => (m === n ? value : one));
      const value = () => target.value?.[n] ?? 0;
      const room = 0.2 * (to - from);
      return [
        h("span", { class: "name", title: name }, name.replace(/\s*@.*$/, "")),
        slider({ label: `${name} in ${unit}`, min: () => from - room, max: () => to + room, step: (to - from) / 200 || 0.01, value, preview: (one) => preview(set(one)), commit: (one) => commit(set(one)) }),
        numberField({ label: `${name} as a number`, min: () => from, max: () => to, step: 0.01, value, commit: (one) => commit(set(one)) }),
      ];
    });
  });
}

function reach(): HTMLElement {
  return fill(h("div", { role: "status", id: "reach" }), () => {
    const now = answer.value;
    if (!now) return null;
    if (now.is_reached) return h("p", { class: "verdict good" }, h("span", { class: "said" }, now.off_mm === null ? "✓ Reached." : `✓ Reached within ${Math.max(0.1, now.off_mm).toFixed(1)} mm.`));
    return h("div", { class: "verdict doubtful" }, h("p", { class: "said" }, `▲ ${now.off_mm === null ? words.nearestMotion : words.outOfReach((now.off_mm / 10).toFixed(1))}`), button("Move the target there", () => commit(now.reached), { class: "button small", id: "project" }));
  });
}

function measureField(): HTMLElement {
  const field: HTMLInputElement = h("input", { type: "text", class: "field", "aria-label": "Measure", value: () => kept.value?.measure ?? "" });
  const again = () => {
    const now = kept.value;
    if (now?.from && field.value.trim() !== now.measure) void build(now.from, field.value.trim(), now.motion);
  };
  return h("div", { class: "stack" }, h("p", { class: "muted" }, "What is controlled: a point of the body at a moment, such as wrist.r @apex or ankle.l.y @apex."),
    h("div", { class: "row" }, field, button("Measure again", again, { class: "button small", disabled: () => building.loading.value })));
}

/** The motions with controls that the library holds, where there is another to choose. */
function choice(): HTMLElement {
  return fill(h("div", {}), () => {
    const open = kept.value?.motion ?? "";
    const names = controls.value;
    if (names.every((name) => name === open)) return null;
    const node: HTMLSelectElement = h("select", { class: "select", id: "motion-with-controls", "aria-label": "Motion with controls", onchange: () => openMotion(node.value) },
      open === "" ? h("option", { value: "" }, "Choose one of the library") : null,
      names.map((name) => h("option", { value: name, selected: name === open }, name)));
    return h("label", { class: "row" }, "Motion", node);
  });
}

function panel(): HTMLElement {
  return h("div", { class: "stack" },
    choice(),
    when(() => kept.value === null, message(null, "Find an action with Search, then make it controllable.", button("Open Search", () => {
      view.tool.value = "search";
    }))),
    fill(h("div", {}), () => {
      const error = shown.error.value ?? made.error.value;
      return error ? errorMessage("Not controllable.", error, () => {}, button("Find more", () => {
        view.tool.value = "search";
      })) : null;
    }),
    working("Measuring blends of the examples", building),
    when(() => asked.value !== null, h("p", { class: "muted" }, text(() => (isPlace.value ? "Drag the orange target in the viewport, or set it here." : "Set what the motion should measure.")))),
    fields(),
    h("div", { class: () => (made.draft.value ? "stale" : null) }, reach()),
    warnings(() => made.made.value?.notes),
    when(() => asked.value !== null, h("div", { class: "row" }, button("Sweep", () => {
      sweeping.value = !sweeping.value;
    }, { pressed: () => sweeping.value, title: "Show motions from here across the reach" }))),
    when(() => asked.value !== null, details("Numbers", false, fill(h("div", {}), () => {
      const facts2 = shown.value.value?.facts;
      const now = answer.value;
      return facts2 && now ? facts([["Examples", count(facts2.examples.length, "clip")], ["Samples", String(facts2.samples)], ["Off", now.off_mm === null ? null : `${now.off_mm.toFixed(2)} mm`], ["In use", count(now.weights.filter((weight) => weight > 0.01).length, "example")]]) : null;
    }))),
    when(() => asked.value !== null && kept.value?.from != null, details("Measure", false, measureField())),
    when(() => asked.value !== null, commandBox(exportable)));
}

function exportable(): Exportable | null {
  return asked.value && made.made.value ? { name: open.value ?? "motion", asked: asked.value, hasMotion: true, settings: [PATH] } : null;
}

addTool({
  id: "control",
  title: "Control",
  about: () => open.value ?? "",
  panel,
  hint: () => (isPlace.value ? "Drag the target, or one of its arrows · Ctrl keeps its height, Shift moves it straight up and down" : "Set what the motion should measure"),
  stage,
  exportable,
});
