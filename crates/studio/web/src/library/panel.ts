// The library: clips, then results. The filter looks at names and labels.
import { fill, h, icon, text, when } from "../core/dom";
import { paintSoon } from "../core/frame";
import { history, session } from "../core/store";
import { computed, effect, untracked } from "../core/signal";
import { view } from "../core/view";
import { count, secs, words } from "../core/words";
import { running } from "../net/jobs";
import { ask } from "../net/verbs";
import { button, iconButton } from "../ui/button";
import { confirmDialog, nameDialog } from "../ui/dialog";
import { ICONS } from "../ui/icons";
import { virtualList } from "../ui/list";
import { toast } from "../ui/toast";
import { withoutFile } from "./called";
import { type Clip, clips, fresh, isResult, loaded, refreshClips, shownClips, sought } from "./clips";
import { addSamples, chooseFiles, importing } from "./import";
import { showNotes } from "./notes";
import { choose } from "./select";
import { thumb } from "./thumb";

/** Letters that a row is high, and a tile where there are two columns. */
const ROWS: [number, number] = [5, 9];
/** Labels that have room in a row. */
const CHIPS = 2;
/** Whether clips are being added, by this page or by the start of the program. */
const isAdding = computed(() => running.value.some(({ verb }) => verb === "library.add"));
const names = computed(() => shownClips.value.map((clip) => clip.name));

/** Feet that were found, as letters. */
function feet(clip: Clip): string {
  const has = (side: string) => clip.feet.some((kind) => kind.startsWith(side));
  return [has("left") ? "L" : "", has("right") ? "R" : ""].join(" ").trim();
}

/** The selection that was made in the list itself: its mark is where the hand took it. */
let ownSelection: string[] | null = null;

function chooseHere(name: string, keys: { add: boolean; range: boolean }): void {
  choose(name, names.value, keys);
  ownSelection = view.selection.peek();
}

/** What a clip is, as chips: what it was made by, and its labels. */
function chips(clip: Clip): HTMLElement[] {
  const words = [...(isResult(clip) ? ["result"] : []), ...clip.labels.map(({ word }) => word)];
  const more = words.length - CHIPS;
  return [...words.slice(0, CHIPS), ...(more > 0 ? [`+${more}`] : [])].map((word) => h("span", { class: "chip" }, word));
}

/** How much the reader warned of; a click shows it. No button: a line of a list holds none, and keys find the notes in Inspect. */
function notesMark(clip: Clip, warnings: number): HTMLElement {
  return h("span", { class: "notes-mark", title: "What the reader noticed", onclick: (event: MouseEvent) => {
    event.stopPropagation();
    showNotes(clip);
  } }, `⚠${warnings}`);
}

function row(clip: Clip, index: number, isTile: boolean, setActive: (n: number) => void): HTMLElement {
  const order = view.selection.value.indexOf(clip.name);
  const called = withoutFile(clip.name);
  const file = clip.name.slice(0, -called.length - 1);
  const warnings = clip.notes.filter((note) => note.level === "warning").length;
  const node = h(
    "div",
    { class: `clip${sought.value === clip.name ? " sought" : ""}${isTile ? " tile" : ""}`, role: "option", "aria-selected": order >= 0 ? "true" : "false", "data-clip": clip.name, title: [clip.source, ...clip.labels.map(({ word }) => word)].join(" · ") },
    thumb(clip.hash, clip.skeleton),
    h("div", { class: "clip-text" },
      h("div", { class: "clip-name" }, called),
      h("div", { class: "clip-facts" },
        file ? h("span", { class: "clip-file" }, file) : null,
        h("span", { class: "nums" }, clip.frames === 1 ? "figure" : secs(clip.duration_secs, 1)),
        h("span", { class: "feet", title: "Feet whose plants were found" }, feet(clip)),
        warnings > 0 ? notesMark(clip, warnings) : null),
      h("div", { class: "chips" }, chips(clip))),
    order >= 0 && view.selection.value.length > 1 ? h("span", { class: "order" }, order + 1) : null,
    fresh.value.includes(clip.name) ? h("span", { class: "fresh" }, "new") : null,
  );
  node.addEventListener("click", (event) => {
    setActive(index);
    chooseHere(clip.name, { add: event.ctrlKey || event.metaKey, range: event.shiftKey });
  });
  node.addEventListener("dblclick", () => void rename(clip));
  return node;
}

