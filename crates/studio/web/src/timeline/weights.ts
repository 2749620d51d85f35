// Weights over time on the timeline: one band for each clip, and keys that are dragged, added and deleted there.
import { fill, h } from "../core/dom";
import type { Drag, Point } from "../core/gesture";
import { effect, signal } from "../core/signal";
import { view } from "../core/view";
import { secs as seconds } from "../core/words";
import { seek } from "../motion/play";
import { length, rate } from "../motion/stage";
import { lineColor, type Palette } from "../view3d/colors";
import { type Scale, secsOf, xOf } from "./scale";

/** Weights at a moment. */
export interface Key {
  secs: number;
  weights: number[];
}

/** The weights of what leads, and what changes them. */
export interface WeightCurve {
  /** In order of time; none while the weights stay the same. */
  keys: Key[];
  /** The weights where there is no key. */
  constant: number[];
  names: string[];
  preview(keys: Key[]): void;
  commit(keys: Key[]): void;
  cancel(): void;
  /** Adds a key at a moment, with the weights that are there. */
  add(secs: number): void;
}

/** The weights of the leading motion, where they can be changed. */
export const curve = signal<WeightCurve | null>(null);
/** The key that keys of the keyboard move. */
export const chosenKey = signal<number | null>(null);

/** The weights at a moment: even between keys, constant beyond them. */
export function weightsAt(keys: Key[], at: number): number[] {
  const after = keys.findIndex((key) => key.secs > at);
  if (after < 0) return keys[keys.length - 1].weights;
  if (after === 0) return keys[0].weights;
  const [a, b] = [keys[after - 1], keys[after]];
  const share = (at - a.secs) / (b.secs - a.secs);
  return a.weights.map((weight, n) => weight + (b.weights[n] - weight) * share);
}

/** Nearer than this, in seconds, two keys are one. */
const NEAR = 0.04;

/** The keys with weights at a moment: those of the key that is there, or of another. */
export function withKey(keys: Key[], { secs, weights }: Key): Key[] {
  const there = keys.findIndex((key) => Math.abs(key.secs - secs) < NEAR);
  if (there >= 0) return keys.map((key, n) => (n === there ? { ...key, weights } : key));
  return [...keys, { secs, weights }].sort((a, b) => a.secs - b.secs);
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** The keys with one moved in time, between its neighbours; the first and the last stay at the ends of the motion. */
export function movedKey(keys: Key[], n: number, by: number): Key[] {
  if (n === 0 || n === keys.length - 1) return keys;
  const [low, high] = [keys[n - 1].secs + NEAR, keys[n + 1].secs - NEAR];
  const secs = rounded(Math.max(low, Math.min(high, keys[n].secs + by)), 3);
  return keys.map((key, m) => (m === n ? { ...key, secs } : key));
}

/** The keys with another share of the second of two clips at one of them. */
export function sharedKey(keys: Key[], n: number, by: number): Key[] {
  const [, share] = keys[n].weights;
  const next = rounded(Math.min(Math.max(share + by, Math.min(0, share)), Math.max(1, share)), 3);
  return keys.map((key, m) => (m === n ? { ...key, weights: [rounded(1 - next, 3), next] } : key));
}

/** The keys without one. An end, where the motion ends, takes the weights of its neighbour; of two keys none is left. */
export function withoutKey(keys: Key[], n: number): Key[] {
  if (keys.length < 3) return [];
  const neighbour = n === 0 ? 1 : n - 1;
  const isEnd = n === 0 || n === keys.length - 1;
  return isEnd ? keys.map((key, m) => (m === n ? { ...key, weights: keys[neighbour].weights } : key)) : keys.filter((_, m) => m !== n);
}

/** Where the row is. */
interface Place {
  top: number;
  height: number;
}

const PAD = 4;
/** The pixel of a share of the room, counted from the bottom. */
const yOf = ({ top, height }: Place, share: number) => top + height - PAD - Math.min(Math.max(share, 0), 1) * (height - 2 * PAD);

/** The height of a key's diamond: the boundary of two bands, the middle of more. */
const levelOf = ({ weights }: Key) => (weights.length === 2 ? weights[1] : 0.5);

/** Draws bands, keys and a frame around the chosen one. */
export function drawWeights(pen: CanvasRenderingContext2D, scale: Scale, place: Place, { keys, constant }: WeightCurve, colors: Palette): void {
  const ends: Key[] = [{ secs: 0, weights: constant }, { secs: length.value, weights: constant }];
  const shown = keys.length > 0 ? [{ ...keys[0], secs: 0 }, ...keys, { ...keys[keys.length - 1], secs: Math.max(length.value, keys[keys.length - 1].secs) }] : ends;
  const sum = (weights: number[], n: number) => weights.slice(n).reduce((all, weight) => all + Math.max(weight, 0), 0) / (weights.reduce((all, weight) => all + Math.max(weight, 0), 0) || 1);
  pen.globalAlpha = 0.45;
  constant.forEach((_, n) => {
    pen.fillStyle = lineColor(n);
    pen.beginPath();
    for (const { secs, weights } of shown) pen.lineTo(xOf(scale, secs), yOf(place, sum(weights, n)));
    for (const { secs, weights } of [...shown].reverse()) pen.lineTo(xOf(scale, secs), yOf(place, sum(weights, n + 1)));
    pen.fill();
  });
  pen.globalAlpha = 1;
  keys.forEach((key, n) => {
    const [x, y] = [xOf(scale, key.secs), yOf(place, levelOf(key))];
    pen.fillStyle = colors.path;
    pen.strokeStyle = chosenKey.value === n ? colors.text : colors.ground;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, y - 6);
    pen.lineTo(x + 6, y);
    pen.lineTo(x, y + 6);
    pen.lineTo(x - 6, y);
    pen.closePath();
    pen.fill();
    pen.stroke();
  });
}

