// The list of matches: hovering plays one, ✓ and ✕ keep or reject it, E says in words why it was found.
import { fill, h } from "../core/dom";
import { untracked } from "../core/signal";
import { secs } from "../core/words";
import { clipNamed } from "../library/clips";
import { ask } from "../net/verbs";
import type { MatchFacts, SearchExplainAnswer } from "../types.gen";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { nameOf, type Query, requestOf } from "./query";

export interface MatchListOptions {
  matches: () => MatchFacts[];
  rejected: () => string[];
  query: () => Query | null;
  hover(match: MatchFacts | null): void;
  toggle(match: MatchFacts): void;
}

/** Says in words why a stretch was found or not. */
async function explain(query: Query | null, match: MatchFacts): Promise<void> {
  if (!query) return;
  const answer = await ask<SearchExplainAnswer>({ verb: "search.explain", request: { search: requestOf({ ...query, reject: [] }), segment: nameOf(match) } });
  openDialog(`Why ${nameOf(match)}?`, h("p", {}, answer.verdict));
}

function row(match: MatchFacts, options: MatchListOptions): HTMLElement {
  const name = nameOf(match);
  const out = options.rejected().includes(name);
  const node: HTMLElement = h("div", {
    class: out ? "match rejected" : "match", tabindex: 0, role: "listitem", "data-match": name,
    "aria-label": out ? `${name}, rejected` : `Match ${match.rank}: ${name}, ${match.graph_cm.toFixed(1)} cm`,
    onpointerenter: () => options.hover(match),
    onpointerleave: () => options.hover(null),
    onfocus: () => node.matches(":focus-visible") && options.hover(match),
    onblur: () => options.hover(null),
    onkeydown: (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((key === "x" && !out) || (key === "y" && out)) options.toggle(match);
      else if (key === "e") void explain(options.query(), match);
      else if (key === "arrowdown") (node.nextElementSibling as HTMLElement | null)?.focus();
      else if (key === "arrowup") (node.previousElementSibling as HTMLElement | null)?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  },
    h("span", { class: "nums muted" }, out ? "" : match.rank),
    h("span", { class: "name" }, match.clip),
    h("span", { class: "nums muted" }, secs(match.range[0] / (clipNamed(match.clip)?.rate_hz ?? 30), 1)),
    h("span", { class: "nums muted" }, out ? "" : `${match.graph_cm.toFixed(1)} cm`),
    button("?", () => void explain(options.query(), match), { class: "button small quiet", title: `Why ${name}? (E)` }),
    button(out ? "✓" : "✕", () => options.toggle(match), { class: "button small", title: out ? "Accept (Y)" : "Reject (X)" }));
  return node;
}

/** The list, rejected matches last. */
export function matchList(options: MatchListOptions): HTMLElement {
  const list = h("div", { class: "matches", role: "list", "aria-label": "Matches", hidden: () => options.matches().length + options.rejected().length === 0 });
  return fill(list, () => {
    const all = options.matches();
    // A row that goes away under the pointer does not hear it leave.
    untracked(() => options.hover(null));
    const gone = options.rejected().filter((name) => !all.some((match) => nameOf(match) === name)).map(parse);
    return [...all, ...gone].map((match) => row(match, options));
  });
}

/** A rejected match, which the server no longer lists. */
function parse(name: string): MatchFacts {
  const [, clip = name, first = "0", last = "0"] = /^(.*)@(\d+)-(\d+)$/.exec(name) ?? [];
  return { rank: 0, clip, range: [Number(first), Number(last)], direct_cm: null, graph_cm: 0, tier: 0, confidence: null, cluster: 1, mirrored: false, turns_deg: null };
}
