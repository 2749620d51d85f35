// A gesture: the pointer is captured when it goes down; under three pixels it is a click; moving previews; letting go
// commits once. Escape, a cancelled pointer, a lost capture or a window of another size discards it.

/** What a drag does. */
export interface Drag {
  /** The pointer moved; coordinates are relative to the element. */
  move(at: Point, event: PointerEvent): void;
  /** The pointer was let go after moving. */
  end(at: Point, event: PointerEvent): void;
  /** The drag was discarded: what it previewed must go. */
  cancel(): void;
  /** The pointer was let go without moving. */
  click?(at: Point, event: PointerEvent): void;
}

/** A place in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Farther than this, a press is a drag. */
const THRESHOLD = 3;

/** Where an event is, relative to an element. */
export function place(event: MouseEvent, node: Element): Point {
  const box = node.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Whether a press has become a drag. */
export function isMoved(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= THRESHOLD;
}

let ending: (() => void) | null = null;

/** Discards the gesture under way; says whether there was one. */
export function discardGesture(): boolean {
  const end = ending;
  end?.();
  return end !== null;
}

/** Begins a gesture when a pointer goes down on `node` and `begin` answers with what it does. */
export function onDrag(node: HTMLElement | SVGElement, begin: (at: Point, event: PointerEvent) => Drag | null): void {
  node.addEventListener("pointerdown", (raw) => {
    const event = raw as PointerEvent;
    if (ending !== null) return;
    const from = place(event, node);
    const drag = begin(from, event);
    if (!drag) return;
    follow(node, event, from, drag);
  });
}

function follow(node: HTMLElement | SVGElement, down: PointerEvent, from: Point, drag: Drag): void {
  const own = new AbortController();
  const options = { signal: own.signal };
  let moved = false;
  node.setPointerCapture(down.pointerId);
  const finish = () => {
    own.abort();
    ending = null;
    if (node.hasPointerCapture(down.pointerId)) node.releasePointerCapture(down.pointerId);
  };
  const discard = () => {
    finish();
    drag.cancel();
  };
  ending = discard;
  node.addEventListener("pointermove", (raw) => {
    const event = raw as PointerEvent;
    if (event.pointerId !== down.pointerId) return;
    const at = place(event, node);
    moved ||= isMoved(from, at);
    if (moved) drag.move(at, event);
  }, options);
  node.addEventListener("pointerup", (raw) => {
    const event = raw as PointerEvent;
    if (event.pointerId !== down.pointerId) return;
    finish();
    if (moved) drag.end(place(event, node), event);
    else if (drag.click) drag.click(from, event);
    else drag.cancel();
  }, options);
  node.addEventListener("pointercancel", discard, options);
  node.addEventListener("lostpointercapture", discard, options);
  // What was held is elsewhere now, and so would be what the hand does with it.
  window.addEventListener("resize", discard, options);
}
