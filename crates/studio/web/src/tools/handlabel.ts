// What a hand that drags in the viewport sets, in numbers beside it.
import { h, text } from "../core/dom";
import type { Point } from "../core/gesture";
import { effect, signal } from "../core/signal";
import { viewport } from "../view3d/panel";

/** The numbers, and where the hand is; null while it drags nothing. */
export const inHand = signal<{ words: string; at: Point } | null>(null);

/** Pixels from the pointer. */
const ASIDE = 14;

const label = h("span", { class: "label in-hand", "aria-hidden": "true", hidden: () => inHand.value === null }, text(() => inHand.value?.words ?? ""));
effect(() => {
  viewport.value?.canvas.after(label);
});
effect(() => {
  const { x, y } = inHand.value?.at ?? { x: 0, y: 0 };
  label.style.transform = `translate(${x + ASIDE}px, ${y - 2 * ASIDE}px)`;
});
