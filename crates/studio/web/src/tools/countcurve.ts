// How many matches there are for each ε: where the curve bends up, unrelated motion begins to match.
import { h, onResize, smallFont } from "../core/dom";
import { paintSoon } from "../core/frame";
import { effect, signal } from "../core/signal";
import { palette } from "../view3d/colors";
import type { SearchAnswer } from "../types.gen";

/** Pixels of the curve, and of the words under it for each of a letter. */
const CURVE = 51;
const WORDS = 1.1;

/** The curve as a picture above the slider. */
export function countCurve(answer: () => SearchAnswer | null, epsilon: () => number): HTMLElement {
  const canvas = h("canvas", { class: "chart", role: "img", "aria-label": "Number of matches for each ε" });
  const holder = h("div", {}, canvas);
  const width = signal(290);
  onResize(holder, (now) => {
    width.value = now;
  });
  const paint = () => {
    const found = answer();
    const pen = canvas.getContext("2d");
    if (!pen || !found || found.counts.length < 2) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const height = Math.round(CURVE + 3 + WORDS * parseFloat(smallFont()));
    [canvas.width, canvas.height] = [width.value * ratio, height * ratio];
    canvas.style.height = `${height}px`;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(pen, width.value, height, found, epsilon());
  };
  effect(() => {
    void [answer(), epsilon(), width.value, palette.value];
    paintSoon(paint);
  });
  return holder;
}

function draw(pen: CanvasRenderingContext2D, width: number, height: number, { counts, explodes_above_cm }: SearchAnswer, epsilon: number): void {
  const colors = palette.value;
  const far = counts[counts.length - 1].epsilon_cm;
  const high = Math.max(1, ...counts.map((one) => one.matches));
  const x = (cm: number) => (cm / far) * (width - 8) + 4;
  const y = (matches: number) => CURVE - 3 - (Math.log1p(matches) / Math.log1p(high)) * (CURVE - 15);
  pen.clearRect(0, 0, width, height);
  if (explodes_above_cm) {
    pen.fillStyle = colors.doubtful;
    pen.globalAlpha = 0.14;
    pen.fillRect(x(explodes_above_cm), 0, width, CURVE);
    pen.globalAlpha = 1;
  }
  pen.strokeStyle = colors.left;
  pen.lineWidth = 2;
  pen.beginPath();
  for (const { epsilon_cm, matches } of counts) pen.lineTo(x(epsilon_cm), y(matches));
  pen.stroke();
  pen.fillStyle = colors.path;
  pen.fillRect(x(epsilon) - 1, 0, 2, CURVE + 2);
  pen.fillStyle = colors.muted;
  pen.font = smallFont();
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  pen.fillText("matches for each ε", 4, height - 2);
  pen.textAlign = "right";
  pen.fillText(`${far.toFixed(0)} cm`, width - 4, height - 2);
}
