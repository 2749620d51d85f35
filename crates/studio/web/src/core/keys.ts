// One table of commands makes the shortcuts, the list under `?` and the palette.
import { discardGesture } from "./gesture";

/** Something that a person can ask for by key or by name. */
export interface Command {
  /** What it does, as a person would say it. */
  words: string;
  /** Keys such as `Space`, `Ctrl+Z`, `Shift+ArrowLeft`; the first is shown. */
  keys: string[];
  /** The heading under which it is listed. */
  group: string;
  run(): void;
  /** Whether it can be done now; always when left out. */
  enabled?(): boolean;
}

const table: Command[] = [];

/** Adds commands to the table. */
export function addCommands(...commands: Command[]): void {
  table.push(...commands);
}

/** All commands. */
export function commands(): readonly Command[] {
  return table;
}

/** The name of a key press, as in the table. Letters go by what they type, not by where they lie. */
export function nameOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const letter = key.length === 1 && key.toLowerCase() !== key;
  const shift = event.shiftKey && (letter || key.length > 1);
  const parts = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", shift ? "Shift" : "", key];
  return parts.filter(Boolean).join("+");
}

/** Whether letters typed here are text. */
function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["range", "checkbox", "radio", "button"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Keys that move the value of a slider or a list that has the focus. */
const MOVING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/** What was clicked last: it has the focus, but whoever clicks it does not go on with keys there. */
let clicked: Element | null = null;

function belongsToControl(event: KeyboardEvent, name: string): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "range") return MOVING.has(event.key);
  if (name === "Space" && target.closest("button, summary") === clicked && clicked !== null) return false;
  if (name === "Space" || name === "Enter") return target.closest("button, summary, a, [role=tab], [role=option], label") !== null;
  return false;
}

/** Listens to keys of the whole page. */
export function listen(): void {
  document.addEventListener("pointerdown", (event) => {
    clicked = event.target instanceof Element ? event.target.closest("button, summary") : null;
  }, true);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Tab" || key === "F6") clicked = null;
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    if (name === "Escape" && discardGesture()) {
      event.preventDefault();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const withControl = event.ctrlKey || event.metaKey;
    if (isText(event.target) && !withControl && !/^F\d/.test(name)) return;
    if (belongsToControl(event, name)) return;
    const found = table.find((command) => command.keys.includes(name) && (command.enabled?.() ?? true));
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** A key as it is printed on the keyboard. */
export function shown(key: string): string {
  const names: Record<string, string> = {
    ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Delete: "Del",
  };
  return key.split("+").map((part) => names[part] ?? part).join(" + ");
}
