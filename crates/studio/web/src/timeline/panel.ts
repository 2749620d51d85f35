// The timeline: one canvas under a row of buttons.
import { h, onResize, text, when } from "../core/dom";
import { paintSoon } from "../core/frame";
import { type Drag, onDrag, place, type Point } from "../core/gesture";
import { effect, signal } from "../core/signal";
import { view } from "../core/view";
import { count, secs } from "../core/words";
import { plantsOf } from "../library/clips";
import type { PlantKind } from "../motion/clip";
import { seek, SPEEDS, step, toggle } from "../motion/play";
import { length, main, rate, stage } from "../motion/stage";
import { button, iconButton } from "../ui/button";
import { openMenu } from "../ui/menu";
import { palette } from "../view3d/colors";
import { drawTimeline, FIRST, gutterOf, RULER, STRIP, tops } from "./draw";
import { addPlant, chosen, commitPlants, discardPlants, plantList, previewPlants, removePlant, revertPlants } from "./plants";
import { moved } from "./ranges";
import { nextTrouble, type Trouble, troubles } from "./quality";
import { extent, marks, room, type Row, rows, spans } from "./rows";
import { hitRange, panned, type Scale, secsOf, xOf, zoomed } from "./scale";
import { chosenKey, curve, draggingKey, keyAt, keyList } from "./weights";

const size = signal({ width: 800, height: 120 });
/** The visible stretch; null for all of it. */
const span = signal<[number, number] | null>(null);
const RIGHT = 12;

/** The scale of the timeline as it is drawn. */
export function scaleNow(): Scale {
  const [from, to] = span.value ?? [0, extent.value];
  const { width } = size.value;
  const gutter = gutterOf(width);
  return { from, to, gutter, width: Math.max(50, width - gutter - RIGHT) };
}

function rowAt(y: number): Row | null {
  const place = tops(rows.value);
  const n = place.findIndex((top, index) => y >= top - 2 && y <= top + rows.value[index].height + 2);
  return n < 0 ? null : rows.value[n];
}

