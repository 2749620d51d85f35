// Weights over time: keys at moments of the result; between them the weights change smoothly.
import { fill, h } from "../core/dom";
import { addCommands } from "../core/keys";
import { pointer } from "../core/pointer";
import { computed, untracked } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { secs } from "../core/words";
import { seek } from "../motion/play";
import { length } from "../motion/stage";
import { button } from "../ui/button";
import { slider } from "../ui/slider";
import { curve, type Key, weightsAt, withKey, withoutKey } from "../timeline/weights";
import { castKey } from "./registered";

export const keysPath = computed(() => pointer("blend", castKey.value, "keys"));
/** The keys of the weights; none while the weights stay the same. */
export const keys = computed(() => doc.read<Key[]>(keysPath.value) ?? []);

/** Shows keys without keeping them. */
export function previewKeys(next: Key[]): void {
  doc.preview(keysPath.value, next as never);
}

/** Keeps keys as one step. */
export function commitKeys(next: Key[]): void {
  history.commit(keysPath.value, next.length > 0 ? (next as never) : null, `weights over time of ${castKey.value}`);
}

/** The keys that are kept, while a hand previews others. */
export const keptKeys = () => (doc.kept(keysPath.value) ?? []) as unknown as Key[];

let weightsNow: () => number[] = () => [];

/** Sets a key; the first one is joined by keys at both ends, so that there is something to change from. */
function addKey(secs: number, weights: number[]): void {
  const moment = Number(secs.toFixed(3));
  const first = keys.value.length === 0 ? [{ secs: 0, weights }, { secs: Number(length.value.toFixed(3)), weights }] : keys.value;
  commitKeys(withKey(first, { secs: moment, weights }));
}

const addHere = () => addKey(view.time.value, weightsNow());

/** Lays the weights of what is blended on the timeline, or takes them away. */
export function layOnTimeline(names: string[] | null, constant: () => number[]): void {
  if (!names) return void (curve.value = null);
  const now = keys.value;
  curve.value = {
    keys: now, constant: constant(), names, preview: previewKeys, commit: commitKeys, cancel: () => doc.discard(keysPath.value),
    add: (secs) => addKey(secs, now.length > 0 ? weightsAt(now, secs) : constant()),
  };
}

addCommands({ group: "Tools", words: "Set a key of the weights at the playhead", keys: ["K"], enabled: () => view.tool.value === "blend" && weightsNow().length > 1, run: addHere });

/** The list of keys. */
export function keyEditor(names: () => string[], weights: () => number[]): HTMLElement {
  weightsNow = weights;
  const change = (n: number, key: Key, last: boolean) => {
    const next = keys.value.map((one, m) => (m === n ? key : one));
    if (last) commitKeys(next);
    else previewKeys(next);
  };
  const row = (key: Key, n: number) => {
    const set = (share: number): Key => ({ ...key, weights: names().length === 2 ? [1 - share, share] : key.weights });
    return h("div", { class: "row key-row" },
      button(secs(key.secs), () => seek(key.secs), { class: "button small quiet nums" }),
      names().length === 2
        ? h("span", { class: "grow" }, slider({ label: `Share of ${names()[1]} at ${secs(key.secs)}`, min: () => 0, max: () => 1, step: 0.01, value: () => keys.value[n]?.weights[1] ?? 0, preview: (share) => change(n, set(share), false), commit: (share) => change(n, set(share), true) }))
        : h("span", { class: "grow nums" }, key.weights.map((weight) => weight.toFixed(2)).join(" · ")),
      button("Remove", () => commitKeys(withoutKey(keys.value, n)), { class: "button small quiet" }));
  };
  const rows = computed(() => JSON.stringify(keys.value.map((key) => key.secs)) + names().join());
  return h("div", { class: "stack" },
    h("p", { class: "muted" }, "Double-click the weights on the timeline to set a key, then drag it. Between keys weights change evenly."),
    fill(h("div", { class: "stack" }), () => {
      void rows.value;
      return untracked(() => keys.value.map(row));
    }),
    h("div", { class: "row" }, button("Set key at playhead", addHere, { class: "button small" }), button("Remove all", () => commitKeys([]), { class: "button small quiet", disabled: () => keys.value.length === 0 })));
}
