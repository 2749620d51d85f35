// A list of which only the visible rows exist.
import { h, onResize } from "../core/dom";
import { effect, type Readable, signal } from "../core/signal";

/** What a list shows. */
export interface ListOptions<T> {
  label: string;
  items: Readable<T[]>;
  rowHeight: number;
  /** A row; `id` is its id for `aria-activedescendant`. */
  row(item: T, index: number): HTMLElement;
  /** Keys that the list does not use itself. */
  key(event: KeyboardEvent, index: number): void;
  /** Whether what a row shows has changed although its item has not. */
  watch?(): void;
}

/** A list; arrows move within it. */
export function virtualList<T>(options: ListOptions<T>): { node: HTMLElement; active: Readable<number>; setActive(n: number): void } {
  const top = signal(0);
  const size = signal(400);
  const active = signal(0);
  const spacer = h("div", { class: "list-rows" });
  const node = h("div", { class: "list", role: "listbox", tabindex: 0, "aria-label": options.label, "aria-multiselectable": "true" }, spacer);
  node.addEventListener("scroll", () => {
    top.value = node.scrollTop;
  });
  onResize(node, (_, height) => {
    size.value = height;
  });
  effect(() => {
    options.watch?.();
    const { rowHeight } = options;
    const all = options.items.value;
    const first = Math.max(0, Math.floor(top.value / rowHeight) - 1);
    const last = Math.min(all.length, Math.ceil((top.value + size.value) / rowHeight) + 1);
    spacer.style.height = `${all.length * rowHeight}px`;
    const rows = [];
    for (let n = first; n < last; n += 1) {
      const row = options.row(all[n], n);
      row.style.transform = `translateY(${n * rowHeight}px)`;
      row.style.height = `${rowHeight}px`;
      row.id = `row-${n}`;
      row.classList.toggle("active", n === active.value);
      rows.push(row);
    }
    spacer.replaceChildren(...rows);
    node.setAttribute("aria-activedescendant", all.length > 0 ? `row-${active.value}` : "");
  });
  const setActive = (n: number) => {
    active.value = Math.min(Math.max(n, 0), Math.max(0, options.items.value.length - 1));
    const y = active.value * options.rowHeight;
    if (y < node.scrollTop) node.scrollTop = y;
    if (y + options.rowHeight > node.scrollTop + node.clientHeight) node.scrollTop = y + options.rowHeight - node.clientHeight;
  };
  node.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 }[event.key];
    if (step !== undefined && !event.ctrlKey) {
      event.preventDefault();
      setActive(active.value + step);
    }
    options.key(event, active.peek());
  });
  return { node, active, setActive };
}
