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
import { castKey } from "./registered";

/** Weights at a moment. */
export interface Key {
  secs: number;
  weights: number[];
}

export const keysPath = computed(() => pointer("blend", castKey.value, "keys"));

/** The keys with one more, or with other weights at a moment that has one. */
export function withKey(keys: Key[], key: Key): Key[] {
  return [...keys.filter((one) => Math.abs(one.secs - key.secs) > 1e-3), key].sort((a, b) => a.secs - b.secs);
}

const keysNow = () => doc.read<Key[]>(keysPath.value) ?? [];
const commit = (keys: Key[]) => history.commit(keysPath.value, keys.length > 0 ? (keys as never) : null, `weights over time of ${castKey.value}`);

let weightsNow: () => number[] = () => [];

/** Sets a key at the playhead; the first one is joined by keys at both ends, so that there is something to change from. */
function addKey(): void {
  const weights = weightsNow();
  const moment = Number(view.time.value.toFixed(3));
  const first = keysNow().length === 0 ? [{ secs: 0, weights }, { secs: Number(length.value.toFixed(3)), weights }] : keysNow();
  commit(withKey(first, { secs: moment, weights }));
}

addCommands({ group: "Tools", words: "Set a key of the weights at the playhead", keys: ["K"], enabled: () => view.tool.value === "blend" && weightsNow().length > 1, run: addKey });

/** The list of keys. */
export function keyEditor(names: () => string[], weights: () => number[]): HTMLElement {
  weightsNow = weights;
  const change = (n: number, key: Key, last: boolean) => {
    const next = keysNow().map((one, m) => (m === n ? key : one));
    if (last) commit(next);
    else doc.preview(keysPath.value, next as never);
  };
  const row = (key: Key, n: number) => {
    const set = (share: number): Key => ({ ...key, weights: names().length === 2 ? [1 - share, share] : key.weights });
    return h("div", { class: "row key-row" },
      button(secs(key.secs), () => seek(key.secs), { class: "button small quiet nums" }),
      names().length === 2
        ? h("span", { class: "grow" }, slider({ label: `Share of ${names()[1]} at ${secs(key.secs)}`, min: () => 0, max: () => 1, step: 0.01, value: () => keysNow()[n]?.weights[1] ?? 0, preview: (share) => change(n, set(share), false), commit: (share) => change(n, set(share), true) }))
        : h("span", { class: "grow nums" }, key.weights.map((weight) => weight.toFixed(2)).join(" · ")),
      button("Remove", () => commit(keysNow().filter((_, m) => m !== n)), { class: "button small quiet" }));
  };
  const rows = computed(() => JSON.stringify(keysNow().map((key) => key.secs)) + names().join());
  return h("div", { class: "stack" },
    h("p", { class: "muted" }, "Set keys along the motion; weights change smoothly between them."),
    fill(h("div", { class: "stack" }), () => {
      void rows.value;
      return untracked(() => keysNow().map(row));
    }),
    h("div", { class: "row" }, button("Set key at playhead", addKey, { class: "button small" }), button("Remove all", () => commit([]), { class: "button small quiet", disabled: () => keysNow().length === 0 })));
}
