// Selecting clips: a click takes one, Ctrl adds, Shift takes a range.
import { view } from "../core/view";
import { playAtOnce } from "../motion/play";
import { fresh } from "./clips";

/** The selection after a click on `name` among `shown`. */
export function selectionAfter(before: string[], shown: string[], name: string, keys: { add: boolean; range: boolean }): string[] {
  if (keys.range && before.length > 0) {
    const [from, to] = [shown.indexOf(before[before.length - 1]), shown.indexOf(name)];
    if (from >= 0 && to >= 0) {
      const stretch = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      return [...before.filter((one) => !stretch.includes(one)), ...(from <= to ? stretch : stretch.reverse())];
    }
  }
  if (keys.add) return before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
  return [name];
}

/** Selects a clip as a click does. */
export function choose(name: string, shown: string[], keys: { add: boolean; range: boolean }): void {
  view.selection.value = selectionAfter(view.selection.value, shown, name, keys);
  view.range.value = null;
  fresh.value = fresh.peek().filter((one) => !view.selection.peek().includes(one));
  if (view.selection.value.length > 0) playAtOnce();
}
