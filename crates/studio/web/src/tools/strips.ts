// Two strips, one for each clip, laid so that their middles stand above each other; drag the diamond along a strip, or an
// edge of the transition.
import { h, onResize, smallFont } from "../core/dom";
import { paintSoon } from "../core/frame";
import { type Drag, onDrag, type Point } from "../core/gesture";
import { effect, signal } from "../core/signal";
import { lineColor, palette } from "../view3d/colors";

/** A transition as it is drawn. */
export interface Middle {
  at_secs: [number, number];
  half_width_secs: number;
}

/** What the strips show and change. */
export interface StripsOptions {
  secs: () => [number, number];
  names: () => [string, string];
  middle: () => Middle | null;
  preview(middle: Middle): void;
  commit(middle: Middle): void;
  cancel(): void;
}

export interface Layout {
  /** Pixels a second. */
  scale: number;
  /** The pixel of the middle of the transition. */
  centre: number;
}

const HEIGHT = 92;
const PADDING = 10;

/** Both strips around their common middle, as large as they fit. */
export function layout(width: number, secs: [number, number], { at_secs }: Middle): Layout {
  const before = Math.max(at_secs[0], at_secs[1]);
  const after = Math.max(secs[0] - at_secs[0], secs[1] - at_secs[1]);
  const scale = (width - 2 * PADDING) / Math.max(before + after, 0.1);
  return { scale, centre: PADDING + before * scale };
}

/** What is under the pointer: an edge, or the diamond of a strip. */
export function gripAt(at: Point, { scale, centre }: Layout, half: number): "start" | "end" | "first" | "second" {
  const off = at.x - centre;
  const edge = half * scale;
  if (Math.abs(Math.abs(off) - edge) < 8 && edge > 12) return off < 0 ? "start" : "end";
  return at.y < HEIGHT / 2 ? "first" : "second";
}

/** The transition after dragging a grip by seconds. */
export function draggedMiddle(middle: Middle, grip: ReturnType<typeof gripAt>, by: number, secs: [number, number]): Middle {
  const clamp = (value: number, n: number) => Math.min(Math.max(value, 0), secs[n]);
  const [a, b] = middle.at_secs;
  if (grip === "first") return { ...middle, at_secs: [clamp(a - by, 0), b] };
  if (grip === "second") return { ...middle, at_secs: [a, clamp(b - by, 1)] };
  return { ...middle, half_width_secs: Math.max(0.03, middle.half_width_secs + (grip === "start" ? -by : by)) };
}

/** The strips as a canvas. */
export function strips(options: StripsOptions): HTMLElement {
  const canvas = h("canvas", { class: "chart", id: "strips", tabindex: 0, role: "application", "aria-label": "Transition: arrows move its middle, Shift and arrows its width" });
  const holder = h("div", {}, canvas);
  const width = signal(290);
  onResize(holder, (now) => {
    width.value = now;
  });
  const paint = () => {
    const middle = options.middle();
    const pen = canvas.getContext("2d");
    if (!pen || !middle) return;
    const ratio = Math.min(devicePixelRatio, 2);
    [canvas.width, canvas.height] = [width.value * ratio, HEIGHT * ratio];
    canvas.style.height = `${HEIGHT}px`;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(pen, width.value, options, middle);
  };
  effect(() => {
    void [width.value, options.middle(), options.secs(), options.names(), palette.value];
    paintSoon(paint);
  });
  onDrag(canvas, (from): Drag | null => {
    const middle = options.middle();
    if (!middle) return null;
    const now = layout(width.value, options.secs(), middle);
    const grip = gripAt(from, now, middle.half_width_secs);
    const after = (to: Point) => draggedMiddle(middle, grip, (to.x - from.x) / now.scale, options.secs());
    return { move: (to) => options.preview(after(to)), end: (to) => options.commit(after(to)), cancel: options.cancel };
  });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1 / 30, ArrowRight: 1 / 30 }[event.key];
    const middle = options.middle();
    if (step === undefined || !middle) return;
    event.preventDefault();
    event.stopPropagation();
    options.commit(draggedMiddle(middle, event.shiftKey ? "end" : event.altKey ? "second" : "first", event.shiftKey ? step : -step, options.secs()));
  });
  return holder;
}

function draw(pen: CanvasRenderingContext2D, width: number, options: StripsOptions, middle: Middle): void {
  const colors = palette.value;
  const { scale, centre } = layout(width, options.secs(), middle);
  pen.clearRect(0, 0, width, HEIGHT);
  pen.font = smallFont();
  pen.textBaseline = "middle";
  const half = middle.half_width_secs * scale;
  options.secs().forEach((length, n) => {
    const top = 12 + n * 38;
    const start = centre - middle.at_secs[n] * scale;
    const [from, to] = n === 0 ? [start, centre + half] : [centre - half, start + length * scale];
    pen.fillStyle = lineColor(n);
    pen.globalAlpha = 0.2;
    pen.fillRect(start, top, length * scale, 28);
    pen.globalAlpha = 0.75;
    pen.fillRect(from, top, Math.max(0, to - from), 28);
    pen.globalAlpha = 1;
    pen.fillStyle = colors.text;
    pen.fillText(options.names()[n].slice(0, 20), Math.max(start + 6, 4), top + 14, Math.max(30, length * scale - 12));
  });
  pen.fillStyle = colors.path;
  pen.globalAlpha = 0.25;
  pen.fillRect(centre - half, 6, 2 * half, HEIGHT - 16);
  pen.globalAlpha = 1;
  for (const x of [centre - half, centre + half]) pen.fillRect(x - 1.5, 6, 3, HEIGHT - 16);
  pen.strokeStyle = colors.ground;
  pen.lineWidth = 2;
  for (const y of [26, 64]) {
    pen.beginPath();
    pen.moveTo(centre, y - 9);
    pen.lineTo(centre + 9, y);
    pen.lineTo(centre, y + 9);
    pen.lineTo(centre - 9, y);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
}
