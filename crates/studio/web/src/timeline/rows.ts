// The rows of the timeline: the leading motion with what is wrong in it, its plants, and the other motions on stage.
import { computed, signal } from "../core/signal";
import { view } from "../core/view";
import { clipNamed } from "../library/clips";
import { duration, type Plants, type PlantKind } from "../motion/clip";
import { type Actor, length, main, stage } from "../motion/stage";
import { curve } from "./weights";

/** A moment worth looking at. */
export interface Mark {
  secs: number;
  words: string;
  level: "bad" | "doubtful" | "good";
}

/** A stretch of a row, in seconds of the leading motion. */
export interface Span {
  from: number;
  to: number;
  words?: string;
}

export interface Row {
  label: string;
  kind: "motion" | "weights" | "plant" | "other";
  height: number;
  actor: Actor;
  /** The point of a row of plants. */
  plant: PlantKind | null;
  editable: boolean;
}

const LABELS: Partial<Record<PlantKind, string>> = {
  left_heel: "L heel", left_toe: "L toe", right_heel: "R heel", right_toe: "R toe", left_wrist: "L wrist", right_wrist: "R wrist",
};

/** What tools mark on the leading motion: faults of a blend, the stretch of a transition. */
export const marks = signal<Mark[]>([]);
export const spans = signal<Span[]>([]);
/** Moments of figures that are held away from the playhead, by their keys, in their own seconds. */
export const held = signal<ReadonlyMap<string, number>>(new Map());

const plantKinds = (plants: Plants) => (Object.keys(LABELS) as PlantKind[]).filter((kind) => !kind.endsWith("wrist") || (plants[kind]?.length ?? 0) > 0);

/** Pixels for all rows together, and between two. */
export const room = signal(Infinity);
export const GAP = 3;
/** Rows become lower where there is little room and higher where there is much, between these shares. */
const LOWEST = 0.6;
const HIGHEST = 1.8;
/** With more motions than this a row for each is all there is room for. */
const CROWD = 6;

/** The rows, from top to bottom, as high as there is room for all of them. */
export const rows = computed<Row[]>(() => {
  const all = allRows.value;
  const [gaps, needed] = [GAP * all.length, all.reduce((sum, row) => sum + row.height, 0)];
  const share = Math.max(LOWEST, Math.min(HIGHEST, (room.value - gaps) / needed));
  return all.map((row) => ({ ...row, height: Math.floor(row.height * share) }));
});

const allRows = computed<Row[]>(() => {
  const leading = main.value;
  if (!leading) return [];
  const editable = leading.clip !== null && clipNamed(leading.clip) !== undefined;
  const found: Row[] = [{ label: leading.label, kind: "motion", height: 24, actor: leading, plant: null, editable: false }];
  if (curve.value) found.push({ label: "weights", kind: "weights", height: curve.value.keys.length > 0 ? 40 : 20, actor: leading, plant: null, editable: false });
  for (const kind of stage.value.actors.length > CROWD ? [] : plantKinds(leading.motion.plants)) {
    found.push({ label: LABELS[kind] ?? kind, kind: "plant", height: 16, actor: leading, plant: kind, editable });
  }
  for (const actor of stage.value.actors) {
    if (actor !== leading && actor.role !== "hover") found.push({ label: actor.label, kind: "other", height: 18, actor, plant: null, editable: false });
  }
  return found;
});

/** Seconds of the leading motion at a moment of an actor: the inverse of its time, which rises. */
export function leadingTime(actor: Actor, own: number): number {
  if (!view.commonTime.value) return own;
  let low = 0;
  let high = length.value;
  // One that is held at a moment, under the pointer on the grid, is shown in its own time.
  if (actor.time(low) === actor.time(high)) return own;
  if (own <= actor.time(low)) return low;
  if (own >= actor.time(high)) return high;
  for (let round = 0; round < 30; round += 1) {
    const middle = (low + high) / 2;
    if (actor.time(middle) < own) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How long the timeline is: in own time, as long as the longest motion. */
export const extent = computed(() => {
  const own = view.commonTime.value ? [] : stage.value.actors.map((actor) => duration(actor.motion));
  return main.value ? Math.max(length.value, ...own, 0.05) : 1;
});
