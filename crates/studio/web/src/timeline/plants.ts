// Correcting foot plants: by pointer on the timeline, by keys on a list that screen readers can enter.
import { fill, h } from "../core/dom";
import { pointer } from "../core/pointer";
import { signal } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { secs } from "../core/words";
import { plantsOf } from "../library/clips";
import type { Motion, PlantKind } from "../motion/clip";
import { main } from "../motion/stage";
import { added, join, moved, type Range, removed, split } from "./ranges";

/** The plant that keys move. */
export const chosen = signal<{ kind: PlantKind; index: number } | null>(null);

/** The leading motion when it is a clip of the library whose plants can be corrected. */
function editing(): { clip: string; motion: Motion } | null {
  const leading = main.value;
  return leading?.clip ? { clip: leading.clip, motion: leading.motion } : null;
}

const rangesOf = (motion: Motion, kind: PlantKind): Range[] => motion.plants[kind] ?? [];

/** Shows plants while they are dragged. */
export function previewPlants(kind: PlantKind, ranges: Range[]): void {
  const now = editing();
  if (now) doc.preview(pointer("plants", now.clip, kind), ranges);
}

/** Takes a preview away. */
export function discardPlants(kind: PlantKind): void {
  const now = editing();
  if (now) doc.discard(pointer("plants", now.clip, kind));
}

/** Keeps plants in the library. */
export function commitPlants(kind: PlantKind, ranges: Range[], what: string): void {
  const now = editing();
  if (now) history.commit(pointer("plants", now.clip, kind), ranges, `${what} of ${now.clip}`);
}

/** Goes back to what was detected. */
export function revertPlants(): void {
  const now = editing();
  if (!now) return;
  for (const kind of plantsOf(now.clip)?.corrected ?? []) history.commit(pointer("plants", now.clip, kind), null, `plants of ${now.clip}`);
}

/** Half of a new plant, in seconds: about half a step's stance. */
const HALF_NEW = 0.1;

/** Adds a plant around a frame. */
export function addPlant(kind: PlantKind, frame: number): void {
  const now = editing();
  if (now) commitPlants(kind, added(rangesOf(now.motion, kind), frame, Math.max(1, Math.round(HALF_NEW * now.motion.rate)), now.motion.frames), "add a plant");
}

/** Removes a plant. */
export function removePlant({ kind, index }: { kind: PlantKind; index: number }): void {
  const now = editing();
  if (!now) return;
  chosen.value = null;
  commitPlants(kind, removed(rangesOf(now.motion, kind), index), "remove a plant");
}

function keys(event: KeyboardEvent, kind: PlantKind, index: number, motion: Motion): void {
  const ranges = rangesOf(motion, kind);
  const frame = Math.round(view.time.value * motion.rate);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step !== undefined) commitPlants(kind, moved(ranges, index, event.shiftKey ? "start" : "end", step, motion.frames), "move a plant");
  else if (event.key === "Delete") removePlant({ kind, index });
  else if (event.key === "Enter") addPlant(kind, frame);
  else if (event.key.toLowerCase() === "s") commitPlants(kind, split(ranges, index, frame), "split a plant");
  else if (event.key.toLowerCase() === "m") commitPlants(kind, join(ranges, index), "join plants");
  else return;
  event.preventDefault();
  event.stopPropagation();
  requestAnimationFrame(() => document.getElementById(`plant-${kind}-${index}`)?.focus());
}

/** The plants as a list for the keyboard; what has the focus is marked on the timeline. */
export function plantList(): HTMLElement {
  return fill(h("ul", { class: "visually-hidden", "aria-label": "Foot plants of the clip" }), () => {
    const now = editing();
    if (!now) return null;
    const { motion } = now;
    return (Object.keys(motion.plants) as PlantKind[]).flatMap((kind) =>
      rangesOf(motion, kind).map(([first, last], index) => {
        const words = `${kind.replace("_", " ")} planted from ${secs(first / motion.rate)} to ${secs(last / motion.rate)}`;
        return h("li", {}, h("button", {
          type: "button", id: `plant-${kind}-${index}`, "aria-label": words,
          onfocus: () => {
            chosen.value = { kind, index };
          },
          onkeydown: (event: KeyboardEvent) => keys(event, kind, index, motion),
        }));
      }));
  });
}
