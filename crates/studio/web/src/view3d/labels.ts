// Names above the heads of figures.
import { Vector3 } from "three";
import { h, smallFont } from "../core/dom";
import { effect } from "../core/signal";
import { apart } from "./apart";
import { cameraMoved, project } from "./camera";
import { highest, type Posed, posed } from "./posed";
import { colorOf } from "./shades";

/** Metres between a head and its label. */
const ABOVE = 0.05;
/** More figures than these have no labels. */
const MOST = 12;
/** The style sheet's: pixels beside and above words with their frame, the widest label, and lines for each pixel of a letter. */
const [BESIDE, OVER, WIDEST, LINE] = [17, 5, 180, 1.45];

const pen = document.createElement("canvas").getContext("2d");

/** The figures that are in sight with the places of their labels; the page is not asked how large these are: it would be laid out for every frame. */
function tagged(all: Posed[], size: { width: number; height: number }) {
  const font = smallFont();
  return all.flatMap(({ actor, pose, roof }) => {
    const at = project(new Vector3(pose.places[0], highest(pose.places) + roof + ABOVE, pose.places[2]));
    if (!at || !pen) return [];
    pen.font = actor.role === "main" ? `650 ${font}` : font;
    const width = Math.min(pen.measureText(actor.label).width + BESIDE, WIDEST);
    return [{ actor, x: at.x * size.width, y: at.y * size.height, width, height: LINE * parseFloat(font) + OVER }];
  });
}

/** A layer over a viewport of so many pixels. */
export function labels(size: { width: number; height: number }): HTMLElement {
  const layer = h("div", { class: "labels", "aria-hidden": "true" });
  effect(() => {
    void cameraMoved.value;
    const all = posed.value;
    const tags = all.length > 1 && all.length <= MOST ? tagged(all, size) : [];
    const edges = apart(tags);
    layer.replaceChildren(...tags.map(({ actor, x }, n) => {
      const label = h("span", { class: `label of-${actor.role}` }, actor.label);
      label.style.transform = `translate(-50%, -100%) translate(${x}px, ${edges[n]}px)`;
      label.style.borderColor = colorOf(actor);
      return label;
    }));
  });
  return layer;
}
