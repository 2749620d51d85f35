// Draws the timeline: ruler, rows, range and playhead.
import { smallFont } from "../core/dom";
import { palette, lineColor, type Palette } from "../view3d/colors";
import type { Plants, PlantKind } from "../motion/clip";
import type { Trouble } from "./quality";
import { GAP, leadingTime, type Mark, type Row, type Span } from "./rows";
import { type Scale, ticks, xOf } from "./scale";
import { drawWeights, type WeightCurve } from "./weights";

export const RULER = 24;
/** Pixels for the names of rows: more where there is room. */
export const gutterOf = (width: number): number => Math.min(Math.max(84, 0.06 * width), 160);
/** The top of the first row. */
export const FIRST = RULER + 4;

/** Pixels that are drawn past the end. */
const PAST = 10;

/** What is drawn. */
export interface Picture {
  scale: Scale;
  rows: Row[];
  height: number;
  time: number;
  range: [number, number] | null;
  marks: Mark[];
  troubles: Trouble[];
  spans: Span[];
  held: ReadonlyMap<string, number>;
  selected: { kind: PlantKind; index: number } | null;
  corrected: string[];
  curve: WeightCurve | null;
}

/** The top of each row. */
export function tops(rows: Row[]): number[] {
  let y = FIRST;
  return rows.map((row) => {
    const top = y;
    y += row.height + GAP;
    return top;
  });
}

/** Draws everything. */
export function drawTimeline(pen: CanvasRenderingContext2D, picture: Picture): void {
  const colors = palette.value;
  const { scale, height } = picture;
  pen.clearRect(0, 0, scale.gutter + scale.width + 20, height);
  pen.font = smallFont();
  pen.textBaseline = "middle";
  ruler(pen, picture, colors);
  const place = tops(picture.rows);
  pen.save();
  pen.beginPath();
  pen.rect(0, RULER, scale.gutter + scale.width + 12, height - RULER);
  pen.clip();
  picture.rows.forEach((row, n) => {
    drawRow(pen, picture, row, place[n], colors);
    heldMoment(pen, picture, row, place[n], colors);
  });
  pen.restore();
  range(pen, picture, colors);
  playhead(pen, picture, colors);
}

