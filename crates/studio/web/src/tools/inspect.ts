// Inspect: what is known of the selected clip, and simple changes of it.
import { fill, h } from "../core/dom";
import { resource } from "../core/resource";
import { pointer } from "../core/pointer";
import { computed } from "../core/signal";
import { setting } from "../core/setting";
import { view } from "../core/view";
import { count, secs, words } from "../core/words";
import { type Clip, isResult, motionOf, selected } from "../library/clips";
import { notesList } from "../library/notes";
import { madeWith, reopen } from "../library/results";
import { actor, main, rate, type Stage } from "../motion/stage";
import { motionIn } from "../net/motions";
import { ask, type Asked, askNumbers } from "../net/verbs";
import type { InspectAnswer } from "../types.gen";
import { button } from "../ui/button";
import { check } from "../ui/check";
import { heightOfMotion } from "../view3d/posed";
import { characterChoice, characterPath, mesh, ofCharacter } from "./character";
import { details, errorMessage, facts, message, working } from "./parts";
import { addTool, type Exportable, inputOf } from "./tool";

const BESIDE = 0.8;

const current = (): Clip | null => selected.value.at(-1) ?? null;

const mirrored = setting(() => pointer("change", current()?.name ?? "", "mirror"), false, (on) => `${on ? "mirror" : "do not mirror"} ${current()?.name ?? ""}`);

/** What is changed of the clip: mirrored, or carried to another figure. */
const edit = computed(() => ({ ...(mirrored.now() ? { mirror: true } : {}), ...(ofCharacter.value.skeleton ? { onto: ofCharacter.value.skeleton } : {}) }));
const isChanged = () => Object.keys(edit.value).length > 0;

/** The whole clip as it is changed; what is exported may be a part of it. */
const changed = resource(
  () => {
    const clip = current();
    return clip && isChanged() && view.tool.value === "inspect" ? { verb: "convert", request: { clips: { inputs: [inputOf(clip.name)] }, edit: edit.value } } : null;
  },
  async (now, cancel) => motionIn(await askNumbers(now, "", cancel), 0),
);

/** The clips side by side, the last selected one leads. */
export function sideBySide(): Stage {
  const chosen = selected.value;
  const actors = chosen.flatMap((clip, n) => {
    const motion = motionOf(clip);
    if (!motion) return [];
    const isMain = n === chosen.length - 1;
    const shift = (n - (chosen.length - 1)) * BESIDE;
    const ground = isMain ? null : () => ({ turn: 0, x: shift, z: 0 });
    return [actor(motion, isMain ? "main" : "match", { key: `clip:${clip.name}`, clip: clip.name, mesh: clip.mesh ? clip.hash : null, ground, color: n })];
  });
  return { actors, common: false };
}

/** The changed clip beside what it was; the clips side by side while nothing is changed. */
function stage(): Stage {
  const clip = current();
  const [own, motion] = [clip && motionOf(clip), isChanged() ? changed.value.value : null];
  if (!clip || !own || !motion) return sideBySide();
  const before = actor(own, "input", { key: `clip:${clip.name}`, label: clip.name, clip: clip.name, mesh: clip.mesh ? clip.hash : null, ground: () => ({ turn: 0, x: -BESIDE, z: 0 }), color: 0 });
  const after = actor({ ...motion, name: `${clip.name} changed` }, "main", { key: "result:changed", label: "changed", mesh: mesh.value });
  return { actors: [after, before], common: false };
}

/** The input with the selected range, if there is one. */
function input(clip: Clip): string {
  const range = view.range.value;
  if (!range) return inputOf(clip.name);
  const [first, last] = range.map((time) => Math.round(time * rate.value));
  return `${inputOf(clip.name)}@${first}-${last}`;
}

function asked(clip: Clip): Asked {
  return { verb: "convert", request: { clips: { inputs: [input(clip)] }, ...(isChanged() ? { edit: edit.value } : {}) } };
}

const numbers = resource(
  () => {
    const clip = current();
    return clip && view.tool.value === "inspect" ? clip.name : null;
  },
  (name) => ask<InspectAnswer>({ verb: "inspect", request: { clips: { inputs: [inputOf(name)] } } }),
);

function motionFacts(clip: Clip): HTMLElement {
  const motion = motionOf(clip);
  return facts([
    ["Length", `${secs(clip.duration_secs)} · ${count(clip.frames, "frame")}`],
    ["Rate", `${Number(clip.rate_hz.toFixed(3))} frames a second`],
    ["Figure", `${count(clip.joints, "joint")}${motion ? ` · ${heightOfMotion(motion).toFixed(2)} m` : ""}`],
    ["File", isResult(clip) ? null : clip.source],
    ["Labels", clip.labels.map((label) => label.word).join(", ") || null],
  ]);
}

function measured(): HTMLElement {
  return fill(h("div", {}), () => {
    const quality = numbers.value.value?.motions[0]?.quality;
    if (!quality) return numbers.error.value ? errorMessage("No numbers.", numbers.error.value, () => {}) : null;
    return facts([
      ["Foot plants", String(quality.plants)],
      ["Feet slide", quality.skate_cm_per_sec === null ? null : `${quality.skate_cm_per_sec.toFixed(1)} cm/s`],
      ["Worst drift", quality.worst_drift_mm === null ? null : `${quality.worst_drift_mm.toFixed(0)} mm`],
      ["Below the floor", `${quality.penetration_cm.toFixed(1)} cm`],
      ["Way", `${quality.path_metres.toFixed(2)} m`],
      ["Turns", `${Math.round(quality.facing_turn_degrees) || 0}°`],
    ]);
  });
}

function changes(): HTMLElement {
  return h("div", { class: "stack" },
    check("Mirror left and right", mirrored),
    fill(h("div", {}), characterChoice),
    working("Carrying it to the other figure", changed),
    fill(h("div", {}), () => (changed.error.value ? errorMessage("Not changed.", changed.error.value, () => {}) : null)),
    h("p", { class: "muted" }, "Drag over the motion on the timeline to export only a part of it, or to find its like."),
    button("Find like this", () => {
      view.tool.value = "search";
    }, { disabled: () => view.range.value === null }));
}

function panel(): HTMLElement {
  return fill(h("div", { class: "stack" }), () => {
    const clip = current();
    if (!clip) return h("p", { class: "muted" }, words.nothingSelected);
    const made = madeWith(clip);
    return [
      made ? message(null, `Made of ${made.selection.join(" and ") || "a drawing"}.`, button(`Open in ${made.tool[0].toUpperCase()}${made.tool.slice(1)}`, () => reopen(clip), { class: "button small", id: "reopen" })) : null,
      motionFacts(clip),
      details("Numbers", true, measured()),
      details("Change", true, changes()),
      clip.notes.length > 0 ? details(`Notes of the reader (${clip.notes.length})`, true, notesList(clip.notes)) : null,
    ];
  });
}

/** The clip that is shown, or the range of it. */
export function clipExport(): Exportable | null {
  const clip = main.value ? current() : null;
  return clip ? { name: clip.name, asked: asked(clip), hasMotion: true, settings: [mirrored.path(), characterPath.value] } : null;
}

addTool({
  id: "inspect",
  title: "Inspect",
  about: () => current()?.name ?? "",
  panel,
  hint: () => (current() ? "Space plays · drag an end of a plant to correct it · drag over the motion to select a range" : words.nothingSelected),
  stage,
  exportable: clipExport,
});
