// Short messages at the bottom of the viewport: what happened, and what can be done about it.
import { h } from "../core/dom";
import { button } from "./button";
import { prose } from "./prose";

/** A button of a message. */
export interface ToastAction {
  label: string;
  run(): void;
}

/** How long a message stays in view that needs no answer. */
const STAYS_MS = 6000;

const region = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

/** The place of messages. */
export function toasts(): HTMLElement {
  return region;
}

/** Calls once the page was in view for so long: a tab in the background keeps its messages until somebody looks. */
function afterSeen(milliseconds: number, call: () => void): void {
  if (!document.hidden) setTimeout(call, milliseconds);
  else document.addEventListener("visibilitychange", () => afterSeen(milliseconds, call), { once: true });
}

/** Shows a message; one with a heading stays until it is closed. */
export function toast(message: string, options: { heading?: string; actions?: ToastAction[]; bad?: boolean } = {}): () => void {
  const { heading, actions = [], bad = false } = options;
  const close = () => node.remove();
  const node = h(
    "div", { class: bad ? "toast bad" : "toast" },
    h("p", {}, heading ? h("strong", {}, `${heading} `) : null, prose(message)),
    actions.map((action) => button(action.label, () => {
      action.run();
      close();
    }, { class: "button small" })),
    button("Close", close, { class: "button small quiet" }),
  );
  region.append(node);
  while (region.childElementCount > 4) region.firstElementChild?.remove();
  if (!heading) afterSeen(STAYS_MS, close);
  return close;
}
