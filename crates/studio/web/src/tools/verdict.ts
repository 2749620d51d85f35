// The verdict: is it as good as what it was made of, and where to look if not.
import { fill, h } from "../core/dom";
import { secs } from "../core/words";
import { seek } from "../motion/play";
import { view } from "../core/view";
import type { Mark } from "../timeline/rows";
import type { FaultFacts, QualityFacts, VerdictFacts } from "../types.gen";
import { button } from "../ui/button";

/** Kinds of faults that one sees at once. */
const CONSPICUOUS = new Set(["drag", "sink", "spin"]);

export interface Said {
  level: "good" | "doubtful" | "bad";
  mark: string;
  words: string;
  secs: number | null;
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
  if (verdict.good || !worst) return { level: "good", mark: "✓", words: goodWords(verdict, quality), secs: null };
  const when = worst.secs === null ? "" : ` at ${secs(worst.secs)}`;
  if (worst.kind === "drag") return { level: "bad", mark: "✕", words: `${worst.joint} drags ${(100 * worst.found).toFixed(1)} cm${when}.`, secs: worst.secs };
  if (worst.kind === "jolt" && worst.secs !== null && worst.source > 0) {
    const times = (worst.found / worst.source).toFixed(1);
    return { level: "doubtful", mark: "▲", words: `Look at ${secs(worst.secs)}: ${worst.joint} jolts ${times} times as much as in ${clip}.`, secs: worst.secs };
  }
  const conspicuous = CONSPICUOUS.has(worst.kind);
  return { level: conspicuous ? "bad" : "doubtful", mark: conspicuous ? "✕" : "▲", words: verdict.summary, secs: worst.secs };
}

/** The faults as marks on the timeline. */
export function marksOf(verdict: VerdictFacts | null): Mark[] {
  return (verdict?.faults ?? []).flatMap((fault) =>
    fault.secs === null ? [] : [{ secs: fault.secs, words: `${fault.joint}: ${fault.kind}`, level: CONSPICUOUS.has(fault.kind) ? "bad" as const : "doubtful" as const }]);
}

/** Pauses at a moment. */
export function show(moment: number): void {
  view.playing.value = false;
  seek(moment);
}

/** The verdict as it is now. */
export function verdictBox(read: () => { said: Said; actions?: Node[] } | null): HTMLElement {
  return fill(h("div", { "aria-live": "polite" }), () => {
    const now = read();
    if (!now) return null;
    const { said, actions = [] } = now;
    const { secs: moment } = said;
    return h("div", { class: `verdict ${said.level}` },
      h("p", { class: "said" }, `${said.mark} ${said.words}`),
      h("div", { class: "row" }, moment === null ? null : button("Show", () => show(moment), { class: "button small", id: "show-worst" }), ...actions));
  });
}
