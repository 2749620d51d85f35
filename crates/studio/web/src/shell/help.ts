// The list of shortcuts, and commands by name.
import { h } from "../core/dom";
import { commands, shown } from "../core/keys";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { FOCUSED, press } from "./focused";
import { startTour } from "./tour";

function keyGroup(name: string, lines: readonly (readonly [readonly string[], string])[]): HTMLElement {
  return h("section", {}, h("h3", {}, name), h("dl", { class: "keys" }, lines.flatMap(([keys, words]) => [
    h("dt", {}, keys.slice(0, 2).map((key) => h("kbd", {}, shown(key)))), h("dd", {}, words),
  ])));
}

/** Shows all shortcuts. */
export function showShortcuts(): void {
  const groups = [...new Set(commands().map((command) => command.group))];
  const dialog = openDialog("Shortcuts",
    h("div", { class: "shortcuts" },
      groups.map((group) => keyGroup(group, commands().filter((command) => command.group === group).map(({ keys, words }) => [keys, words] as const))),
      FOCUSED.map(({ group, keys }) => keyGroup(group, keys.map((one) => [one.keys, one.words] as const)))),
    h("div", { class: "row end" }, button("Start the tour", () => {
      dialog.close();
      startTour();
    })));
}

/** A line of the palette. */
interface Choice {
  words: string;
  key: string | undefined;
  run(): void;
}

/** What can be done now: with what has the focus, then everywhere. */
function choices(): Choice[] {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const own = FOCUSED.filter(({ at }) => focused?.matches(at)).flatMap(({ keys }) =>
    keys.map(({ words, keys: [key] }) => ({ words, key, run: () => press(focused as HTMLElement, key) })));
  const all = commands().filter((command) => command.enabled?.() ?? true).map((command) => ({ words: command.words, key: command.keys[0], run: () => command.run() }));
  return [...own, ...all];
}

/** Asks for a command by its name. */
export function showPalette(): void {
  const all = choices();
  const field: HTMLInputElement = h("input", { type: "search", class: "field", placeholder: "What do you want to do?", "aria-label": "Command", oninput: () => update() });
  const list = h("div", { class: "palette", role: "listbox", "aria-label": "Commands" });
  const dialog = openDialog("Commands", field, list);
  const update = () => {
    const wanted = field.value.trim().toLowerCase();
    const fitting = all.filter(({ words }) => words.toLowerCase().includes(wanted));
    list.replaceChildren(...fitting.slice(0, 12).map(({ words, key, run }) => h("button", {
      type: "button", role: "option", class: "menu-item", "aria-selected": "false",
      onclick: () => {
        dialog.close();
        run();
      },
    }, h("span", {}, words), h("span", { class: "hint" }, key ? shown(key) : ""))));
  };
  const move = (by: number) => {
    const lines = [...list.querySelectorAll<HTMLElement>("button")];
    const next = lines.indexOf(document.activeElement as HTMLElement) + by;
    (next < 0 ? field : lines[Math.min(next, lines.length - 1)])?.focus();
  };
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && document.activeElement === field) list.querySelector<HTMLElement>("button")?.click();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else return;
    event.preventDefault();
  });
  update();
  field.focus();
}
