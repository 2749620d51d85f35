// The command and the Python lines that give the same result as the panel.
import { fill, h } from "../core/dom";
import { resource } from "../core/resource";
import { signal } from "../core/signal";
import { copyable, named } from "../export/menu";
import { type Asked, askText } from "../net/verbs";
import type { Exportable } from "./tool";

/** A box that is filled when it is opened. */
export function commandBox(what: () => Exportable | null): HTMLElement {
  const open = signal(false);
  const asked = (): Asked | null => {
    const now = open.value ? what() : null;
    return now && named(now);
  };
  const lines = resource(
    asked,
    async (now, cancel) => Promise.all([askText(now, "command", cancel), askText(now, "python", cancel)]),
  );
  const node = h("details", { class: "details" }, h("summary", {}, "As command and Python"), fill(h("div", { class: "stack" }), () => {
    const found = lines.value.value;
    if (lines.error.value) return h("p", { class: "muted" }, lines.error.value.message);
    return found ? [copyable("Command", found[0]), copyable("Python", found[1])] : null;
  }));
  node.addEventListener("toggle", () => {
    open.value = node.open;
  });
  return node;
}
