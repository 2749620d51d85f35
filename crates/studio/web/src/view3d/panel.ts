// The viewport's panel: the canvas, its buttons, labels of figures, and what the pointer does.
import { Plane, Vector3 } from "three";
import { fill, h, onResize, text, when } from "../core/dom";
import { type Drag, onDrag, type Point } from "../core/gesture";
import { onPinch } from "../core/pinch";
import { effect, signal } from "../core/signal";
import { type Ghosts, view, type ViewName } from "../core/view";
import { words } from "../core/words";
import { clips, motionOf, selected } from "../library/clips";
import { seek } from "../motion/play";
import { rate, stage } from "../motion/stage";
import { button, iconButton } from "../ui/button";
import { openMenu } from "../ui/menu";
import { cameraMoved, hitPlane, looking, lookFrom, pan, project, zoom } from "./camera";
import { cube } from "./cube";
import { handleList } from "./handles";
import { labels } from "./labels";
import { navigating, zoomWithWheel } from "./navigate";
import { posed } from "./posed";
import { Viewport } from "./viewport";

/** What a tool does with the pointer over the viewport before the camera sees it. */
export type PointerTool = (at: Point, event: PointerEvent) => Drag | null;

let pointerTool: PointerTool | null = null;
/** The viewport, once the page stands; null where the browser cannot draw. */
export const viewport = signal<Viewport | null>(null);
const size = { width: 1, height: 1 };

/** Lets a tool use the pointer while it is open; then the camera has it, or the tool that was opened meanwhile. */
export function setPointerTool(tool: PointerTool, isOpen: boolean): void {
  if (isOpen) pointerTool = tool;
  else if (pointerTool === tool) pointerTool = null;
}

/** A point of the viewport from 0 to 1. */
export function share(at: Point): Point {
  return { x: at.x / size.width, y: at.y / size.height };
}

/** The size of the viewport in CSS pixels. */
export function viewportSize(): { width: number; height: number } {
  return size;
}

/** The buttons that tools see: the first, and the eraser of a pen. */
const DRAWING = new Set([0, 5]);

/** Pixels around a figure that still mean it. */
const NEAR = 28;

const FLOOR = new Plane(new Vector3(0, 1, 0), 0);

/** Goes to where the foot of a sole comes down; says whether there is a sole. */
function goToSole(at: Point): boolean {
  const hit = hitPlane(at.x / size.width, at.y / size.height, FLOOR);
  const sole = hit && viewport.peek()?.soleAt(hit.x, hit.z);
  if (!sole) return false;
  view.playing.value = false;
  seek(sole.range[0] / rate.value);
  return true;
}

/** Selects the clip of a figure; while a tool shows what is made of several, they all stay selected. */
function choose(clip: string): void {
  if (view.tool.value === "inspect") view.selection.value = [clip];
}

/** A click on a sole goes to its plant, one on a figure selects its clip. */
function pick(at: Point): void {
  if (goToSole(at)) return;
  let best: { clip: string; off: number } | null = null;
  for (const { actor, pose } of posed.value) {
    if (actor.clip === null) continue;
    for (let joint = 0; joint < pose.places.length; joint += 3) {
      const seen = project(new Vector3().fromArray(pose.places, joint));
      if (!seen) continue;
      const off = Math.hypot(seen.x * size.width - at.x, seen.y * size.height - at.y);
      if (off < NEAR && (best === null || off < best.off)) best = { clip: actor.clip, off };
    }
  }
  if (best) choose(best.clip);
}

const VIEWS: [ViewName, string][] = [["free", "Free view"], ["front", "Front"], ["side", "Side"], ["top", "Top"]];
const GHOSTS: [Ghosts, string][] = [["beside", "Inputs beside"], ["onto", "Inputs onto"], ["hidden", "Inputs hidden"]];

function choice<T extends string>(label: string, all: [T, string][], now: () => T, set: (value: T) => void): HTMLButtonElement {
  const name = () => all.find(([value]) => value === now())?.[1] ?? "";
  const node: HTMLButtonElement = button(() => `${name()} ▾`, () => openMenu(node, label, all.map(([value, words]) => ({
    words, checked: value === now(), run: () => set(value),
  }))), { class: "button small quiet", title: label });
  node.setAttribute("aria-haspopup", "menu");
  return node;
}

