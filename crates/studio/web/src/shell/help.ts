// The list of shortcuts, and commands by name.
import { h } from "../core/dom";
import { commands, shown } from "../core/keys";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { startTour } from "./tour";

/** Shows all shortcuts. */
export function showShortcuts(): void {
  const groups = [...new Set(commands().map((command) => command.group))];
  const dialog = openDialog("Shortcuts",
    h("div", { class: "shortcuts" }, groups.map((group) => h("section", {}, h("h3", {}, group),
      h("dl", { class: "keys" }, commands().filter((command) => command.group === group).flatMap((command) => [
        h("dt", {}, command.keys.slice(0, 2).map((key) => h("kbd", {}, shown(key)))),
        h("dd", {}, command.words),
      ]))))),
    h("div", { class: "row end" }, button("Start the tour", () => {
      dialog.close();
      startTour();
    })));
}

/** Asks for a command by its name. */
export function showPalette(): void {
  const field: HTMLInputElement = h("input", { type: "search", class: "field", placeholder: "What do you want to do?", "aria-label": "Command", oninput: () => update() });
  const list = h("div", { class: "palette", role: "listbox", "aria-label": "Commands" });
  const dialog = openDialog("Commands", field, list);
  const update = () => {
    const wanted = field.value.trim().toLowerCase();
    const fitting = commands().filter((command) => command.words.toLowerCase().includes(wanted) && (command.enabled?.() ?? true));
    list.replaceChildren(...fitting.slice(0, 12).map((command) => h("button", {
      type: "button", role: "option", class: "menu-item", "aria-selected": "false",
      onclick: () => {
        dialog.close();
        command.run();
      },
    }, h("span", {}, command.words), h("span", { class: "hint" }, command.keys[0] ? shown(command.keys[0]) : ""))));
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector<HTMLElement>("button")?.click();
    else if (event.key === "ArrowDown") list.querySelector<HTMLElement>("button")?.focus();
    else return;
    event.preventDefault();
  });
  update();
  field.focus();
}
