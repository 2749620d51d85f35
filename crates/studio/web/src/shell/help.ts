// The list of shortcuts, and commands by name.
import { h } from "../core/dom";
import { commands, shown } from "../core/keys";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { startTour } from "./tour";

/** Keys of what has the focus: it hears them itself. */
const FOCUSED: [string, [string[], string][]][] = [
  ["In the list of clips", [[["Enter"], "Select, or add to the selection"], [["F2"], "Rename"], [["Delete"], "Remove from the library"]]],
  ["On a foot plant", [
    [["ArrowLeft", "ArrowRight"], "Move its end"], [["Shift+ArrowLeft", "Shift+ArrowRight"], "Move its start"], [["S"], "Split at the playhead"], [["M"], "Join with the next"],
    [["Enter"], "Add one at the playhead"], [["Delete"], "Remove"],
  ]],
  ["On a match", [[["Y"], "Accept"], [["X"], "Reject"], [["E"], "Explain"]]],
  ["On a target", [[["ArrowLeft", "ArrowRight"], "Move by 1 cm, with Shift by 10"], [["PageUp", "PageDown"], "Raise, lower"]]],
];

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
      FOCUSED.map(([name, lines]) => keyGroup(name, lines))),
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
