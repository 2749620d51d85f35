// Buttons: words or an icon with a label; toggles say whether they are on.
import { h, icon, text } from "../core/dom";
import { effect } from "../core/signal";
import { ICONS, type IconName } from "./icons";

/** How a button looks and when it can be pressed. */
export interface ButtonOptions {
  class?: string;
  title?: string;
  pressed?: () => boolean;
  disabled?: () => boolean;
  id?: string;
}

/** A button with words. */
export function button(words: string | (() => string), run: (event: MouseEvent) => void, options: ButtonOptions = {}): HTMLButtonElement {
  const label = typeof words === "string" ? words : text(words);
  // A sign alone would be read as such.
  const name = typeof words === "string" && options.title && !/[\p{L}\p{N}]/u.test(words) ? { "aria-label": options.title } : {};
  return h("button", { ...attributes(options), ...name, class: options.class ?? "button", onclick: run }, label);
}

/** A button with an icon; `label` is its name for screen readers and its tip. */
export function iconButton(name: IconName | (() => IconName), label: string, run: (event: MouseEvent) => void, options: ButtonOptions = {}): HTMLButtonElement {
  const node = h("button", { title: label, ...attributes(options), class: `icon-button ${options.class ?? ""}`, "aria-label": label, onclick: run });
  const shape = icon(ICONS[typeof name === "string" ? name : name()]);
  node.append(shape);
  if (typeof name === "function") effect(() => shape.firstElementChild?.setAttribute("d", ICONS[name()]));
  return node;
}

function attributes({ title, pressed, disabled, id }: ButtonOptions) {
  return {
    type: "button",
    ...(id ? { id } : {}),
    ...(title ? { title } : {}),
    ...(pressed ? { "aria-pressed": () => (pressed() ? "true" : "false") } : {}),
    ...(disabled ? { disabled } : {}),
  };
}
