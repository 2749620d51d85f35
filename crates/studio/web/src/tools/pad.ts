// The pad: a polygon whose corners are clips; the point inside says how much of each.
import { h, onResize, smallFont } from "../core/dom";
import { paintSoon } from "../core/frame";
import { onDrag, type Point } from "../core/gesture";
import { effect } from "../core/signal";
import { lineColor, palette } from "../view3d/colors";

/** Corners of a regular polygon in a unit square, the first at the top. */
export function corners(count: number): Point[] {
  return Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    return { x: 0.5 + 0.42 * Math.sin(angle), y: 0.5 - 0.42 * Math.cos(angle) };
  });
}

/** The point that weights stand for. */
export function pointOf(weights: number[], all: Point[]): Point {
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  return all.reduce((point, corner, n) => ({ x: point.x + (weights[n] / sum) * corner.x, y: point.y + (weights[n] / sum) * corner.y }), { x: 0, y: 0 });
}

/** The nearest point within a convex polygon. */
export function within(point: Point, all: Point[]): Point {
  let inside = true;
  let best = point;
  let nearest = Infinity;
  all.forEach((a, n) => {
    const b = all[(n + 1) % all.length];
    const [ex, ey] = [b.x - a.x, b.y - a.y];
    if (ex * (point.y - a.y) - ey * (point.x - a.x) < 0) inside = false;
    const share = Math.min(Math.max(((point.x - a.x) * ex + (point.y - a.y) * ey) / (ex * ex + ey * ey), 0), 1);
    const foot = { x: a.x + share * ex, y: a.y + share * ey };
    const off = Math.hypot(point.x - foot.x, point.y - foot.y);
    if (off < nearest) [best, nearest] = [foot, off];
  });
  return inside ? point : best;
}

/** Mean value coordinates (Floater 2003): weights that give the point back and fall off smoothly. */
export function weightsAt(point: Point, all: Point[]): number[] {
  const at = within(point, all);
  const away = all.map((corner) => Math.hypot(corner.x - at.x, corner.y - at.y));
  const corner = away.findIndex((distance) => distance < 1e-6);
  if (corner >= 0) return all.map((_, n) => (n === corner ? 1 : 0));
  const halves = all.map((a, n) => {
    const b = all[(n + 1) % all.length];
    const [ax, ay, bx, by] = [a.x - at.x, a.y - at.y, b.x - at.x, b.y - at.y];
    const [cross, dot] = [ax * by - ay * bx, ax * bx + ay * by];
    return { tangent: (away[n] * away[(n + 1) % all.length] - dot) / cross, cross };
  });
  const edge = halves.findIndex(({ cross }) => Math.abs(cross) < 1e-9);
  if (edge >= 0) {
    const next = (edge + 1) % all.length;
    const share = away[edge] / (away[edge] + away[next]);
    return all.map((_, n) => (n === edge ? 1 - share : n === next ? share : 0));
  }
  const raw = all.map((_, n) => (halves[(n + all.length - 1) % all.length].tangent + halves[n].tangent) / away[n]);
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((weight) => weight / sum);
}

/** The pad as a canvas; dragging previews, letting go commits. */
export function pad(names: () => string[], weights: () => number[], preview: (weights: number[]) => void, commit: (weights: number[]) => void, cancel: () => void): HTMLElement {
  const canvas = h("canvas", { class: "pad", id: "pad", tabindex: 0, role: "application", "aria-label": "Pad: arrows move the point between the clips" });
  const holder = h("div", { class: "pad-holder" }, canvas);
  let size = 200;
  const paint = () => drawPad(canvas, size, names(), weights());
  onResize(holder, (width) => {
    size = Math.min(width, 260);
    canvas.style.width = `${size}px`;
    canvas.style.height = `${size}px`;
    paintSoon(paint);
  });
  effect(() => {
    void [names(), weights(), palette.value];
    paintSoon(paint);
  });
  const at = (point: Point) => weightsAt({ x: point.x / size, y: point.y / size }, corners(names().length));
  onDrag(canvas, () => ({ move: (to) => preview(at(to)), end: (to) => commit(at(to)), click: (to) => commit(at(to)), cancel }));
  canvas.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 0.1 : 0.01;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const all = corners(names().length);
    const now = pointOf(weights(), all);
    commit(weightsAt({ x: now.x + way[0] * step, y: now.y + way[1] * step }, all));
  });
  return holder;
}

function drawPad(canvas: HTMLCanvasElement, size: number, names: string[], weights: number[]): void {
  const pen = canvas.getContext("2d");
  if (!pen || names.length < 3) return;
  const ratio = Math.min(devicePixelRatio, 2);
  [canvas.width, canvas.height] = [size * ratio, size * ratio];
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const colors = palette.value;
  const all = corners(names.length).map(({ x, y }) => ({ x: x * size, y: y * size }));
  pen.beginPath();
  all.forEach(({ x, y }) => pen.lineTo(x, y));
  pen.closePath();
  pen.fillStyle = colors.ground;
  pen.fill();
  pen.strokeStyle = colors.line;
  pen.lineWidth = 1.5;
  pen.stroke();
  const point = pointOf(weights, all);
  all.forEach(({ x, y }, n) => {
    pen.strokeStyle = lineColor(n);
    pen.globalAlpha = 0.25 + 0.75 * Math.min(1, Math.max(0, weights[n]));
    pen.lineWidth = 1 + 4 * Math.max(0, weights[n]);
    pen.beginPath();
    pen.moveTo(point.x, point.y);
    pen.lineTo(x, y);
    pen.stroke();
    pen.globalAlpha = 1;
    pen.fillStyle = lineColor(n);
    pen.beginPath();
    pen.arc(x, y, 6, 0, 7);
    pen.fill();
    pen.fillStyle = colors.text;
    pen.font = smallFont();
    pen.textAlign = x < size * 0.4 ? "left" : x > size * 0.6 ? "right" : "center";
    pen.fillText(names[n].slice(0, 16), Math.min(Math.max(x, 4), size - 4), y < size / 2 ? y - 11 : y + 19);
  });
  pen.fillStyle = colors.result;
  pen.strokeStyle = colors.ground;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(point.x, point.y, 8, 0, 7);
  pen.fill();
  pen.stroke();
}