function ruler(pen: CanvasRenderingContext2D, { scale, height }: Picture, colors: Palette): void {
  pen.strokeStyle = colors.line;
  pen.fillStyle = colors.muted;
  pen.lineWidth = 1;
  for (const { secs, label } of ticks(scale)) {
    const x = Math.round(xOf(scale, secs)) + 0.5;
    if (x < scale.gutter - 1) continue;
    pen.globalAlpha = label === null ? 0.6 : 1;
    pen.beginPath();
    pen.moveTo(x, label === null ? RULER - 5 : RULER - 9);
    pen.lineTo(x, label === null ? RULER : RULER);
    pen.stroke();
    if (label !== null) {
      // At the end a number that would be cut off is left out.
      if (x + 4 + pen.measureText(label).width <= scale.gutter + scale.width + PAST) pen.fillText(label, x + 4, RULER - 13);
      pen.globalAlpha = 0.35;
      pen.beginPath();
      pen.moveTo(x, RULER);
      pen.lineTo(x, height);
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.moveTo(0, RULER + 0.5);
  pen.lineTo(scale.gutter + scale.width + 20, RULER + 0.5);
  pen.stroke();
}

function clippedLabel(pen: CanvasRenderingContext2D, words: string, x: number, y: number, room: number): void {
  let shown = words;
  while (shown.length > 1 && pen.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  pen.fillText(shown, x, y);
}

function bar(pen: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  pen.beginPath();
  pen.roundRect(x, y, Math.max(width, 2), height, 3);
  pen.fill();
}

function drawRow(pen: CanvasRenderingContext2D, picture: Picture, row: Row, top: number, colors: Palette): void {
  const { scale } = picture;
  pen.fillStyle = row.kind === "motion" ? colors.text : colors.muted;
  pen.globalAlpha = 1;
  clippedLabel(pen, row.label, 8, top + row.height / 2, scale.gutter - 16);
  pen.save();
  pen.beginPath();
  pen.rect(scale.gutter - 4, top - 2, scale.width + 16, row.height + 4);
  pen.clip();
  if (row.kind === "motion") motionRow(pen, picture, row, top, colors);
  else if (row.kind === "weights") {
    if (picture.curve) drawWeights(pen, scale, { top, height: row.height }, picture.curve, colors);
  } else if (row.kind === "plant") plantRow(pen, picture, row, top, colors);
  else otherRow(pen, picture, row, top, colors);
  pen.restore();
}

/** Pixels at the foot of the leading row that say where feet slide and joints jolt. */
export const STRIP = 6;

/** Slides are whole bars, jolts stand upright: not by colour alone. */
function strip(pen: CanvasRenderingContext2D, { scale, troubles }: Picture, row: Row, top: number, colors: Palette): void {
  const y = top + row.height - STRIP;
  for (const { kind, from, to, worst } of troubles) {
    const at = (frame: number) => xOf(scale, frame / row.actor.motion.rate);
    pen.fillStyle = colors[kind === "slide" ? "bad" : "doubtful"];
    if (kind === "slide") bar(pen, at(from), y, at(to) - at(from), STRIP - 2);
    else pen.fillRect(at(worst) - 1.5, y - 4, 3, STRIP + 2);
  }
}

function motionRow(pen: CanvasRenderingContext2D, picture: Picture, row: Row, top: number, colors: Palette): void {
  const { scale, marks, spans } = picture;
  const end = (row.actor.motion.frames - 1) / row.actor.motion.rate;
  const [a, b] = [xOf(scale, 0), xOf(scale, end)];
  pen.globalAlpha = 0.16;
  pen.fillStyle = row.actor.clip === null ? colors.result : lineColor(row.actor.color);
  bar(pen, a, top + 2, b - a, row.height - 4);
  pen.globalAlpha = 0.3;
  pen.fillStyle = colors.path;
  for (const { from, to } of spans) bar(pen, xOf(scale, from), top + 2, xOf(scale, to) - xOf(scale, from), row.height - 4);
  pen.globalAlpha = 1;
  strip(pen, picture, row, top, colors);
  for (const { secs, level } of marks) {
    const x = xOf(scale, secs);
    pen.fillStyle = colors[level];
    pen.beginPath();
    pen.moveTo(x, top + 4);
    pen.lineTo(x + 6, top + row.height - 5);
    pen.lineTo(x - 6, top + row.height - 5);
    pen.fill();
  }
}

function plantRow(pen: CanvasRenderingContext2D, { scale, selected, corrected }: Picture, row: Row, top: number, colors: Palette): void {
  const { motion } = row.actor;
  const kind = row.plant as PlantKind;
  pen.globalAlpha = 0.35;
  pen.fillStyle = colors.line;
  pen.fillRect(scale.gutter, top + row.height / 2 - 0.5, scale.width, 1);
  const side = kind.startsWith("left") ? colors.left : colors.right;
  (motion.plants[kind] ?? []).forEach(([first, last], index) => {
    const [a, b] = [xOf(scale, first / motion.rate), xOf(scale, last / motion.rate)];
    pen.fillStyle = side;
    pen.globalAlpha = row.editable ? 0.9 : 0.6;
    bar(pen, a, top + 3, b - a, row.height - 6);
    if (selected?.kind === kind && selected.index === index) {
      pen.globalAlpha = 1;
      pen.strokeStyle = colors.focus;
      pen.lineWidth = 2;
      pen.strokeRect(a - 2, top + 1, b - a + 4, row.height - 2);
    }
  });
  pen.globalAlpha = 1;
  if (corrected.includes(kind)) {
    pen.fillStyle = colors.focus;
    pen.beginPath();
    pen.arc(scale.gutter - 10, top + row.height / 2, 3, 0, 7);
    pen.fill();
  }
}

function otherRow(pen: CanvasRenderingContext2D, { scale }: Picture, row: Row, top: number, colors: Palette): void {
  const { motion } = row.actor;
  const at = (frame: number) => xOf(scale, leadingTime(row.actor, frame / motion.rate));
  pen.fillStyle = row.actor.role === "linear" ? colors.linear : lineColor(row.actor.color);
  pen.globalAlpha = 0.16;
  bar(pen, at(0), top + 2, at(motion.frames - 1) - at(0), row.height - 4);
  const halves: [keyof Plants, string, number][] = [
    ["left_heel", colors.left, 0], ["left_toe", colors.left, 0], ["right_heel", colors.right, 1], ["right_toe", colors.right, 1],
  ];
  pen.globalAlpha = 0.55;
  for (const [kind, color, half] of halves) {
    pen.fillStyle = color;
    for (const [first, last] of motion.plants[kind] ?? []) {
      pen.fillRect(at(first), top + 3 + (half * (row.height - 6)) / 2, Math.max(1, at(last) - at(first)), (row.height - 8) / 2);
    }
  }
  pen.globalAlpha = 1;
}

/** Where a figure is held: a playhead of its own row. */
function heldMoment(pen: CanvasRenderingContext2D, { scale, held }: Picture, row: Row, top: number, colors: Palette): void {
  const secs = row.kind === "motion" || row.kind === "other" ? held.get(row.actor.key) : undefined;
  if (secs === undefined) return;
  const x = xOf(scale, row.kind === "motion" ? secs : leadingTime(row.actor, secs));
  pen.fillStyle = colors.path;
  pen.fillRect(x - 1.5, top - 1, 3, row.height + 2);
}

function range(pen: CanvasRenderingContext2D, { scale, range: chosen, height }: Picture, colors: Palette): void {
  if (!chosen) return;
  const [a, b] = chosen.map((secs) => Math.max(scale.gutter, xOf(scale, secs)));
  pen.fillStyle = colors.focus;
  pen.globalAlpha = 0.16;
  pen.fillRect(a, 0, b - a, height);
  pen.globalAlpha = 1;
  pen.fillRect(a - 1, 0, 2, height);
  pen.fillRect(b - 1, 0, 2, height);
}

function playhead(pen: CanvasRenderingContext2D, { scale, time, height }: Picture, colors: Palette): void {
  const x = xOf(scale, time);
  if (x < scale.gutter - 1 || x > scale.gutter + scale.width + 1) return;
  pen.fillStyle = colors.path;
  pen.fillRect(Math.round(x) - 0.75, 10, 1.5, height);
  pen.beginPath();
  pen.moveTo(x - 6, 3);
  pen.lineTo(x + 6, 3);
  pen.lineTo(x + 6, 8);
  pen.lineTo(x, 14);
  pen.lineTo(x - 6, 8);
  pen.fill();
}
