// Strokes over the viewport, in its pixels: the path, its shadow, and what is under the pen.
import { s } from "../core/dom";
import { effect } from "../core/signal";
import { viewport } from "../view3d/panel";
import type { Stroke } from "./strokes";

/** What is drawn, and when. */
export interface StrokeLayer {
  strokes: () => { path: Stroke; shadow: Stroke }[];
  pen: () => Stroke;
  visible: () => boolean;
}

function line(stroke: Stroke, kind: string): SVGElement {
  return s("polyline", { class: `stroke ${kind}`, points: stroke.map(([x, y]) => `${x},${y}`).join(" ") });
}

/** Lays the strokes over the viewport once it is there. */
export function strokeLayer({ strokes, pen, visible }: StrokeLayer): void {
  const kept = s("g", {});
  const drawn = s("g", {});
  const layer = s("svg", { class: "labels strokes", "aria-hidden": "true" }, kept, drawn);
  effect(() => {
    viewport.value?.canvas.after(layer);
  });
  effect(() => {
    const shown = visible() ? strokes() : [];
    kept.replaceChildren(...shown.flatMap(({ path, shadow }) => [line(shadow, "shadow"), line(path, "path")]));
  });
  effect(() => {
    drawn.replaceChildren(...(pen().length > 0 ? [line(pen(), "path")] : []));
  });
}
