// The steps of a sketch: the verdict on each, and what can be asked of it. The list is the keyboard's way to contacts.
import { fill, h, text, when } from "../core/dom";
import { effect, signal, untracked } from "../core/signal";
import type { Foot, SketchEdit, StepFacts } from "../types.gen";
import { button } from "../ui/button";
import { numberField } from "../ui/slider";
import { chosen, edit, phase, shownPath, sketch, verdict } from "./sketchstate";
import { suggestions } from "./sketchtry";

/** How far a key moves a contact or an apex, in metres. */
const NUDGE = 0.05;

const FEET: [Foot | "", string][] = [["", "any feet"], ["left", "left foot"], ["right", "right foot"], ["both", "both feet"], ["other", "the other foot"]];
const STYLES: [string, string][] = [["", "any style"], ["run", "run"], ["leap", "leap"], ["hop", "hop"], ["jump", "jump"], ["same", "as the step before"]];

const path = () => sketch.value.paths.length - 1;
const plan = () => shownPath.value?.plan ?? null;
const stepOf = (contact: number): StepFacts | null => verdict.value?.steps.find((one) => one.contact === contact) ?? null;
const wishOf = (contact: number) => sketch.value.paths.at(-1)?.wishes?.find((one) => one.contact === contact) ?? null;
const isLocked = (contact: number) => wishOf(contact)?.locked === true;
/** A contact between the ends, while another is left. */
const isRemovable = (contact: number) => {
  const last = (plan()?.contacts.length ?? 0) - 1;
  return last > 2 && contact > 0 && contact < last;
};

/** How many contacts there are; rows stay while it is the same, and so does the focus. */
const count = signal(0);
effect(() => {
  count.value = phase.value === "arcs" ? (plan()?.contacts.length ?? 0) : 0;
});

function nameOf(contact: number): string {
  const number = (verdict.value?.steps.findIndex((one) => one.contact === contact) ?? -1) + 1;
  if (number > 0) return `step ${number}`;
  return contact === 0 ? "start" : "end";
}

function saidOf(contact: number): string {
  const step = stepOf(contact);
  return step ? `${step.good ? "✓" : "▲"} ${nameOf(contact)}: ${step.said}` : nameOf(contact);
}

/** Moves a contact along its path and to the side of it, on the level it is on. */
function nudge(contact: number, along: number, aside: number): void {
  const contacts = plan()?.contacts;
  if (!contacts) return;
  const [from, to] = [contacts[Math.max(0, contact - 1)].place, contacts[Math.min(contacts.length - 1, contact + 1)].place];
  const size = Math.hypot(to[0] - from[0], to[2] - from[2]) || 1;
  const [x, z] = [(to[0] - from[0]) / size, (to[2] - from[2]) / size];
  const [px, py, pz] = contacts[contact].place;
  void edit({ edit: "contact", path: path(), contact, place: [px + along * x - aside * z, py, pz + along * z + aside * x] });
}

/** Raises the apex after a contact. */
function raise(contact: number, by: number): void {
  const arc = plan()?.arcs[contact];
  if (arc) void edit({ edit: "apex", path: path(), arc: contact, height: Math.max(0.3, arc.apex[1] + by) });
}

const KEYS: Record<string, (contact: number, sideways: boolean) => void> = {
  ArrowRight: (contact, sideways) => nudge(contact, sideways ? 0 : NUDGE, sideways ? NUDGE : 0),
  ArrowLeft: (contact, sideways) => nudge(contact, sideways ? 0 : -NUDGE, sideways ? -NUDGE : 0),
  PageUp: (contact) => raise(contact, NUDGE),
  PageDown: (contact) => raise(contact, -NUDGE),
  Delete: (contact) => void edit({ edit: "forget", path: path(), contact }),
};

