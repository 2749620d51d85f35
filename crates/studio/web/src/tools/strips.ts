// Two strips, one for each clip, laid so that their middles stand above each other. A diamond is dragged along its strip, a strip
// under its diamond, an edge makes the transition wider: what the hand holds follows it.
import { h, onResize, smallFont } from "../core/dom";
import { paintSoon } from "../core/frame";
import { type Drag, onDrag, place, type Point } from "../core/gesture";
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
  /** The pixel of the first moment of each clip. */
  starts: [number, number];
}

const HEIGHT = 92;
const PADDING = 10;
/** Pixels around a diamond, and around an edge, that take hold of it. */
const DIAMOND = 14;
const EDGE = 8;
/** Shorter transitions are none, in seconds. */
export const LEAST_HALF = 0.03;

/** Both strips around their common middle, as large as they fit. */
export function layout(width: number, secs: [number, number], { at_secs }: Middle): Layout {
  const before = Math.max(at_secs[0], at_secs[1]);
  const after = Math.max(secs[0] - at_secs[0], secs[1] - at_secs[1]);
  const scale = (width - 2 * PADDING) / Math.max(before + after, 0.1);
  const centre = PADDING + before * scale;
  return { scale, starts: [centre - at_secs[0] * scale, centre - at_secs[1] * scale] };
}

/** What a hand can hold: an edge, a diamond, or the strip under it. */
export type Grip = { part: "start" | "end" } | { part: "diamond" | "strip"; clip: 0 | 1 };

/** What is under the pointer. */
export function gripAt(at: Point, { scale, starts }: Layout, { at_secs, half_width_secs }: Middle): Grip {
  const clip = at.y < HEIGHT / 2 ? 0 : 1;
  const off = at.x - starts[clip] - at_secs[clip] * scale;
  const edge = half_width_secs * scale;
  if (Math.abs(Math.abs(off) - edge) < EDGE && edge > EDGE + 4) return { part: off < 0 ? "start" : "end" };
  return { part: Math.abs(off) < DIAMOND ? "diamond" : "strip", clip };
}

/** The transition after dragging a grip by seconds, within the room that the clips leave. */
export function draggedMiddle(middle: Middle, grip: Grip, by: number, secs: [number, number]): Middle {
  if (!("clip" in grip)) return withinRoom({ ...middle, half_width_secs: middle.half_width_secs + (grip.part === "start" ? -by : by) }, secs);
  const at_secs: [number, number] = [...middle.at_secs];
  at_secs[grip.clip] += grip.part === "diamond" ? by : -by;
  return withinRoom({ ...middle, at_secs }, secs);
}

/** A transition that does not begin before its clips, nor end after them: it becomes shorter near an end. */
export function withinRoom({ at_secs, half_width_secs }: Middle, secs: [number, number]): Middle {
  const inside = at_secs.map((at, n) => Math.min(Math.max(at, LEAST_HALF), Math.max(LEAST_HALF, secs[n] - LEAST_HALF))) as [number, number];
  const room = Math.min(...inside, ...inside.map((at, n) => secs[n] - at));
  return { at_secs: inside, half_width_secs: Math.max(LEAST_HALF, Math.min(half_width_secs, room)) };
}

