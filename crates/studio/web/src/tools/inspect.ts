// Inspect: what is known of the selected clip, and simple changes of it.
import { fill, h } from "../core/dom";
import { resource } from "../core/resource";
import { signal } from "../core/signal";
import { view } from "../core/view";
import { count, secs, words } from "../core/words";
import { type Clip, motionOf, selected } from "../library/clips";
import { notesList } from "../library/notes";
import { actor, main, rate, type Stage } from "../motion/stage";
import { ask, type Asked } from "../net/verbs";
import type { InspectAnswer } from "../types.gen";
import { button } from "../ui/button";
import { heightOfMotion } from "../view3d/posed";
import { details, errorMessage, facts } from "./parts";
import { addTool, type Exportable, inputOf } from "./tool";

const mirrored = signal(false);
const BESIDE = 0.8;

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

const current = (): Clip | null => selected.value.at(-1) ?? null;

/** The input with the selected range, if there is one. */
function input(clip: Clip): string {
  const range = view.range.value;
  if (!range) return inputOf(clip.name);
  const [first, last] = range.map((time) => Math.round(time * rate.value));
  return `${inputOf(clip.name)}@${first}-${last}`;
}

function asked(clip: Clip): Asked {
  const request = { clips: { inputs: [input(clip)] }, ...(mirrored.value ? { edit: { mirror: true } } : {}) };
  return { verb: "convert", request };
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
    ["File", clip.source],
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
      ["Turns", `${quality.facing_turn_degrees.toFixed(0)}°`],
    ]);
  });
}

function changes(): HTMLElement {
  return h("div", { class: "stack" },
    h("label", { class: "check" }, h("input", {
      type: "checkbox", checked: () => mirrored.value,
      onchange: (event: Event) => {
        mirrored.value = (event.target as HTMLInputElement).checked;
      },
    }), "Mirror left and right in exports"),
    h("p", { class: "muted" }, "Drag over the motion on the timeline to export only a part of it, or to find its like."),
    button("Find like this", () => {
      view.tool.value = "search";
    }, { disabled: () => view.range.value === null }));
}

function panel(): HTMLElement {
  return fill(h("div", { class: "stack" }), () => {
    const clip = current();
    if (!clip) return h("p", { class: "muted" }, words.nothingSelected);
    return [
      motionFacts(clip),
      details("Numbers", true, measured()),
      details("Change", true, changes()),
      clip.notes.length > 0 ? details(`Notes of the reader (${clip.notes.length})`, true, notesList(clip.notes)) : null,
    ];
  });
}

/** The clip that is shown, or the range of it. */
export function clipExport(): Exportable | null {
  const clip = main.value?.clip ? current() : null;
  return clip ? { name: clip.name, asked: asked(clip), hasMotion: true } : null;
}

addTool({
  id: "inspect",
  title: "Inspect",
  about: () => current()?.name ?? "",
  panel,
  hint: () => (current() ? "Space plays · drag an end of a plant to correct it · drag over the motion to select a range" : words.nothingSelected),
  stage: sideBySide,
  exportable: clipExport,
});
