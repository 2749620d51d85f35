// Register: why two clips correspond as they do, and pins where they should correspond otherwise.
import { fill, h, text, when } from "../core/dom";
import { addCommands } from "../core/keys";
import { pointer } from "../core/pointer";
import { computed, effect } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { secs, words } from "../core/words";
import { motionOf, selected } from "../library/clips";
import { duration } from "../motion/clip";
import { actor, type Stage } from "../motion/stage";
import { held } from "../timeline/rows";
import { button } from "../ui/button";
import { prose } from "../ui/prose";
import { commandBox } from "./command";
import { cell, cellDistance, grid, gridCanvas } from "./gridview";
import { details, errorMessage, facts, warnings, working } from "./parts";
import { canPin, castKey, castNames, commonOf, inputs, ownTime, type Pin, registration, registerRequest, registerSettings, settingsPath } from "./registered";
import { addTool, type Exportable } from "./tool";

const pins = computed(() => registerSettings.value.pins ?? []);
const pairs = computed(() => pins.value.map((pin): [number, number] => [pin.reference_secs, pin.secs]));

/** Both clips side by side: at the cell under the pointer, or where they correspond. */
function stage(): Stage {
  const [first, second] = selected.value;
  const [a, b] = [first && motionOf(first), second && motionOf(second)];
  if (!first || !second || !a || !b) return { actors: [], common: false };
  const found = registration.value.value;
  const held = cell.value;
  const other = (time: number): number => {
    if (held) return held[1];
    return found && found.clips.length >= 2 ? ownTime(found, 1, commonOf(found, 0, time)) : Math.min(time, duration(b));
  };
  const apart = (time: number) => {
    const row = Math.min(Math.round((held ? held[0] : time) * a.rate), a.frames - 1) * a.stride;
    const own = Math.min(Math.round(other(time) * b.rate), b.frames - 1) * b.stride;
    return { turn: 0, x: a.rows[row] - b.rows[own] + 1.1, z: a.rows[row + 2] - b.rows[own + 2] };
  };
  const lead = actor(a, "main", { key: `clip:${first.name}`, clip: first.name, mesh: first.mesh ? first.hash : null, time: (time) => (held ? held[0] : time) });
  const follow = actor(b, "match", { key: `clip:${second.name}`, clip: second.name, mesh: second.mesh ? second.hash : null, time: other, ground: apart, color: 1 });
  return { actors: [lead, follow], common: true };
}

effect(() => {
  const [at, [first, second]] = [cell.value, selected.value];
  const isHeld = view.tool.value === "register" && at && first && second;
  held.value = isHeld ? new Map([[`clip:${first.name}`, at[0]], [`clip:${second.name}`, at[1]]]) : new Map();
});

function put(next: Pin[], what: string): void {
  const settings = { ...registerSettings.value };
  delete settings.pins;
  const after = next.length > 0 ? { ...settings, pins: next } : Object.keys(settings).length > 0 ? settings : null;
  history.commit(settingsPath.value, after as never, what);
}

const asPin = ([reference, other]: [number, number]): Pin => ({ reference_secs: Number(reference.toFixed(4)), secs: Number(other.toFixed(4)) });

/** Dragging a pin moves it, off the grid removes it; dragging a point of the curve pins it. */
function drag(_: [number, number], near: (pair: [number, number]) => boolean) {
  const held = pairs.value.findIndex(near);
  const curve = grid.value.value?.curve ?? [];
  if (!canPin.value || (held < 0 && !curve.some(near))) return null;
  const others = pins.value.filter((_pin, n) => n !== held);
  const before = registerSettings.value;
  return {
    move: (at: [number, number]) => doc.preview(settingsPath.value, { ...before, pins: [...others, asPin(at)] } as never),
    end: (at: [number, number], outside: boolean) => {
      doc.discard(settingsPath.value);
      put(outside ? others : [...others, asPin(at)], outside ? "remove a pin" : "pin a correspondence");
    },
    cancel: () => doc.discard(settingsPath.value),
  };
}

function pinCell(): void {
  if (cell.value) put([...pins.value, asPin(cell.value)], "pin a correspondence");
}

/** Opens Transition with its middle at the cell. */
function transitionHere(): void {
  if (!cell.value) return;
  const { reference_secs, secs: other } = asPin(cell.value);
  history.commit(pointer("transition", castKey.value), { at_secs: [reference_secs, other] }, `transition of ${castKey.value}`);
  view.tool.value = "transition";
}

