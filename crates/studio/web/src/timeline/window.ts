// The stretch of time that the timeline shows, and where it is on the canvas.
import { signal } from "../core/signal";
import { view } from "../core/view";
import { gutterOf, tops } from "./draw";
import { extent, type Row, rows } from "./rows";
import { type Scale, xOf, zoomed } from "./scale";

/** The size of the canvas in CSS pixels. */
export const size = signal({ width: 800, height: 120 });
/** The visible stretch; null for all of it. */
export const span = signal<[number, number] | null>(null);
const RIGHT = 12;

/** The scale of the timeline as it is drawn. */
export function scaleNow(): Scale {
  const [from, to] = span.value ?? [0, extent.value];
  const { width } = size.value;
  const gutter = gutterOf(width);
  return { from, to, gutter, width: Math.max(50, width - gutter - RIGHT) };
}

/** Zooms about the playhead; 0 shows everything. */
export function zoomTimeline(factor: number): void {
  span.value = factor === 0 ? null : zoomed(scaleNow(), view.time.value, factor, extent.value);
}

/** The top of a row on the canvas. */
export function topOf(row: Row): number {
  return tops(rows.value)[rows.value.indexOf(row)];
}

/** Where a moment is on the canvas, for tests. */
export function timelineX(time: number): number {
  return xOf(scaleNow(), time);
}

/** The middle of a row on the canvas, by its number, for tests. */
export function timelineY(row: number): number {
  return tops(rows.value)[row] + rows.value[row].height / 2;
}
