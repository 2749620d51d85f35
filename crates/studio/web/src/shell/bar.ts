// The bar: the library, undo, the tools, jobs, theme, help and export.
import { fill, h, text, when } from "../core/dom";
import { effect } from "../core/signal";
import { history, session } from "../core/store";
import { isDark, TOOLS, view } from "../core/view";
import { openExport } from "../export/menu";
import { addSamples, chooseFiles } from "../library/import";
import { removeSelected } from "../library/panel";
import { cancelJob, interrupted, resumeJob, running } from "../net/jobs";
import { allTools, exportable } from "../tools/tool";
import { button, iconButton } from "../ui/button";
import { openMenu } from "../ui/menu";
import { showShortcuts } from "./help";
import { redo, undo } from "./undo";

function libraryButton(): HTMLButtonElement {
  const node: HTMLButtonElement = button(() => session.value?.library.name ?? "Segue", () => openMenu(node, "Library", [
    { words: "Add files…", hint: "Ctrl+O", run: () => void chooseFiles() },
    { words: "Add the samples", run: () => void addSamples() },
    { words: "Remove the selected clips…", hint: "Del", disabled: view.selection.value.length === 0, run: () => void removeSelected() },
  ]), { class: "button quiet library-name", title: "The opened library" });
  node.setAttribute("aria-haspopup", "menu");
  return node;
}

/** The tools as tabs: arrows move, the panel on the right follows. */
function tabs(): HTMLElement {
  const node = h("div", { class: "tabs", role: "tablist", "aria-label": "Tools" });
  node.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const all = TOOLS.filter((id) => allTools.value.some((tool) => tool.id === id));
    view.tool.value = all[(all.indexOf(view.tool.value) + step + all.length) % all.length];
    requestAnimationFrame(() => node.querySelector<HTMLElement>("[aria-selected=true]")?.focus());
  });
  effect(() => {
    const open = view.tool.value;
    requestAnimationFrame(() => document.getElementById(`tab-${open}`)?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  });
  return fill(node, () => TOOLS.flatMap((id) => {
    const tool = allTools.value.find((one) => one.id === id);
    if (!tool) return [];
    const isOpen = view.tool.value === id;
    return [h("button", {
      type: "button", role: "tab", class: "tab", id: `tab-${id}`, "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1,
      "aria-controls": "tool",
      onclick: () => {
        view.tool.value = id;
      },
    }, tool.title)];
  }));
}

/** What people call the work of a verb. */
const WORK: Record<string, string> = {
  "library.add": "Adding clips", index: "Indexing", search: "Searching", "parametric.build": "Making it controllable", "parametric.from": "Making it controllable", "stance.path": "Moving the body", "stance.sketch": "Finding stances",
};
const workOf = (verb: string): string => WORK[verb] ?? verb;

function jobs(): HTMLElement {
  const node: HTMLButtonElement = button(() => jobWords(), () => openMenu(node, "Jobs", [
    ...running.value.map((job) => ({ words: `Cancel: ${workOf(job.verb)}${job.what ? `, ${job.what}` : ""}`, run: () => void cancelJob(job.job) })),
    ...interrupted.value.map((job) => ({ words: `Resume: ${workOf(job.verb)}`, run: () => void resumeJob(job.job) })),
  ]), { class: "button small jobs", title: "Work under way" });
  return when(() => running.value.length + interrupted.value.length > 0, node);
}

function jobWords(): string {
  const job = running.value[0];
  if (!job) return `${interrupted.value.length} interrupted`;
  const share = job.total > 0 ? ` ${Math.floor((100 * job.done) / job.total)} %` : "";
  return `${workOf(job.verb)}${share}${running.value.length > 1 ? ` · ${running.value.length}` : ""}`;
}

/** The bar. */
export function bar(): HTMLElement {
  const save: HTMLButtonElement = button("Export ▾", () => openExport(save), { class: "button primary", id: "export", disabled: () => exportable.value === null, title: "Export (Ctrl+E)" });
  save.setAttribute("aria-haspopup", "menu");
  return h("header", { class: "bar", "data-panel": "bar" },
    iconButton("library", "Show or hide the library", () => {
      view.drawer.value = !view.drawer.value;
    }, { class: "drawer-button", pressed: () => view.drawer.value }),
    h("h1", { class: "brand" }, h("span", { class: "mark", "aria-hidden": "true" }, "◆"), h("span", { class: "visually-hidden" }, "Segue Studio")),
    libraryButton(),
    iconButton("undo", "Undo (Ctrl+Z)", undo, { disabled: () => history.depth.value.undo === 0 }),
    iconButton("redo", "Redo (Ctrl+Shift+Z)", redo, { disabled: () => history.depth.value.redo === 0 }),
    tabs(),
    h("span", { class: "grow" }),
    jobs(),
    iconButton(() => (isDark() ? "sun" : "moon"), "Light or dark", () => {
      view.theme.value = isDark() ? "light" : "dark";
    }),
    button("?", showShortcuts, { class: "icon-button", title: "Shortcuts (?)" }),
    save);
}

/** The name of the panel and what it is about. */
export function toolHead(): HTMLElement {
  return h("header", { class: "tool-head" },
    h("h2", {}, text(() => allTools.value.find((tool) => tool.id === view.tool.value)?.title ?? "")),
    h("span", { class: "muted about" }, text(() => allTools.value.find((tool) => tool.id === view.tool.value)?.about() ?? "")));
}
