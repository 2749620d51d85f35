// What the pointer does on the timeline: it scrubs, selects a stretch, moves plants and keys of weights.
import { type Drag, place, type Point } from "../core/gesture";
import { view } from "../core/view";
import type { PlantKind } from "../motion/clip";
import { seek } from "../motion/play";
import { length, main, rate } from "../motion/stage";
import { RULER, STRIP, tops } from "./draw";
import { addPlant, chosen, commitPlants, discardPlants, previewPlants } from "./plants";
import { nextTrouble, type Trouble, troubles } from "./quality";
import { moved, snapped } from "./ranges";
import { type Row, rows } from "./rows";
import { hitRange, secsOf, xOf } from "./scale";
import { curve, draggingKey, keyAt } from "./weights";
import { scaleNow, topOf } from "./window";

function rowAt(y: number): Row | null {
  const place = tops(rows.value);
  const n = place.findIndex((top, index) => y >= top - 2 && y <= top + rows.value[index].height + 2);
  return n < 0 ? null : rows.value[n];
}

/** The key of the weights under a point of their row. */
function keyUnder(at: Point, row: Row): number | null {
  return row.kind === "weights" ? keyAt(scaleNow(), { top: topOf(row), height: row.height }, at) : null;
}

function scrub(at: Point): void {
  seek(secsOf(scaleNow(), at.x));
}

/** Scrubbing pauses, and playing goes on after it. */
function scrubbing(at: Point): Drag {
  const [was, playing] = [view.time.peek(), view.playing.peek()];
  view.playing.value = false;
  scrub(at);
  const resume = () => {
    view.playing.value = playing;
  };
  return {
    move: scrub,
    end: resume,
    click: resume,
    cancel: () => {
      seek(was);
      resume();
    },
  };
}

const whole = (time: number) => Math.round(Math.min(Math.max(time, 0), length.value) * rate.value) / rate.value;

/** Dragging over a stretch selects it. */
function selecting(at: Point): Drag {
  const before = view.range.peek();
  const from = whole(secsOf(scaleNow(), at.x));
  const stretch = (to: Point): [number, number] => {
    const end = whole(secsOf(scaleNow(), to.x));
    return [Math.min(from, end), Math.max(from, end)];
  };
  return {
    move: (to) => {
      view.range.value = stretch(to);
    },
    end: () => {
      if (view.tool.value === "inspect") view.tool.value = "search";
    },
    click: (to) => {
      view.range.value = null;
      scrub(to);
    },
    cancel: () => {
      view.range.value = before;
    },
  };
}

/** Pixels from the playhead and from ends of other plants at which a plant comes to lie on them. */
const SNAPS = 5;

/** The frames to which plants of a kind snap: the playhead, and the ends of plants of other kinds. */
function snapTargets(row: Row, kind: PlantKind): number[] {
  const { motion } = row.actor;
  const others = Object.entries(motion.plants).filter(([other]) => other !== kind).flatMap(([, ranges]) => (ranges ?? []).flat());
  return [Math.round(view.time.peek() * motion.rate), ...others];
}

/** Dragging a plant's end or middle; with Shift it does not snap. */
function draggingPlant(at: Point, row: Row, kind: PlantKind): Drag | null {
  const { motion } = row.actor;
  const ranges = motion.plants[kind] ?? [];
  const hit = hitRange(scaleNow(), ranges, motion.rate, at.x);
  if (!hit) return null;
  chosen.value = { kind, index: hit.index };
  const targets = snapTargets(row, kind);
  const after = (to: Point, { shiftKey }: PointerEvent) => {
    const { from, to: until, width } = scaleNow();
    const framesOf = (pixels: number) => (pixels / width) * (until - from) * motion.rate;
    const by = Math.round(framesOf(to.x - at.x));
    const wanted = shiftKey ? by : snapped(ranges[hit.index], hit.part, by, targets, framesOf(SNAPS));
    return moved(ranges, hit.index, hit.part, wanted, motion.frames);
  };
  return {
    move: (to, event) => previewPlants(kind, after(to, event)),
    end: (to, event) => commitPlants(kind, after(to, event), "move a plant"),
    cancel: () => discardPlants(kind),
    click: () => seek(ranges[hit.index][0] / motion.rate),
  };
}

/** Pixels beside a trouble that still mean it. */
const GRIP = 5;

/** The trouble under a point of the strip. */
function troubleAt(at: Point): Trouble | null {
  const n = rows.value.findIndex((row) => row.kind === "motion");
  if (n < 0) return null;
  const bottom = tops(rows.value)[n] + rows.value[n].height;
  if (at.y < bottom - STRIP - 4 || at.y > bottom + 2) return null;
  const x = (frame: number) => xOf(scaleNow(), frame / rate.value);
  return troubles.value.find(({ from, to }) => at.x >= x(from) - GRIP && at.x <= x(to) + GRIP) ?? null;
}

function showTrouble(trouble: Trouble): void {
  view.playing.value = false;
  seek(trouble.worst / rate.value);
}

/** Goes to the next moment at which a foot slides or something jolts. */
export function showNextTrouble(): void {
  const next = nextTrouble(view.time.value, rate.value);
  if (next) showTrouble(next);
}

/** What a press begins. */
export function begin(at: Point, event: PointerEvent): Drag | null {
  if (event.button !== 0 || !main.value) return null;
  if (at.y < RULER) return event.shiftKey ? selecting(at) : scrubbing(at);
  const row = rowAt(at.y);
  if (row?.plant && row.editable) {
    const drag = draggingPlant(at, row, row.plant);
    if (drag) return drag;
  }
  const key = row && keyUnder(at, row);
  if (row && key !== null) return draggingKey(scaleNow(), { top: topOf(row), height: row.height }, key, at);
  chosen.value = null;
  const trouble = troubleAt(at);
  if (trouble && !event.shiftKey) return { ...selecting(at), click: () => showTrouble(trouble) };
  return row?.kind === "motion" || event.shiftKey ? selecting(at) : scrubbing(at);
}

/** Shows by the cursor what a press would begin. */
export function shape(canvas: HTMLCanvasElement, event: PointerEvent): void {
  const at = place(event, canvas);
  const row = rowAt(at.y);
  let cursor = at.y < RULER ? "ew-resize" : "default";
  if (row?.plant && row.editable) {
    const hit = hitRange(scaleNow(), row.actor.motion.plants[row.plant] ?? [], row.actor.motion.rate, at.x);
    cursor = hit ? (hit.part === "middle" ? "grab" : "col-resize") : "copy";
  } else if (row?.kind === "weights") cursor = keyUnder(at, row) === null ? "copy" : "grab";
  else if (row?.kind === "motion") cursor = troubleAt(at) ? "pointer" : "crosshair";
  canvas.style.cursor = cursor;
}

/** A double click on an empty place of a row adds what the row has: a key of the weights, or a plant. */
export function addAt(at: Point): void {
  const row = rowAt(at.y);
  if (row?.kind === "weights" && keyUnder(at, row) === null) curve.value?.add(Math.min(Math.max(secsOf(scaleNow(), at.x), 0), length.value));
  if (row?.plant && row.editable && !hitRange(scaleNow(), row.actor.motion.plants[row.plant] ?? [], rate.value, at.x)) {
    addPlant(row.plant, Math.round(secsOf(scaleNow(), at.x) * row.actor.motion.rate));
  }
}
