// The table of commands: shortcuts, their list and the palette come from here.
import { addCommands } from "../core/keys";
import { TOOLS, view, type ViewName } from "../core/view";
import { openExport } from "../export/menu";
import { chooseFiles } from "../library/import";
import { changeSpeed, seek, step, toggle } from "../motion/play";
import { length } from "../motion/stage";
import { allTools, exportable } from "../tools/tool";
import { lookFrom, orbit, pan, zoom } from "../view3d/camera";
import { viewport } from "../view3d/panel";
import { showNextTrouble } from "../timeline/drags";
import { zoomTimeline } from "../timeline/window";
import { showPalette, showShortcuts } from "./help";
import { startTour } from "./tour";
import { redo, undo } from "./undo";

const VIEWS: ViewName[] = ["free", "front", "side", "top"];
const TURN = 0.12;

/** The first of an element's parts that takes the focus: what is not shown does not. */
function firstOf(panel: HTMLElement): HTMLElement | undefined {
  const parts = panel.querySelectorAll<HTMLElement>("button:not([disabled]), input, [tabindex='0']");
  return [...parts].find((part) => part.offsetParent !== null);
}

/** Moves the focus to the next panel. */
function nextPanel(): void {
  const panels = [...document.querySelectorAll<HTMLElement>("[data-panel]")].filter((panel) => panel.offsetParent !== null);
  const now = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[(now + 1) % panels.length];
  if (!next) return;
  // A panel in which nothing can be done yet takes the focus itself.
  next.tabIndex = -1;
  (firstOf(next) ?? next).focus();
}

function inTimeline(): boolean {
  return document.activeElement?.closest("[data-panel=timeline]") !== null && document.activeElement !== document.body;
}

function setRange(end: 0 | 1): void {
  const [a, b] = view.range.value ?? [0, length.value];
  const time = view.time.value;
  view.range.value = end === 0 ? [Math.min(time, b), b] : [a, Math.max(time, a)];
}

function playback(): void {
  addCommands(
    { group: "Playback", words: "Play or pause", keys: ["Space"], run: toggle },
    { group: "Playback", words: "One frame back", keys: ["ArrowLeft"], run: () => step(-1) },
    { group: "Playback", words: "One frame on", keys: ["ArrowRight"], run: () => step(1) },
    { group: "Playback", words: "Ten frames back", keys: ["Shift+ArrowLeft"], run: () => step(-10) },
    { group: "Playback", words: "Ten frames on", keys: ["Shift+ArrowRight"], run: () => step(10) },
    { group: "Playback", words: "First frame", keys: ["Home"], run: () => seek(0) },
    { group: "Playback", words: "Last frame", keys: ["End"], run: () => seek(length.value) },
    { group: "Playback", words: "Slower", keys: ["<"], run: () => changeSpeed(-1) },
    { group: "Playback", words: "Faster", keys: [">"], run: () => changeSpeed(1) },
    { group: "Playback", words: "Repeat", keys: ["R"], run: () => void (view.looping.value = !view.looping.value) },
    { group: "Playback", words: "Next slide or jolt", keys: ["N"], run: showNextTrouble },
    { group: "Playback", words: "Begin the range here", keys: ["I"], run: () => setRange(0) },
    { group: "Playback", words: "End the range here", keys: ["O"], run: () => setRange(1) },
  );
}

function seeing(): void {
  addCommands(
    { group: "View", words: "Frame the selection: the figure that leads or has the focus, and its target", keys: ["F"], run: () => viewport.value?.frameSelection() },
    { group: "View", words: "Frame all figures", keys: ["A"], run: () => viewport.value?.frameAll() },
    { group: "View", words: "Follow the figure", keys: ["G"], run: () => void (view.follow.value = !view.follow.value) },
    { group: "View", words: "Next view: front, side, top, free", keys: ["V"], run: () => lookFrom(VIEWS[(VIEWS.indexOf(view.camera.value) + 1) % VIEWS.length]) },
    { group: "View", words: "Nearer", keys: ["+", "="], run: () => (inTimeline() ? zoomTimeline(1 / 1.5) : zoom(1 / 1.2)) },
    { group: "View", words: "Farther", keys: ["-"], run: () => (inTimeline() ? zoomTimeline(1.5) : zoom(1.2)) },
    { group: "View", words: "Orbit left", keys: ["Ctrl+ArrowLeft"], run: () => orbit(-TURN, 0) },
    { group: "View", words: "Orbit right", keys: ["Ctrl+ArrowRight"], run: () => orbit(TURN, 0) },
    { group: "View", words: "Orbit up", keys: ["Ctrl+ArrowUp"], run: () => orbit(0, TURN) },
    { group: "View", words: "Orbit down", keys: ["Ctrl+ArrowDown"], run: () => orbit(0, -TURN) },
    { group: "View", words: "Pan left", keys: ["Ctrl+Shift+ArrowLeft"], run: () => pan(0.05, 0) },
    { group: "View", words: "Pan right", keys: ["Ctrl+Shift+ArrowRight"], run: () => pan(-0.05, 0) },
    { group: "View", words: "Pan up", keys: ["Ctrl+Shift+ArrowUp"], run: () => pan(0, 0.05) },
    { group: "View", words: "Pan down", keys: ["Ctrl+Shift+ArrowDown"], run: () => pan(0, -0.05) },
  );
}

function general(): void {
  addCommands(
    { group: "General", words: "Undo", keys: ["Ctrl+Z"], run: undo },
    { group: "General", words: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], run: redo },
    {
      group: "General", words: "Export", keys: ["Ctrl+E"], enabled: () => exportable.value !== null,
      run: () => {
        const anchor = document.getElementById("export");
        if (anchor) openExport(anchor);
      },
    },
    { group: "General", words: "Add files", keys: ["Ctrl+O"], run: () => void chooseFiles() },
    { group: "General", words: "Commands by name", keys: ["Ctrl+K"], run: showPalette },
    { group: "General", words: "Shortcuts", keys: ["?"], run: showShortcuts },
    { group: "General", words: "Next panel", keys: ["F6"], run: nextPanel },
    { group: "General", words: "Start the tour", keys: [], run: startTour },
  );
  TOOLS.forEach((id, n) => addCommands({
    group: "Tools", words: `Open ${id[0].toUpperCase()}${id.slice(1)}`, keys: [String(n + 1)],
    enabled: () => allTools.value.some((tool) => tool.id === id),
    run: () => {
      view.tool.value = id;
    },
  }));
}

/** Fills the table. */
export function addAllCommands(): void {
  general();
  playback();
  seeing();
}
