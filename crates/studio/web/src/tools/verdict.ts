// The verdict: is it as good as what it was made of, and where to look if not.
import { fill, h } from "../core/dom";
import { addCommands } from "../core/keys";
import { secs } from "../core/words";
import type { Motion } from "../motion/clip";
import { seek } from "../motion/play";
import { main } from "../motion/stage";
import { view } from "../core/view";
import type { Mark } from "../timeline/rows";
import type { FaultFacts, QualityFacts, VerdictFacts } from "../types.gen";
import { button } from "../ui/button";
import { frameJoint } from "../view3d/framing";
import { posedAt } from "../view3d/posed";

/** Kinds of faults that one sees at once. */
const CONSPICUOUS = new Set(["drag", "sink", "spin"]);

export interface Said {
  level: "good" | "doubtful" | "bad";
  mark: string;
  words: string;
  /** Where to look. */
  secs: number | null;
  /** What to look at. */
  joint: string | null;
}

/** What is good about a motion; feet that drift are not said to be held. */
function goodWords({ drift }: VerdictFacts, { worst_drift_mm: worst }: QualityFacts): string {
  if (drift) {
    const beside = drift.source_mm === null ? "" : `, in the clips by ${drift.source_mm.toFixed(0)}`;
    return `Good: knees and hips move as in the clips. A planted foot drifts by ${drift.found_mm.toFixed(0)} mm${beside}.`;
  }
  return worst === null ? "Good: knees and hips move as in the clips." : `Good: feet held within ${Math.max(0.1, worst).toFixed(1)} mm.`;
}

/** What a fault is, without how large it is. */
const FAULTS: Record<string, string> = {
  drag: "drags", spin: "spin", knee: "snaps", jolt: "jolts", bob: "bob", sink: "sink into the floor", float: "stay above the floor",
};

/** A fault in a few words, at a moment of the motion that is looked at. */
export function faultWords({ kind, joint }: FaultFacts, at: number | null): string {
  return `${kind === "jolt" ? joint : `the ${joint}`} ${FAULTS[kind] ?? kind}${at === null ? "" : ` at ${secs(at)}`}`;
}

/** A verdict in one line. */
export function say(verdict: VerdictFacts, quality: QualityFacts, clip: string): Said {
  const worst = verdict.faults[0];
  if (verdict.good || !worst) return { level: "good", mark: "✓", words: goodWords(verdict, quality), secs: null, joint: null };
  const place = { secs: worst.secs, joint: worst.joint };
  const when = worst.secs === null ? "" : ` at ${secs(worst.secs)}`;
  if (worst.kind === "drag") return { level: "bad", mark: "✕", words: `${worst.joint} drags ${(100 * worst.found).toFixed(1)} cm${when}.`, ...place };
  if (worst.kind === "jolt" && worst.secs !== null && worst.source > 0) {
    const times = (worst.found / worst.source).toFixed(1);
    return { level: "doubtful", mark: "▲", words: `Look at ${secs(worst.secs)}: ${worst.joint} jolts ${times} times as much as in ${clip}.`, ...place };
  }
  const conspicuous = CONSPICUOUS.has(worst.kind);
  return { level: conspicuous ? "bad" : "doubtful", mark: conspicuous ? "✕" : "▲", words: verdict.summary, ...place };
}

/** The faults as marks on the timeline. */
export function marksOf(verdict: VerdictFacts | null): Mark[] {
  return (verdict?.faults ?? []).flatMap((fault) =>
    fault.secs === null ? [] : [{ secs: fault.secs, words: `${fault.joint}: ${fault.kind}`, level: CONSPICUOUS.has(fault.kind) ? "bad" as const : "doubtful" as const }]);
}

/** The joint that a fault names: by its own name, or as a part of the body: `left toe`. */
function jointCalled(motion: Motion, name: string): number {
  const { joints } = motion.skeleton;
  const own = joints.findIndex((joint) => joint.name === name);
  const words = name.toLowerCase().split(" ");
  return own >= 0 ? own : joints.findIndex(({ part }) => part !== null && words.every((word) => part.includes(word)));
}

/** Pauses at a moment, and looks at a joint. */
export function show(moment: number, joint: string | null = null): void {
  view.playing.value = false;
  seek(moment);
  const leading = main.value;
  const number = leading && joint !== null ? jointCalled(leading.motion, joint) : -1;
  if (leading && number >= 0) frameJoint(posedAt(leading, view.time.value), number);
}

/** The verdict as it is now; a click on it goes to the worst moment. */
export function verdictBox(read: () => { said: Said; actions?: Node[] } | null): HTMLElement {
  return fill(h("div", { "aria-live": "polite" }), () => {
    const now = read();
    if (!now) return null;
    const { said, actions = [] } = now;
    const { secs: moment } = said;
    const words = `${said.mark} ${said.words}`;
    if (moment === null) return h("div", { class: `verdict ${said.level}` }, h("p", { class: "said" }, words), actions.length > 0 ? h("div", { class: "row" }, ...actions) : null);
    const look = () => show(moment, said.joint);
    return h("div", { class: `verdict ${said.level}` },
      h("p", { class: "said shows", onclick: look }, words),
      h("div", { class: "row" }, button("Show", look, { class: "button small", id: "show-worst", title: "Go to the worst moment (Enter)" }), ...actions));
  });
}

const worst = () => document.querySelector<HTMLElement>(".tool #show-worst");
addCommands({ group: "Tools", words: "Go to the worst moment", keys: ["Enter"], enabled: () => worst() !== null, run: () => worst()?.click() });
