// The one workspace: library, viewport, tool and timeline, with splitters between them.
import { fill, h, when } from "../core/dom";
import { detached, effect } from "../core/signal";
import { isDark, view } from "../core/view";
import { words } from "../core/words";
import { libraryPanel } from "../library/panel";
import { connected } from "../net/live";
import { timelinePanel } from "../timeline/panel";
import { allTools } from "../tools/tool";
import { prose } from "../ui/prose";
import { splitter } from "../ui/splitter";
import { toasts } from "../ui/toast";
import { viewPanel } from "../view3d/panel";
import { bar, toolHead } from "./bar";
import { statusLine } from "./status";
import { tourCard } from "./tour";

const widthOf = (selector: string) => () => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
const heightOf = (selector: string) => () => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;

/** The panel of the open tool; panels are made once, when they are first opened. */
function toolPanel(): HTMLElement {
  const made = new Map<string, HTMLElement>();
  const holder = h("div", { class: "tool-body" });
  effect(() => {
    const tool = allTools.value.find((one) => one.id === view.tool.value);
    if (!tool) return;
    let panel = made.get(tool.id);
    if (!panel) made.set(tool.id, (panel = detached(() => tool.panel())));
    // Put in again, it would lose the focus and what the hand holds.
    if (holder.firstChild !== panel) holder.replaceChildren(panel);
  });
  return h("section", { class: "tool panel", id: "tool", role: "tabpanel", "aria-labelledby": () => `tab-${view.tool.value}`, "data-panel": "tool" }, toolHead(), holder);
}

function goneBanner(): HTMLElement {
  return when(() => connected.value === "no", h("div", { class: "banner", role: "alert" }, h("strong", {}, `${words.gone} `), ...prose(words.goneWay)));
}

/** Puts sizes that a person chose into the layout. */
function applySizes(): void {
  effect(() => {
    const root = document.documentElement;
    const set = (name: string, value: number) => (value > 0 ? root.style.setProperty(name, `${value}px`) : root.style.removeProperty(name));
    set("--library", view.library.value);
    set("--tool", view.panel.value);
    set("--timeline", view.timeline.value);
    root.dataset["theme"] = isDark() ? "dark" : "light";
    document.body.classList.toggle("drawer-open", view.drawer.value);
  });
}

/** A press beside the drawer closes it. Where the window has room for the library it is no drawer, and nothing is to be seen of this. */
function closeDrawer(): void {
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Element && target.closest(".workspace") && !target.closest(".library, .opens-drawer")) view.drawer.value = false;
  });
}

/** Builds the page. */
export function workspace(): void {
  applySizes();
  closeDrawer();
  document.body.replaceChildren(
    bar(),
    h("main", { class: "workspace" },
      libraryPanel(),
      splitter("Width of the library", "column", view.library, widthOf(".library"), 1),
      viewPanel(),
      splitter("Width of the tool", "column", view.panel, widthOf(".tool"), -1),
      toolPanel(),
      splitter("Height of the timeline", "row", view.timeline, heightOf(".timeline"), -1),
      timelinePanel()),
    statusLine(),
    goneBanner(),
    fill(h("div", { class: "drop-mark", "aria-hidden": "true" }), () => "Drop files to add them to the library"),
    toasts(),
    tourCard());
}