function switchOf(words: string, title: string, value: { value: boolean }): HTMLButtonElement {
  return button(words, () => {
    value.value = !value.value;
  }, { class: "button small quiet toggle", title, pressed: () => value.value });
}

function toolbar(): HTMLElement {
  const hasInputs = () => stage.value.actors.some((actor) => actor.role === "input");
  const hasMesh = () => stage.value.actors.some((actor) => actor.mesh !== null);
  return h("div", { class: "view-bar", role: "toolbar", "aria-label": "View" },
    choice("Look from (V)", VIEWS, () => view.camera.value, lookFrom),
    when(() => !stage.value.keepsCamera, switchOf("Follow", "Keep the figure in place (G)", view.follow)),
    when(hasInputs, choice("Where inputs stand", GHOSTS, () => view.ghosts.value, (value) => {
      view.ghosts.value = value;
    })),
    switchOf("Trails", "Root trajectories on the floor", view.trails),
    when(hasMesh, switchOf("Mesh", "The figure's own mesh", view.mesh)),
    h("span", { class: "grow" }),
    iconButton("minus", "Farther (−)", () => zoom(1.2)),
    iconButton("plus", "Nearer (+)", () => zoom(1 / 1.2)),
    iconButton("frame", "Frame all (A)", () => viewport.value?.frameAll()));
}

/** A metre at the distance of what is looked at. */
function scaleBar(): HTMLElement {
  const bar = h("div", { class: "scale-bar", "aria-hidden": "true" }, h("span", {}, text(() => {
    void cameraMoved.value;
    return scaleNow().words;
  })));
  effect(() => {
    void cameraMoved.value;
    bar.style.width = `${scaleNow().pixels}px`;
  });
  return bar;
}

function scaleNow(): { words: string; pixels: number } {
  const metre = size.height / (2 * looking.distance * Math.tan((35 * Math.PI) / 360));
  const step = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25].find((metres) => metres * metre >= 50) ?? 50;
  return { words: step < 1 ? `${step * 100} cm` : `${step} m`, pixels: Math.round(step * metre) };
}

/** What is said while nothing is drawn. In a narrow window the clips that are spoken of are in a drawer. */
function emptyState(): (string | HTMLElement)[] {
  if (clips.value.length > 0 && selected.value.length === 0 && view.tool.value !== "sketch") {
    return [h("p", {}, words.nothingSelected), button("Show the clips", () => {
      view.drawer.value = true;
    }, { class: "button primary opens-drawer" })];
  }
  const reading = selected.value.find((clip) => !motionOf(clip));
  return reading && stage.value.actors.length === 0 ? [`Reading ${reading.name}`] : [];
}

/** The panel. */
export function viewPanel(): HTMLElement {
  const canvas = h("canvas", { class: "view-canvas", tabindex: 0, role: "img", "aria-label": "Viewport. Ctrl and arrows orbit, plus and minus zoom, F frames the figure that has the focus, A all; Tab goes to the figures and handles." });
  const holder = h("div", { class: "view-holder" }, canvas, labels(size), handleList(size, choose), scaleBar(), cube(), fill(h("div", { class: "view-empty" }), emptyState));
  try {
    viewport.value = new Viewport(canvas);
  } catch {
    holder.append(h("div", { class: "view-empty" }, h("p", {}, h("strong", {}, "This browser cannot draw 3D. "), words.noWebGl)));
  }
  onResize(holder, (width, height) => {
    [size.width, size.height] = [Math.max(1, width), Math.max(1, height)];
    viewport.value?.resize(size.width, size.height);
  });
  onPinch(canvas, (by, growth) => {
    pan(by.x / size.width, by.y / size.height);
    zoom(1 / growth);
  });
  onDrag(canvas, (at, event) => (DRAWING.has(event.button) ? pointerTool?.(at, event) : null) ?? navigating(at, event, size, pick));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  zoomWithWheel(canvas);
  return h("section", { class: "view panel", "aria-label": "Viewport", "data-panel": "view" }, toolbar(), holder);
}
