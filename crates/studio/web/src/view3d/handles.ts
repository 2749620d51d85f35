// Figures and handles as things that the keyboard can reach: Tab goes from one to the next, F looks at what has the focus, Enter
// does what a click does. Each is a button that is seen only while it has the focus.
import { Vector3 } from "three";
import { h } from "../core/dom";
import { computed, effect, type Readable, signal, untracked } from "../core/signal";
import { type ToolId, view } from "../core/view";
import { type Actor, stage } from "../motion/stage";
import { cameraMoved, project } from "./camera";
import { highest, posed } from "./posed";

/** A thing in the viewport. */
export interface Handle {
  key: string;
  /** What it is, and what keys do with it. */
  words: string;
  /** Where it is; null while it is not drawn. */
  place(): Vector3 | null;
  /** How far above its place it is drawn, in metres. */
  rises?: number;
  /** Enter, or the click of a screen reader. */
  press?(): void;
  /** What a key does with it; says whether it did something. */
  move?(event: KeyboardEvent): boolean;
}

const tools = new Map<ToolId, Readable<Handle[]>>();

/** The handles of a tool while it is open. */
export function setHandles(tool: ToolId, handles: () => Handle[]): void {
  tools.set(tool, computed(handles));
}

const ofTool = (): Handle[] => tools.get(view.tool.value)?.value ?? [];

/** The key of the thing in the viewport that has the focus. */
export const held = signal<string | null>(null);

/** Where the handles of the open tool are, with all that is drawn of them. */
export function heldPlaces(): Vector3[] {
  return ofTool().flatMap(({ place, rises = 0 }) => {
    const at = place();
    return at ? [at, at.clone().setY(at.y + rises)] : [];
  });
}

function figureHandle({ key, label, clip }: Actor, press: (clip: string) => void): Handle {
  return {
    key,
    words: clip === null ? `Figure ${label}` : `Figure ${label}. Enter selects its clip`,
    place: () => {
      const one = posed.value.find(({ actor }) => actor.key === key);
      return one ? new Vector3(one.pose.places[0], highest(one.pose.places) + one.roof, one.pose.places[2]) : null;
    },
    ...(clip === null ? {} : { press: () => press(clip) }),
  };
}

function nodeOf(handle: Handle): HTMLButtonElement {
  return h("button", {
    type: "button", class: "handle", "data-handle": handle.key, "aria-label": handle.words,
    onfocus: () => {
      held.value = handle.key;
    },
    onblur: () => {
      held.value = null;
    },
    onclick: () => handle.press?.(),
    onkeydown: (event: KeyboardEvent) => {
      if (!handle.move?.(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  }, handle.words.split(".")[0]);
}

/** Puts the button that has the focus where its thing is. */
function follow(nodes: Map<string, HTMLButtonElement>, all: Readable<Handle[]>, size: { width: number; height: number }): void {
  effect(() => {
    const node = held.value === null ? null : nodes.get(held.value);
    if (!node) return;
    void [cameraMoved.value, posed.value];
    const place = all.value.find(({ key }) => key === held.value)?.place();
    const at = (place && project(place)) ?? { x: 0.5, y: 0.1 };
    const within = (share: number) => Math.min(Math.max(share, 0.04), 0.96);
    node.style.transform = `translate(-50%, -100%) translate(${within(at.x) * size.width}px, ${within(at.y) * size.height}px)`;
  });
}

/** The figures on stage, then the handles of the tool. `press` is what a click on the figure of a clip does. */
export function handleList(size: { width: number; height: number }, press: (clip: string) => void): HTMLElement {
  const list = h("div", { class: "handles", role: "group", "aria-label": "Figures and handles" });
  const nodes = new Map<string, HTMLButtonElement>();
  const all = computed(() => [...stage.value.actors.map((actor) => figureHandle(actor, press)), ...ofTool()]);
  const keys = computed(() => all.value.map(({ key }) => key).join("\n"));
  effect(() => {
    // Buttons that stay keep the focus: only what came is made, and only what went is removed.
    void keys.value;
    const now = untracked(() => all.value);
    for (const [key, node] of nodes) {
      if (now.some((handle) => handle.key === key)) continue;
      node.remove();
      nodes.delete(key);
      if (held.peek() === key) held.value = null;
    }
    let after: HTMLButtonElement | null = null;
    for (const handle of [...now].reverse()) {
      const node: HTMLButtonElement = nodes.get(handle.key) ?? nodeOf(handle);
      nodes.set(handle.key, node);
      if (!node.isConnected) list.insertBefore(node, after);
      after = node;
    }
  });
  follow(nodes, all, size);
  return list;
}
