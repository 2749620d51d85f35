// A menu under a button: arrows move, Escape closes.
import { h } from "../core/dom";

/** A line of a menu. */
export interface MenuItem {
  words: string;
  hint?: string;
  run(): void;
  disabled?: boolean;
  checked?: boolean;
}

/** Opens a menu below an element. */
export function openMenu(anchor: HTMLElement, label: string, items: MenuItem[]): void {
  closeMenus();
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label, tabindex: -1 });
  const close = () => {
    menu.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
  };
  const outside = (event: Event) => {
    if (!menu.contains(event.target as Node)) close();
  };
  for (const item of items) menu.append(line(item, close, anchor));
  menu.addEventListener("keydown", (event) => move(event, menu, () => {
    close();
    anchor.focus();
  }));
  document.body.append(menu);
  put(menu, anchor);
  anchor.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", outside, true);
  menu.querySelector<HTMLElement>("[role^=menuitem]:not([disabled])")?.focus();
}

function line(item: MenuItem, close: () => void, anchor: HTMLElement): HTMLButtonElement {
  const role = item.checked === undefined ? "menuitem" : "menuitemradio";
  return h("button", {
    type: "button", role, class: "menu-item", disabled: item.disabled ?? false,
    ...(item.checked === undefined ? {} : { "aria-checked": String(item.checked) }),
    onclick: () => {
      close();
      anchor.focus();
      item.run();
    },
  }, h("span", {}, item.words), item.hint ? h("span", { class: "hint" }, item.hint) : null);
}

function put(menu: HTMLElement, anchor: HTMLElement): void {
  const from = anchor.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const below = from.bottom + 4 + size.height <= innerHeight;
  menu.style.left = `${Math.max(4, Math.min(from.left, innerWidth - size.width - 4))}px`;
  menu.style.top = `${below ? from.bottom + 4 : Math.max(4, from.top - size.height - 4)}px`;
}

function move(event: KeyboardEvent, menu: HTMLElement, close: () => void): void {
  const lines = [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]:not([disabled])")];
  const now = lines.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) lines[(now + step + lines.length) % lines.length]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function closeMenus(): void {
  for (const menu of document.querySelectorAll(".menu")) menu.remove();
}