/** The strips as a canvas. */
export function strips(options: StripsOptions): HTMLElement {
  const canvas = h("canvas", { class: "chart", id: "strips", tabindex: 0, role: "application", "aria-label": "Transition: arrows move its moment in the first clip, Alt and arrows in the second, Shift and arrows its width" });
  const holder = h("div", {}, canvas);
  const width = signal(290);
  onResize(holder, (now) => {
    width.value = now;
  });
  /** While a diamond is dragged, the strips stay where they are. */
  const held = signal<Layout | null>(null);
  const layoutNow = (middle: Middle) => held.value ?? layout(width.value, options.secs(), middle);
  const paint = () => {
    const middle = options.middle();
    const pen = canvas.getContext("2d");
    if (!pen || !middle) return;
    const ratio = Math.min(devicePixelRatio, 2);
    [canvas.width, canvas.height] = [width.value * ratio, HEIGHT * ratio];
    canvas.style.height = `${HEIGHT}px`;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(pen, width.value, options, middle, layoutNow(middle));
  };
  effect(() => {
    void [width.value, held.value, options.middle(), options.secs(), options.names(), palette.value];
    paintSoon(paint);
  });
  onDrag(canvas, (from): Drag | null => {
    const middle = options.middle();
    if (!middle) return null;
    const now = layout(width.value, options.secs(), middle);
    const grip = gripAt(from, now, middle);
    if (grip.part === "diamond") held.value = now;
    const after = (to: Point) => draggedMiddle(middle, grip, (to.x - from.x) / now.scale, options.secs());
    return {
      move: (to) => options.preview(after(to)),
      end: (to) => {
        held.value = null;
        options.commit(after(to));
      },
      cancel: () => {
        held.value = null;
        options.cancel();
      },
    };
  });
  canvas.addEventListener("pointermove", (event) => {
    const middle = options.middle();
    if (event.buttons !== 0 || !middle) return;
    const { part } = gripAt(place(event, canvas), layout(width.value, options.secs(), middle), middle);
    canvas.style.cursor = part === "strip" ? "grab" : part === "diamond" ? "ew-resize" : "col-resize";
  });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1 / 30, ArrowRight: 1 / 30 }[event.key];
    const middle = options.middle();
    if (step === undefined || !middle) return;
    event.preventDefault();
    event.stopPropagation();
    const grip: Grip = event.shiftKey ? { part: "end" } : { part: "diamond", clip: event.altKey ? 1 : 0 };
    options.commit(draggedMiddle(middle, grip, step, options.secs()));
  });
  return holder;
}

/** The middle of each strip. */
const ROWS = [26, 64];

function draw(pen: CanvasRenderingContext2D, width: number, options: StripsOptions, middle: Middle, { scale, starts }: Layout): void {
  const colors = palette.value;
  pen.clearRect(0, 0, width, HEIGHT);
  pen.font = smallFont();
  pen.textBaseline = "middle";
  const half = middle.half_width_secs * scale;
  const centres = middle.at_secs.map((at, n) => starts[n] + at * scale);
  options.secs().forEach((length, n) => {
    const [top, start, centre] = [ROWS[n] - 14, starts[n], centres[n]];
    const [from, to] = n === 0 ? [start, centre + half] : [centre - half, start + length * scale];
    pen.fillStyle = lineColor(n);
    pen.globalAlpha = 0.2;
    pen.fillRect(start, top, length * scale, 28);
    pen.globalAlpha = 0.75;
    pen.fillRect(from, top, Math.max(0, to - from), 28);
    pen.globalAlpha = 1;
    pen.fillStyle = colors.text;
    // Where the diamond does not stand.
    pen.textAlign = n === 0 ? "left" : "right";
    pen.fillText(options.names()[n].slice(0, 20), n === 0 ? Math.max(start + 6, 4) : start + length * scale - 6, top + 14, Math.max(30, length * scale - 12));
    // The halves meet between the strips.
    const [high, low] = n === 0 ? [6, 45] : [45, HEIGHT - 10];
    pen.fillStyle = colors.path;
    pen.globalAlpha = 0.25;
    pen.fillRect(centre - half, high, 2 * half, low - high);
    pen.globalAlpha = 1;
    for (const x of [centre - half, centre + half]) pen.fillRect(x - 1.5, high, 3, low - high);
  });
  centres.forEach((centre, n) => diamond(pen, centre, ROWS[n]));
}

function diamond(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.fillStyle = palette.value.path;
  pen.strokeStyle = palette.value.ground;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x, y - 9);
  pen.lineTo(x + 9, y);
  pen.lineTo(x, y + 9);
  pen.lineTo(x - 9, y);
  pen.closePath();
  pen.fill();
  pen.stroke();
}