/** Asks for another name. */
export async function rename(clip: Clip): Promise<void> {
  const name = await nameDialog(`Rename ${clip.name}`, clip.name, "Rename");
  if (name === null || name === clip.name) return;
  if (clips.value.some((other) => other.name === name)) {
    toast(`Another clip is called ${name}.`, { heading: "Not renamed.", bad: true });
    return;
  }
  history.rename(clip.name, name);
  await history.flush();
  await refreshClips();
  view.selection.value = view.selection.value.map((one) => (one === clip.name ? name : one));
}

/** Removes the selected clips from the library, after asking. */
export async function removeSelected(): Promise<void> {
  const gone = view.selection.value;
  if (gone.length === 0) return;
  const what = gone.length === 1 ? gone[0] : count(gone.length, "clip");
  const sure = await confirmDialog(`Remove ${what}?`, `${what} will be removed from ${session.value?.library.name ?? "the library"}. Files on your disk stay.`, "Remove");
  if (!sure) return;
  await ask({ verb: "library.remove", request: { clips: gone } });
  view.selection.value = [];
  await refreshClips();
}

function keys(event: KeyboardEvent, index: number): void {
  const clip = shownClips.value[index];
  if (!clip) return;
  if (event.key === "Enter") chooseHere(clip.name, { add: view.selection.value.length > 0, range: event.shiftKey });
  else if (event.key === "F2") void rename(clip);
  else if (event.key === "Delete") void removeSelected();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function emptyState(): HTMLElement {
  return h("div", { class: "empty" },
    h("p", {}, h("strong", {}, "No clips yet.")),
    h("p", {}, `${words.empty} `, button("try the samples", () => void addSamples(), { class: "link" }), "."));
}

function nothingFits(): HTMLElement {
  return h("div", { class: "empty" },
    h("p", {}, text(() => words.noMatchForFilter(view.filter.value))),
    button("Clear filter", () => {
      view.filter.value = "";
    }));
}

/** The panel. */
export function libraryPanel(): HTMLElement {
  const list = virtualList({
    label: "Clips", items: shownClips, rowHeights: ROWS,
    row: (clip, n, isTile) => row(clip, n, isTile, (index) => list.setActive(index)),
    key: keys,
  });
  // What was selected elsewhere (a drop, a figure in the viewport) comes into sight, and the list's own mark stays on a clip that
  // moves to another row.
  let marked: { name: string | undefined; at: number } = { name: undefined, at: -1 };
  effect(() => {
    const all = view.selection.value;
    const name = all.at(-1);
    const at = name === undefined ? -1 : names.value.indexOf(name);
    const active = untracked(() => list.active.value);
    const isNew = all !== ownSelection && name !== marked.name;
    const hasMoved = name === marked.name && active === marked.at;
    if (at >= 0 || name === undefined) marked = { name, at };
    // The rows must be there before the list can be scrolled to one.
    if (at >= 0 && at !== active && (isNew || hasMoved)) paintSoon(() => list.setActive(at));
  });
  for (const looked of [() => fresh.value[0] ?? null, () => sought.value]) {
    effect(() => {
      const name = looked();
      const at = name === null ? -1 : names.value.indexOf(name);
      if (at >= 0) paintSoon(() => list.setActive(at));
    });
  }
  const filter: HTMLInputElement = h("input", {
    type: "search", class: "field", placeholder: "Name or label", "aria-label": "Filter clips by name or label",
    value: () => view.filter.value,
    oninput: () => {
      view.filter.value = filter.value;
    },
  });
  return h("nav", { class: "library panel", "aria-label": "Library", "data-panel": "library" },
    h("div", { class: "library-top" },
      h("div", { class: "filter" }, icon(ICONS.search), filter),
      iconButton("upload", "Add files (Ctrl+O)", () => void chooseFiles())),
    when(() => loaded.value && clips.value.length === 0 && !isAdding.value, emptyState()),
    when(() => loaded.value && clips.value.length === 0 && isAdding.value, h("p", { class: "empty", id: "first-clips", role: "status" }, "The first clips are on their way…")),
    when(() => clips.value.length > 0 && shownClips.value.length === 0, nothingFits()),
    list.node,
    fill(h("div", { class: "importing" }), () => importing.value.map(({ line, cancel }) => h("p", { class: "row" }, `${line} …`, h("span", { class: "grow" }), button("Cancel", cancel, { class: "button small" })))),
    h("div", { class: "library-count muted" }, text(() => (clips.value.length === 0 ? "" : count(shownClips.value.length, "clip")))));
}
