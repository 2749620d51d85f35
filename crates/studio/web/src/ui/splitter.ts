// The line between two panels: drag it, move it by arrows, double-click to put it back.
import { h } from "../core/dom";
import { onDrag } from "../core/gesture";
import type { Signal } from "../core/signal";

/** A splitter that sets a size; 0 stands for the size of the style sheet. */
export function splitter(label: string, kind: "column" | "row", size: Signal<number>, now: () => number, sign: 1 | -1): HTMLElement {
  const least = 120;
  const most = () => (kind === "column" ? innerWidth : innerHeight) * 0.6;
  const put = (value: number) => {
    size.value = Math.round(Math.min(Math.max(value, least), most()));
  };
  const node = h("div", {
    class: `splitter ${kind}`, role: "separator", tabindex: 0, "aria-label": label,
    "aria-orientation": kind === "column" ? "vertical" : "horizontal",
    "aria-valuenow": () => size.value || Math.round(now()), "aria-valuemin": least, "aria-valuemax": 2000,
    ondblclick: () => {
      size.value = 0;
    },
    onkeydown: (event: KeyboardEvent) => {
      const step = { ArrowLeft: -16, ArrowUp: -16, ArrowRight: 16, ArrowDown: 16 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      put(now() + step * sign);
    },
  });
  onDrag(node, (_, down) => {
    const before = size.peek();
    const start = now();
    const from = kind === "column" ? down.clientX : down.clientY;
    return {
      move: (_at, event) => put(start + ((kind === "column" ? event.clientX : event.clientY) - from) * sign),
      end: () => {},
      cancel: () => {
        size.value = before;
      },
      click: () => {},
    };
  });
  return node;
}
