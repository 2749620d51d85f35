// The match graph: the query in the middle, matches around it in the steps in which they were found, each drawn as it
// is halfway through. Pointing at one plays it, a click rejects it; the list above does the same for keys.
import { h, onResize, s } from "../core/dom";
import { effect, signal } from "../core/signal";
import { clipNamed, motionOf } from "../library/clips";
import { poseThumb } from "../library/thumb";
import type { SearchAnswer } from "../types.gen";
import { palette } from "../view3d/colors";
import type { Stretch } from "./query";

/** A match on the picture, in pixels from the query. */
export interface Node {
  x: number;
  y: number;
}

/** Pixels that a figure takes, unless there is no room. */
const FIGURE = 32;

/** Places in rings by tier, within a ring by rank; rings are as far apart as figures need. */
export function places(tiers: number[]): Node[] {
  const sizes = new Map<number, number>();
  for (const tier of tiers) sizes.set(tier, (sizes.get(tier) ?? 0) + 1);
  const rings = new Map<number, number>();
  let outer = 0;
  for (const tier of [...sizes.keys()].sort((a, b) => a - b)) {
    outer = Math.max(outer + FIGURE, ((sizes.get(tier) ?? 0) * FIGURE) / (2 * Math.PI));
    rings.set(tier, outer);
  }
  const used = new Map<number, number>();
  return tiers.map((tier) => {
    const place = used.get(tier) ?? 0;
    used.set(tier, place + 1);
    const angle = (2 * Math.PI * (place + 0.5 * (tier % 2))) / (sizes.get(tier) ?? 1) - Math.PI / 2;
    const ring = rings.get(tier) ?? 0;
    return { x: ring * Math.cos(angle), y: ring * Math.sin(angle) };
  });
}

export interface GraphOptions {
  answer: () => SearchAnswer | null;
  hover(match: Stretch | null): void;
  toggle(matches: Stretch[]): void;
}

/** More figures than this are specks. */
const MOST = 80;

/** The graph. */
export function matchGraph(options: GraphOptions): HTMLElement {
  const holder = h("div", { class: "graph", "aria-hidden": "true" });
  const width = signal(290);
  onResize(holder, (now) => {
    width.value = now;
  });
  effect(() => {
    const found = options.answer();
    void palette.value;
    holder.replaceChildren(...(found ? drawn(found, Math.min(width.value, 340), options) : []));
  });
  return holder;
}

function drawn(answer: SearchAnswer, size: number, options: GraphOptions): Element[] {
  const matches = answer.matches.slice(0, MOST);
  const nodes = places(matches.map(({ tier }) => Math.max(1, tier)));
  const reach = Math.max(FIGURE, ...nodes.map(({ x, y }) => Math.hypot(x, y)));
  const scale = Math.min(1, (size / 2) / (reach + FIGURE / 2));
  const half = scale * (reach + FIGURE / 2);
  const at = ({ x, y }: Node): [number, number] => [half + scale * x, half + scale * y];
  const lines = matches.flatMap(({ tier }, n) => (tier <= 1 ? [line([half, half], at(nodes[n]))] : []));
  const layer = s("svg", { width: 2 * half, height: 2 * half, class: "graph-lines" }, ...lines);
  const query = figure({ ...answer.query }, [half, half], scale, "query");
  const around = matches.map((match, n) => {
    const node = figure(match, at(nodes[n]), scale, "");
    node.addEventListener("pointerenter", () => options.hover(match));
    node.addEventListener("pointerleave", () => options.hover(null));
    node.addEventListener("click", () => options.toggle([match]));
    node.title = `${match.rank}: ${match.clip}, ${match.graph_cm.toFixed(1)} cm. Click to reject.`;
    return node;
  });
  const frame = h("div", { class: "graph-frame" }, layer, query, ...around);
  frame.style.width = frame.style.height = `${2 * half}px`;
  return [frame];
}

function line([x1, y1]: [number, number], [x2, y2]: [number, number]): SVGElement {
  return s("line", { x1, y1, x2, y2 });
}

/** A stretch as its figure halfway through; a dot until its motion is there. */
function figure({ clip: name, range }: Stretch, [x, y]: [number, number], scale: number, kind: string): HTMLElement {
  const clip = clipNamed(name);
  const motion = clip && motionOf(clip);
  const size = scale * FIGURE;
  const node = h("div", { class: `graph-node ${kind}` }, motion ? poseThumb(motion, (range[0] + range[1]) / 2 / motion.rate, size) : null);
  node.style.width = node.style.height = `${size}px`;
  node.style.transform = `translate(${x - size / 2}px, ${y - size / 2}px)`;
  return node;
}
