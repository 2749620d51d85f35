// A box to tick, with its words.
import { h } from "../core/dom";
import type { Setting } from "../core/setting";

/** A box that says whether a setting is on. */
export function check(words: string, { now, set }: Setting<boolean>, title = ""): HTMLLabelElement {
  const box: HTMLInputElement = h("input", { type: "checkbox", checked: now, onchange: () => set(box.checked) });
  return h("label", { class: "check", ...(title ? { title } : {}) }, box, words);
}