function pinList(): HTMLElement {
  return fill(h("ul", { class: "notes", "aria-label": "Pins" }), () => pins.value.map((pin, n) => h("li", { class: "row" },
    h("span", { class: "nums" }, `◆ ${secs(pin.reference_secs)} ↔ ${secs(pin.secs)}`), h("span", { class: "grow" }),
    button("Remove", () => put(pins.value.filter((_, m) => m !== n), "remove a pin"), { class: "button small quiet" }))));
}

function readout(): string {
  const [a, b] = selected.value;
  const at = cell.value;
  if (!at || !a || !b) return "Move over the grid: both poses, both times. A click keeps them.";
  const apart = cellDistance.value;
  const [first, second] = castNames.value;
  return `${first} ${secs(at[0])} · ${second} ${secs(at[1])} · ${apart === null ? "no path leads here" : `${apart.toFixed(1)} cm apart`}`;
}

function numbers(): HTMLElement {
  return fill(h("div", {}), () => {
    const found = registration.value.value;
    if (!found) return null;
    const other = found.clips.find((clip) => clip.mean_distance_cm !== null);
    return h("div", { class: "stack" }, facts([
      ["Reference", found.reference],
      ["Mean distance", other?.mean_distance_cm == null ? null : `${other.mean_distance_cm.toFixed(1)} cm`],
      ["Speed", other ? `${other.speed[0].toFixed(2)} to ${other.speed[1].toFixed(2)}` : null],
      ["Turned by", other ? `${other.turn_degrees[0].toFixed(0)}° to ${other.turn_degrees[1].toFixed(0)}°` : null],
      ["Matched plants", String(found.matches.length)],
    ]), h("ul", { class: "notes" }, found.notes.map((note) => h("li", { class: "note" }, "· ", prose(note)))));
  });
}

function settings(): HTMLElement {
  const ends = h("select", {
    "aria-label": "Ends", value: () => registerSettings.value.ends ?? "auto",
    onchange: (event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      history.commit(settingsPath.value, { ...registerSettings.value, ends: chosen } as never, `ends of ${castKey.value}`);
    },
  }, h("option", { value: "auto" }, "found out"), h("option", { value: "pinned" }, "first and last correspond"), h("option", { value: "open" }, "open"));
  return h("label", { class: "row" }, "Ends", ends);
}

function panel(): HTMLElement {
  const two = () => selected.value.length === 2;
  return h("div", { class: "stack" },
    when(() => selected.value.length < 2, h("p", { class: "muted" }, text(() => (selected.value[0] ? words.oneClip(selected.value[0].name) : words.nothingSelected)))),
    when(() => selected.value.length > 2, h("p", { class: "muted" }, "The grid compares two clips; the numbers are of all selected ones.")),
    fill(h("div", {}), () => {
      const error = registration.error.value ?? grid.error.value;
      const [a, b] = selected.value;
      return error && a && b ? errorMessage(words.notRegistrable(a.name, b.name), error, (way) => history.commit(settingsPath.value, { ...registerSettings.value, ...(way.patch as { register?: object }).register } as never, way.label)) : null;
    }),
    when(two, gridCanvas({ pins: () => pairs.value, centre: () => null, choose: () => {}, drag })),
    when(two, h("p", { class: "nums muted", id: "cell" }, text(readout))),
    when(two, h("div", { class: "row" },
      when(() => canPin.value, button("Pin this cell", pinCell, { class: "button small", id: "pin", disabled: () => cell.value === null, title: "Pin (P)" })),
      button("Transition here", transitionHere, { class: "button small", id: "transition-here", disabled: () => cell.value === null, title: "Go over from one clip into the other at this cell" }),
      when(() => pins.value.length > 0, button("Remove all pins", () => put([], "remove all pins"), { class: "button small quiet" })))),
    pinList(),
    warnings(() => grid.value.value?.notes),
    working("Finding out which moments correspond", registration),
    when(() => selected.value.length > 1, details("Numbers", true, numbers())),
    when(() => selected.value.length > 1, details("Settings", false, settings())),
    when(() => selected.value.length > 1, commandBox(exportable)));
}

function exportable(): Exportable | null {
  if (selected.value.length < 2) return null;
  return { name: castKey.value, asked: { verb: "register", request: { clips: { inputs: inputs.value }, register: registerRequest.value } }, hasMotion: false };
}

addCommands({ group: "Tools", words: "Pin the cell of the grid", keys: ["P"], enabled: () => view.tool.value === "register" && canPin.value && cell.value !== null, run: pinCell });

addTool({
  id: "register",
  title: "Register",
  about: () => castNames.value.join(" + "),
  panel,
  hint: () => `Move over the grid to see both poses, click to keep them${canPin.value ? " · drag the curve to pin a correspondence · drag a pin off the grid to remove it" : ""}`,
  stage,
  exportable,
});
