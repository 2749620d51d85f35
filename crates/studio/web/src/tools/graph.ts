// The match graph: the query in the middle, matches around it in the steps in which they were found.
import { h, onResize } from "../core/dom";
import { paintSoon } from "../core/frame";
import { effect, signal } from "../core/signal";
import { palette } from "../view3d/colors";
import type { SearchAnswer } from "../types.gen";

/** A match on the picture. */
export interface Node {
  x: number;
  y: number;
  tier: number;
  near: number;
}

/** Places in rings by tier; within a ring by rank. The query is at the origin, the outermost ring at 1. */
export function places(tiers: number[]): Node[] {
  const most = Math.max(1, ...tiers);
  const sizes = new Map<number, number>();
  for (const tier of tiers) sizes.set(tier, (sizes.get(tier) ?? 0) + 1);
  const used = new Map<number, number>();
  return tiers.map((tier, n) => {
    const place = used.get(tier) ?? 0;
    used.set(tier, place + 1);
    const angle = (2 * Math.PI * (place + 0.5 * (tier % 2))) / (sizes.get(tier) ?? 1) - Math.PI / 2;
    const ring = tier / most;
    return { x: ring * Math.cos(angle), y: ring * Math.sin(angle), tier, near: n };
  });
}

/** The graph as a picture. */
export function matchGraph(answer: () => SearchAnswer | null): HTMLElement {
  const canvas = h("canvas", { class: "chart", role: "img", "aria-label": "Match graph: the query in the middle, matches in rings by the steps in which they were found" });
  const holder = h("div", {}, canvas);
  const width = signal(290);
  onResize(holder, (now) => {
    width.value = now;
  });
  const paint = () => {
    const found = answer();
    const pen = canvas.getContext("2d");
    if (!pen || !found) return;
    const size = Math.min(width.value, 240);
    if (size < 60) return;
    const ratio = Math.min(devicePixelRatio, 2);
    [canvas.width, canvas.height] = [size * ratio, size * ratio];
    [canvas.style.width, canvas.style.height] = [`${size}px`, `${size}px`];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(pen, size, found);
  };
  effect(() => {
    void [answer(), width.value, palette.value];
    paintSoon(paint);
  });
  return holder;
}

function draw(pen: CanvasRenderingContext2D, size: number, answer: SearchAnswer): void {
  const colors = palette.value;
  const half = size / 2;
  const radius = half - 14;
  const far = Math.max(1e-6, ...answer.matches.map((match) => match.graph_cm));
  const nodes = places(answer.matches.map((match) => Math.max(1, match.tier)));
  pen.clearRect(0, 0, size, size);
  pen.strokeStyle = colors.line;
  for (let ring = 1; ring <= Math.max(1, ...nodes.map((node) => node.tier)); ring += 1) {
    pen.beginPath();
    pen.arc(half, half, (radius * ring) / Math.max(1, ...nodes.map((node) => node.tier)), 0, 7);
    pen.stroke();
  }
  nodes.forEach((node, n) => {
    const [x, y] = [half + node.x * radius, half + node.y * radius];
    const share = answer.matches[n].graph_cm / far;
    pen.globalAlpha = 0.5;
    pen.beginPath();
    pen.moveTo(half, half);
    if (node.tier === 1) pen.lineTo(x, y);
    pen.stroke();
    pen.globalAlpha = 1;
    pen.fillStyle = colors.left;
    pen.beginPath();
    pen.arc(x, y, 7 - 4 * share, 0, 7);
    pen.fill();
  });
  pen.fillStyle = colors.path;
  pen.beginPath();
  pen.arc(half, half, 7, 0, 7);
  pen.fill();
}
