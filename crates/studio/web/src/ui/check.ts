// A box to tick, with its words.
import { h } from "../core/dom";

/** A box that says whether something is on. */
export function check(words: string, value: () => boolean, set: (on: boolean) => void, title = ""): HTMLLabelElement {
  const box: HTMLInputElement = h("input", { type: "checkbox", checked: value, onchange: () => set(box.checked) });
  return h("label", { class: "check", ...(title ? { title } : {}) }, box, words);
}