/** Pixels around a key that take hold of it. */
const GRIP = 9;

/** The key under a point of the row. */
export function keyAt(scale: Scale, place: Place, at: Point): number | null {
  const off = (curve.value?.keys ?? []).map((key) => Math.hypot(xOf(scale, key.secs) - at.x, yOf(place, levelOf(key)) - at.y));
  const nearest = off.indexOf(Math.min(...off));
  return nearest >= 0 && off[nearest] <= GRIP ? nearest : null;
}

/** Pixels after which it is clear whether a hand moves a key along or up. */
const CLEAR = 4;

/** Dragging a key: along the motion, or up and down for another share; one of both, so that neither happens by chance. */
export function draggingKey(scale: Scale, place: Place, n: number, from: Point): Drag | null {
  const now = curve.value;
  if (!now) return null;
  let along: boolean | null = null;
  const after = (to: Point): Key[] => {
    const [x, y] = [to.x - from.x, from.y - to.y];
    if (along === null && Math.hypot(x, y) >= CLEAR) along = now.names.length !== 2 || Math.abs(x) >= Math.abs(y);
    if (along === null) return now.keys;
    return along ? movedKey(now.keys, n, secsOf(scale, to.x) - secsOf(scale, from.x)) : sharedKey(now.keys, n, y / (place.height - 2 * PAD));
  };
  choose(n);
  return {
    move: (to) => now.preview(after(to)),
    end: (to) => now.commit(after(to)),
    cancel: now.cancel,
    click: () => seek(now.keys[n].secs),
  };
}

/** Gives a key the focus, so that the keyboard moves it. */
function choose(n: number): void {
  chosenKey.value = n;
  requestAnimationFrame(() => document.getElementById(`weight-key-${n}`)?.focus({ preventScroll: true }));
}

/** How much an arrow up or down changes a share. */
const STEP = 0.05;

function onKey(event: KeyboardEvent, n: number): void {
  const now = curve.value;
  if (!now) return;
  const two = now.names.length === 2;
  const change: Record<string, () => void> = {
    ArrowLeft: () => now.commit(movedKey(now.keys, n, -1 / rate.value)),
    ArrowRight: () => now.commit(movedKey(now.keys, n, 1 / rate.value)),
    ArrowUp: () => two && now.commit(sharedKey(now.keys, n, STEP)),
    ArrowDown: () => two && now.commit(sharedKey(now.keys, n, -STEP)),
    Delete: () => now.commit(withoutKey(now.keys, n)),
    Enter: () => now.add(view.time.value),
  };
  if (!change[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  change[event.key]();
  choose(n);
}

/** What the list says: it is made anew only when that changes, for the sake of the focus. */
const listed = signal("");
effect(() => {
  listed.value = JSON.stringify([curve.value?.keys ?? [], curve.value?.names ?? []]);
});

/** The keys as a list for the keyboard. */
export function keyList(): HTMLElement {
  return fill(h("ul", { class: "visually-hidden", "aria-label": "Keys of the weights: left and right move them, up and down change the share, Delete removes" }), () => {
    void listed.value;
    const now = curve.peek();
    return (now?.keys ?? []).map(({ secs, weights }, n) => {
      const words = weights.map((weight, m) => `${weight.toFixed(2)} ${now?.names[m] ?? ""}`).join(", ");
      return h("li", {}, h("button", {
        type: "button", id: `weight-key-${n}`, "aria-label": `key at ${seconds(secs)}: ${words}`,
        onfocus: () => {
          chosenKey.value = n;
        },
        onblur: () => {
          chosenKey.value = null;
        },
        onkeydown: (event: KeyboardEvent) => onKey(event, n),
      }));
    });
  });
}
