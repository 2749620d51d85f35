// Compare: the linear blend of the same clips, and what is worse about it.
import { fill, h } from "../core/dom";
import { resource } from "../core/resource";
import { signal } from "../core/signal";
import type { Motion } from "../motion/clip";
import { type Actor, actor } from "../motion/stage";
import { motionAs } from "../net/motions";
import { type Asked, askNumbers } from "../net/verbs";
import { did } from "../shell/toured";
import type { BlendAnswer, LinearFacts } from "../types.gen";
import { button } from "../ui/button";
import type { LiveMade } from "./made";
import { besideFixed, strays } from "./registered";
import { faultWords, show } from "./verdict";

/** Whether the linear blend is looked at; only then it is made. */
export const comparing = signal(false);

/** Shows the linear blend, or hides it. */
export function compare(): void {
  comparing.value = !comparing.value;
  if (comparing.value) did("compare");
}

/** A press of this many milliseconds shows it only while it lasts. */
const HELD_MS = 500;

/** A click shows the linear blend until the next; held down, it is shown for so long. */
export function compareButton(isDisabled: () => boolean): HTMLButtonElement {
  let pressedAt = 0;
  const node = button("Compare", (event) => {
    const held = event.detail > 0 && performance.now() - pressedAt > HELD_MS;
    if (!held) return compare();
    comparing.value = false;
  }, { class: "button", id: "compare", pressed: () => comparing.value, title: "Show the linear blend (C); hold to see it only so long", disabled: isDisabled });
  node.addEventListener("pointerdown", () => {
    pressedAt = performance.now();
    setTimeout(() => {
      if (node.matches(":active") && !comparing.value && performance.now() - pressedAt >= HELD_MS) compare();
    }, HELD_MS);
  });
  return node;
}

/** The linear blend of what is asked for, while it is looked at. */
export function linearOf(asked: () => Asked | null) {
  return resource(
    () => (comparing.value && asked()?.verb === "blend" ? asked() : null),
    async (now, cancel) => {
      const answer = await askNumbers<BlendAnswer>(now, "?extra=linear", cancel);
      const { linear } = answer.header as unknown as { linear?: LinearFacts };
      return { motion: await motionAs(answer, "linear"), judged: linear ?? null };
    },
  );
}

/** Both blends end together, though they may not be equally long. */
function scaled(leading: Motion, other: Motion): (secs: number) => number {
  const [a, b] = [leading, other].map(({ frames, rate }) => Math.max(1, frames - 1) / rate);
  return (time) => (time * b) / a;
}

/** The linear blend on stage, beyond the blend and its inputs, none of which it walks into. */
export function linearActor(leading: Motion, other: Motion, inputs: number, mesh: string | null): Actor {
  const time = scaled(leading, other);
  const ground = besideFixed(leading, Math.floor(inputs / 2) + 1, strays(leading, other, time));
  return actor(other, "linear", { key: "linear", label: "linear blend", mesh, time, ground });
}

/** Feet of the linear blend that slide this many times as fast are worse. */
const SLIDES_MORE = 1.5;

/** The moment of the blend at which something of the linear blend is seen. */
function asSeen(secs: number | null, leading: Motion | null, other: Motion | null): number | null {
  return secs === null || !leading || !other ? null : secs / scaled(leading, other)(1);
}

/** What is worse about the linear blend; its numbers are those of the table below. */
function worseOf({ good, faults, quality }: LinearFacts, own: number | null, at: number | null): string {
  const plain = quality.skate_cm_per_sec;
  const slides = own !== null && plain !== null && plain >= SLIDES_MORE * own ? `its planted feet slide at ${plain.toFixed(1)} cm/s, those of the blend at ${own.toFixed(1)}` : "";
  const fault = good || !faults[0] ? "" : faultWords(faults[0], at);
  return fault || slides ? `${[fault, slides].filter(Boolean).join("; ")}.` : "as good here.";
}

/** The verdict on the linear blend beside the blend. */
export function linearVerdict(linear: ReturnType<typeof linearOf>, blended: LiveMade<BlendAnswer>): HTMLElement {
  return fill(h("div", { "aria-live": "polite" }), () => {
    if (!comparing.value) return null;
    const found = linear.value.value?.judged;
    if (linear.error.value) return h("p", { class: "muted" }, linear.error.value.message);
    if (!found) return h("p", { class: "muted" }, "Making the linear blend…");
    const at = asSeen(found.faults[0]?.secs ?? null, blended.motion.value, linear.value.value?.motion ?? null);
    const own = blended.made.value?.answer.quality.skate_cm_per_sec ?? null;
    return h("div", { id: "linear-verdict" },
      h("p", {}, h("strong", {}, "Linear blend: "), worseOf(found, own, at)),
      at === null ? null : button("Show", () => show(at), { class: "button small", id: "show-linear" }));
  });
}
