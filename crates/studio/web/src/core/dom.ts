// Elements from code. Text becomes text, never markup: there is no way from a name to an element.
import { paintSoon } from "./frame";
import { effect } from "./signal";

type Child = Node | string | number | null | undefined | false | Child[];
type Value = string | number | boolean | null | undefined;
type Live<T> = T | (() => T);

/** What an element has: attributes, `on…` listeners, `class`, properties of inputs. A function is read again when values change. */
export interface Props {
  [name: string]: Live<Value> | ((event: never) => void) | undefined;
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open", "selected", "indeterminate"]);

function apply(node: Element, name: string, value: Value): void {
  if (PROPERTIES.has(name)) {
    if (Reflect.get(node, name) !== value) Reflect.set(node, name, value ?? (name === "value" ? "" : false));
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

function set(node: Element, name: string, value: Props[string]): void {
  if (name.startsWith("on") && typeof value === "function") {
    node.addEventListener(name.slice(2), value as (event: Event) => void);
  } else if (typeof value === "function") {
    effect(() => apply(node, name, (value as () => Value)()));
  } else {
    apply(node, name, value);
  }
}

function append(node: Node, child: Child): void {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) for (const part of child) append(node, part);
  else node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
}

/** An element with properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  append(node, children);
  for (const name in props) set(node, name, props[name]);
  return node;
}

/** Text that follows values. */
export function text(read: () => string | number): Text {
  const node = document.createTextNode("");
  effect(() => {
    const next = String(read());
    if (node.data !== next) node.data = next;
  });
  return node;
}

/** Puts the children that `make` returns into `node`, again whenever values change. */
export function fill<E extends Element>(node: E, make: () => Child): E {
  effect(() => {
    const part = document.createDocumentFragment();
    append(part, make());
    node.replaceChildren(part);
  });
  return node;
}

/** Shows `node` only while `condition` holds. */
export function when<E extends HTMLElement>(condition: () => boolean, node: E): E {
  effect(() => {
    node.hidden = !condition();
  });
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag);
  append(node, children);
  for (const name in props) set(node, name, props[name]);
  return node;
}

/** An icon of one path on a grid of 16. */
export function icon(path: string): SVGSVGElement {
  return s("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, s("path", { d: path }));
}

/** Tells the size of an element in CSS pixels, in the frame after it changed: what is told may change sizes again. */
export function onResize(node: Element, told: (width: number, height: number) => void): void {
  let size = { width: 0, height: 0 };
  const tell = () => told(size.width, size.height);
  new ResizeObserver(([entry]) => {
    size = entry.contentRect;
    paintSoon(tell);
  }).observe(node);
}

/** The font of small words on canvases: a step smaller than that of the page, which grows with its size. */
export function smallFont(): string {
  const size = parseFloat(getComputedStyle(document.body).fontSize);
  return `${size - 1}px system-ui, sans-serif`;
}