function topOf(row: Row): number {
  return tops(rows.value)[rows.value.indexOf(row)];
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

/** Dragging a plant's end or middle. */
function draggingPlant(at: Point, row: Row, kind: PlantKind): Drag | null {
  const { motion } = row.actor;
  const ranges = motion.plants[kind] ?? [];
  const hit = hitRange(scaleNow(), ranges, motion.rate, at.x);
  if (!hit) return null;
  chosen.value = { kind, index: hit.index };
  const after = (to: Point) => moved(ranges, hit.index, hit.part, Math.round(((to.x - at.x) / scaleNow().width) * (scaleNow().to - scaleNow().from) * motion.rate), motion.frames);
  return {
    move: (to) => previewPlants(kind, after(to)),
    end: (to) => commitPlants(kind, after(to), "move a plant"),
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

function begin(at: Point, event: PointerEvent): Drag | null {
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

function shape(canvas: HTMLCanvasElement, event: PointerEvent): void {
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

function wheel(event: WheelEvent): void {
  event.preventDefault();
  const scale = scaleNow();
  if (event.ctrlKey) span.value = zoomed(scale, secsOf(scale, event.offsetX), Math.exp(event.deltaY / 400), extent.value);
  else span.value = panned([scale.from, scale.to], ((event.deltaX + event.deltaY) / scale.width) * (scale.to - scale.from), extent.value);
}

/** Zooms about the playhead; 0 shows everything. */
export function zoomTimeline(factor: number): void {
  span.value = factor === 0 ? null : zoomed(scaleNow(), view.time.value, factor, extent.value);
}

function canvas(): HTMLElement {
  const picture = h("canvas", { class: "timeline-canvas", role: "img", "aria-label": "Timeline: drag the ruler to scrub, drag over the motion to select a range" });
  const holder = h("div", { class: "timeline-holder" }, picture);
  const pen = picture.getContext("2d");
  const paint = () => {
    if (!pen) return;
    const { width, height } = size.value;
    const ratio = Math.min(devicePixelRatio, 2);
    if (picture.width !== Math.round(width * ratio) || picture.height !== Math.round(height * ratio)) {
      picture.width = Math.round(width * ratio);
      picture.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const clip = main.value?.clip;
    const corrected = clip ? (plantsOf(clip)?.corrected ?? []) : [];
    const { time } = view;
    const range = main.value?.clip ? view.range.value : null;
    drawTimeline(pen, { scale: scaleNow(), rows: rows.value, height, time: time.value, range, marks: marks.value, troubles: troubles.value, spans: spans.value, selected: chosen.value, corrected, curve: curve.value });
  };
  onResize(holder, (width, height) => {
    size.value = { width, height };
    room.value = height - FIRST;
  });
  effect(() => {
    void [size.value, span.value, view.time.value, view.range.value, rows.value, marks.value, troubles.value, spans.value, chosen.value, curve.value, chosenKey.value, palette.value, view.commonTime.value];
    paintSoon(paint);
  });
  effect(() => {
    void main.value?.key;
    span.value = null;
  });
  onDrag(picture, begin);
  picture.addEventListener("pointermove", (event) => shape(picture, event));
  picture.addEventListener("wheel", wheel, { passive: false });
  picture.addEventListener("dblclick", (event) => {
    const at = place(event, picture);
    const row = rowAt(at.y);
    if (row?.kind === "weights" && keyUnder(at, row) === null) curve.value?.add(Math.min(Math.max(secsOf(scaleNow(), at.x), 0), length.value));
    if (row?.plant && row.editable && !hitRange(scaleNow(), row.actor.motion.plants[row.plant] ?? [], rate.value, at.x)) {
      addPlant(row.plant, Math.round(secsOf(scaleNow(), at.x) * row.actor.motion.rate));
    }
  });
  return holder;
}

/** How often something is wrong, in words. */
function troubleWords(): string {
  const number = (kind: Trouble["kind"]) => troubles.value.filter((one) => one.kind === kind).length;
  const [slides, jolts] = [number("slide"), number("jolt")];
  const parts = [slides > 0 ? count(slides, "slide") : "", jolts > 0 ? count(jolts, "jolt") : ""];
  return `▲ ${parts.filter(Boolean).join(", ")}`;
}

function transport(): HTMLElement {
  const speed = button(() => `${view.speed.value}×`, () => openMenu(speed, "Speed", SPEEDS.map((value) => ({
    words: `${value}×`, checked: value === view.speed.value,
    run: () => {
      view.speed.value = value;
    },
  }))), { class: "button small quiet", title: "Speed (< and >)" });
  return h("div", { class: "transport", role: "toolbar", "aria-label": "Playback" },
    iconButton("first", "First frame (Home)", () => seek(0)),
    iconButton("back", "One frame back (←)", () => step(-1)),
    iconButton(() => (view.playing.value ? "pause" : "play"), "Play or pause (Space)", toggle, { class: "play", pressed: () => view.playing.value }),
    iconButton("forward", "One frame on (→)", () => step(1)),
    iconButton("last", "Last frame (End)", () => seek(length.value)),
    iconButton("loop", "Repeat (R)", () => {
      view.looping.value = !view.looping.value;
    }, { pressed: () => view.looping.value }),
    speed,
    h("span", { class: "nums readout" }, text(() => `${secs(view.time.value)} · frame ${Math.round(view.time.value * rate.value)}`)),
    when(() => stage.value.common, h("div", { class: "segments", role: "group", "aria-label": "Time" },
      button("Own time", () => {
        view.commonTime.value = false;
      }, { class: "segment", pressed: () => !view.commonTime.value }),
      button("Common time", () => {
        view.commonTime.value = true;
      }, { class: "segment", pressed: () => view.commonTime.value }))),
    h("span", { class: "grow" }),
    when(() => view.range.value !== null && main.value?.clip != null, h("span", { class: "nums muted" }, text(() => {
      const [a, b] = view.range.value ?? [0, 0];
      return `range ${secs(a)} – ${secs(b)}`;
    }))),
    when(() => troubles.value.length > 0, button(() => troubleWords(), showNextTrouble, { class: "button small quiet", id: "next-trouble", title: "Go to the next (N)" })),
    when(() => chosen.value !== null && main.value?.clip != null, button("Delete plant", () => {
      if (chosen.value) removePlant(chosen.value);
    }, { class: "button small" })),
    when(() => (main.value?.clip ? (plantsOf(main.value.clip)?.corrected.length ?? 0) > 0 : false), button("Revert to detected", revertPlants, { class: "button small" })),
    iconButton("minus", "Zoom out the timeline", () => zoomTimeline(1.5)),
    iconButton("fit", "Show the whole motion", () => zoomTimeline(0)),
    iconButton("plus", "Zoom in the timeline", () => zoomTimeline(1 / 1.5)));
}

/** The panel. */
export function timelinePanel(): HTMLElement {
  return h("section", { class: "timeline panel", "aria-label": "Timeline", "data-panel": "timeline" }, transport(), canvas(), plantList(), keyList());
}

/** Where a moment is on the canvas, for tests. */
export function timelineX(time: number): number {
  return xOf(scaleNow(), time);
}

/** The middle of a row on the canvas, by its number, for tests. */
export function timelineY(row: number): number {
  return tops(rows.value)[row] + rows.value[row].height / 2;
}
