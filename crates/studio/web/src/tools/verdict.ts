// The verdict: is it as good as what it was made of, and where to look if not.
import { fill, h } from "../core/dom";
import { secs } from "../core/words";
import { seek } from "../motion/play";
import { view } from "../core/view";
import type { Mark } from "../timeline/rows";
import type { QualityFacts, VerdictFacts } from "../types.gen";
import { button } from "../ui/button";

/** Kinds of faults that one sees at once. */
const CONSPICUOUS = new Set(["drag", "sink", "spin"]);

export interface Said {
  level: "good" | "doubtful" | "bad";
  mark: string;
  words: string;
  secs: number | null;
}

/** A verdict in one line. */
export function say(verdict: VerdictFacts, quality: QualityFacts, clip: string): Said {
  const worst = verdict.faults[0];
  if (verdict.good || !worst) {
    const held = quality.worst_drift_mm === null ? "Good." : `Good: feet held within ${Math.max(0.1, quality.worst_drift_mm).toFixed(1)} mm.`;
    return { level: "good", mark: "✓", words: held, secs: null };
  }
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
