// Two fingers: they shift and zoom together, whatever one finger was doing before.
import { discardGesture, place, type Point } from "./gesture";

/** What two fingers do: by how many pixels their middle moved, and by how much their distance grew. */
export type Pinched = (by: Point, growth: number) => void;

const middle = ([a, b]: Point[]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = ([a, b]: Point[]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

/** Tells of two fingers on an element; the gesture of the first is discarded when the second comes. */
export function onPinch(node: HTMLElement, pinched: Pinched): void {
  const fingers = new Map<number, Point>();
  node.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, place(event, node));
    if (fingers.size < 2) return;
    discardGesture();
    event.stopImmediatePropagation();
  }, { capture: true });
  node.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = [...fingers.values()];
    fingers.set(event.pointerId, place(event, node));
    if (fingers.size !== 2) return;
    const now = [...fingers.values()];
    const [from, to] = [middle(before), middle(now)];
    pinched({ x: to.x - from.x, y: to.y - from.y }, apart(now) / apart(before));
  });
  for (const end of ["pointerup", "pointercancel"] as const) node.addEventListener(end, (event) => fingers.delete(event.pointerId));
}
