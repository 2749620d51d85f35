// A list of which only the visible rows exist; where it is wide, they stand in two columns.
import { h, onResize } from "../core/dom";
import { effect, type Readable, signal } from "../core/signal";

/** What a list shows. */
export interface ListOptions<T> {
  label: string;
  items: Readable<T[]>;
  /** Letters that a row is high, in one column and in two. */
  rowHeights: [number, number];
  /** A row, and whether it stands in one of two columns. */
  row(item: T, index: number, isTile: boolean): HTMLElement;
  /** Keys that the list does not use itself. */
  key(event: KeyboardEvent, index: number): void;
  /** Whether what a row shows has changed although its item has not. */
  watch?(): void;
}

/** Pixels from which there is room for two columns. */
const TWO = 300;
const STEPS: Record<string, [number, number]> = {
  ArrowDown: [1, 2], ArrowUp: [-1, -2], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [8, 8], PageUp: [-8, -8], Home: [-1e9, -1e9], End: [1e9, 1e9],
};

/** A list; arrows move within it. */
export function virtualList<T>(options: ListOptions<T>): { node: HTMLElement; active: Readable<number>; setActive(n: number): void } {
  const top = signal(0);
  const size = signal(400);
  const columns = signal<1 | 2>(1);
  const letter = signal(13);
  const heightNow = () => Math.round(letter.value * options.rowHeights[columns.value - 1]);
  const active = signal(0);
  const spacer = h("div", { class: "list-rows" });
  const node = h("div", { class: "list", role: "listbox", tabindex: 0, "aria-label": options.label, "aria-multiselectable": "true" }, spacer);
  node.addEventListener("scroll", () => {
    top.value = node.scrollTop;
  });
  onResize(node, (width, height) => {
    size.value = height;
    columns.value = width >= TWO ? 2 : 1;
    letter.value = parseFloat(getComputedStyle(node).fontSize);
  });
  effect(() => {
    options.watch?.();
    const [wide, height] = [columns.value, heightNow()];
    const all = options.items.value;
    const first = wide * Math.max(0, Math.floor(top.value / height) - 1);
    const last = Math.min(all.length, wide * (Math.ceil((top.value + size.value) / height) + 1));
    spacer.style.height = `${Math.ceil(all.length / wide) * height}px`;
    const rows = [];
    for (let n = first; n < last; n += 1) {
      const row = options.row(all[n], n, wide === 2);
      row.style.transform = `translate(${100 * (n % wide)}%, ${Math.floor(n / wide) * height}px)`;
      row.style.width = `${100 / wide}%`;
      row.style.height = `${height}px`;
      row.id = `row-${n}`;
      row.classList.toggle("active", n === active.value);
      rows.push(row);
    }
    spacer.replaceChildren(...rows);
    node.setAttribute("aria-activedescendant", all.length > 0 ? `row-${active.value}` : "");
  });
  const setActive = (n: number) => {
    active.value = Math.min(Math.max(n, 0), Math.max(0, options.items.value.length - 1));
    const height = heightNow();
    const y = Math.floor(active.value / columns.value) * height;
    if (y < node.scrollTop) node.scrollTop = y;
    if (y + height > node.scrollTop + node.clientHeight) node.scrollTop = y + height - node.clientHeight;
  };
  node.addEventListener("keydown", (event) => {
    const step = STEPS[event.key]?.[columns.value - 1] ?? 0;
    if (step !== 0 && !event.ctrlKey) {
      event.preventDefault();
      event.stopPropagation();
      setActive(active.value + step);
    }
    options.key(event, active.peek());
  });
  return { node, active, setActive };
}