function onKey(event: KeyboardEvent, contact: number): void {
  const heads = [...document.querySelectorAll<HTMLElement>(".step-head")];
  const to = { ArrowDown: contact + 1, ArrowUp: contact - 1, Home: 0, End: heads.length - 1 }[event.key];
  if (to === undefined && !KEYS[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  if (to === undefined) return KEYS[event.key](contact, event.shiftKey);
  const head = heads[Math.min(Math.max(to, 0), heads.length - 1)];
  head?.focus();
  chosen.value = heads.indexOf(head);
}

function choice<T extends string>(label: () => string, all: [T, string][], value: () => T, put: (value: T) => void): HTMLSelectElement {
  const node: HTMLSelectElement = h("select", { "aria-label": label, class: "select", onchange: () => put(node.value as T) },
    all.map(([one, words]) => h("option", { value: one }, words)));
  effect(() => {
    node.value = value();
  });
  return node;
}

/** What can be asked of a contact and the arc after it. */
function wishes(contact: number): HTMLElement {
  const ask = (change: { foot?: Foot | null; style?: string | null }) => {
    const { foot = null, style = null } = { ...wishOf(contact), ...change };
    void edit({ edit: "step", path: path(), contact, foot, style });
  };
  const field = (label: string, value: () => number, put: (value: number) => SketchEdit) =>
    h("label", { class: "row" }, numberField({ label: `${label} after contact ${contact}`, min: () => 0, max: () => 15, step: 0.1, value, commit: (one) => void edit(put(one)), disabled: () => isLocked(contact) }), label);
  return h("div", { class: "stack tight" },
    h("p", { class: "muted nums" }, text(() => {
      const stance = stepOf(contact)?.stance;
      return stance ? `${stance.parameters.vs.toFixed(1)} to ${stance.parameters.ve.toFixed(1)} m/s · ${stance.footing} · ${stance.name}` : "";
    })),
    h("div", { class: "row" },
      choice(() => `Feet of ${nameOf(contact)}`, FEET, () => wishOf(contact)?.foot ?? "", (foot) => ask({ foot: foot === "" ? null : foot })),
      choice(() => `Style of ${nameOf(contact)}`, STYLES, () => wishOf(contact)?.style ?? "", (style) => ask({ style: style === "" ? null : style })),
      button("Lock", () => void edit({ edit: "lock", path: path(), contact, locked: !isLocked(contact) }), { class: "button small", pressed: () => isLocked(contact), title: "No edit moves it" }),
      when(() => isRemovable(contact), button("Remove", () => void edit({ edit: "remove", path: path(), contact }), { class: "button small", disabled: () => isLocked(contact), title: "Fly on over this contact" }))),
    when(() => plan()?.arcs[contact] !== undefined, h("div", { class: "row" },
      field("m/s", () => Math.hypot(plan()?.arcs[contact]?.velocity[0] ?? 0, plan()?.arcs[contact]?.velocity[2] ?? 0), (speed) => ({ edit: "speed", path: path(), arc: contact, speed })),
      field("m high", () => plan()?.arcs[contact]?.apex[1] ?? 0, (height) => ({ edit: "apex", path: path(), arc: contact, height })))),
    when(() => wishOf(contact) !== null, button("As drawn", () => void edit({ edit: "forget", path: path(), contact }), { class: "button small", disabled: () => isLocked(contact), title: "Forget what was changed here (Delete)" })));
}

/** One click for the nearest that a body can do. */
function mend(contact: number): HTMLElement {
  const edits = () => stepOf(contact)?.mend ?? [];
  const words = () => `Use ${edits().map((one) => (one.edit === "speed" ? `${one.speed.toFixed(1)} m/s` : one.edit === "apex" ? `${one.height.toFixed(2)} m high` : "it")).join(" and ")}`;
  const other = () => suggestions.value.find((one) => one.contact === contact) ?? null;
  const take = () => void edit(edits().length > 0 ? edits() : (other()?.edits ?? []));
  return when(() => edits().length > 0 || other() !== null, button(() => (edits().length > 0 ? words() : `Use ${other()?.words ?? ""}`), take, { class: "button small mend" }));
}

function row(contact: number): HTMLElement {
  const open = () => chosen.value === contact;
  const head = h("button", {
    type: "button", class: "step-head", "aria-expanded": () => String(open()),
    onclick: () => {
      chosen.value = open() ? null : contact;
    },
    onkeydown: (event: KeyboardEvent) => onKey(event, contact),
  }, text(() => `${saidOf(contact)}${isLocked(contact) ? " · locked" : ""}`));
  return h("li", { class: () => `step verdict ${stepOf(contact)?.good === false ? "doubtful" : "good"}` }, head, mend(contact), when(open, wishes(contact)));
}

/** The verdict on the path in a line: what is wrong with a step stands with the step. */
function summary(): string {
  const now = verdict.value;
  if (!now) return "";
  const bad = now.steps.flatMap((step, n) => (step.good ? [] : [n + 1]));
  if (now.good || bad.length === 0) return `${now.good ? "✓" : "▲"} ${now.summary}`;
  return bad.length === 1 ? `▲ step ${bad[0]} is not good` : `▲ ${bad.length} of ${now.steps.length} steps are not good`;
}

/** The verdict on the path, and its steps. */
export function stepsPanel(): HTMLElement {
  return h("div", { class: "stack", id: "verdicts" },
    when(() => verdict.value !== null, h("div", { class: () => `verdict ${verdict.value?.good === false ? "doubtful" : "good"}`, role: "status" },
      h("p", { class: "said", id: "path-verdict" }, text(summary)))),
    fill(h("ol", { class: "steps", "aria-label": "Steps: arrows up and down choose, left and right move, Page Up and Down raise the flight after it, Delete puts it back" }), () => {
      const length = count.value;
      // Rows follow their values by themselves; made anew they would lose the focus.
      return untracked(() => Array.from({ length }, (_, contact) => row(contact)));
    }));
}
