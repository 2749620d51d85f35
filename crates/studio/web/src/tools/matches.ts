// The list of matches: hovering plays one, ✓ and ✕ keep or reject it, E says in words why it was found.
import { h } from "../core/dom";
import { effect, untracked } from "../core/signal";
import { count, secs } from "../core/words";
import { clipNamed } from "../library/clips";
import { ask } from "../net/verbs";
import type { MatchFacts, SearchAnswer, SearchExplainAnswer } from "../types.gen";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { familiesOf, type Family, isOpen, setOpen } from "./families";
import { facts } from "./parts";
import { nameOf, type Query, requestOf, type Stretch } from "./query";

export interface MatchListOptions {
  answer: () => SearchAnswer | null;
  rejected: () => string[];
  query: () => Query | null;
  hover(stretch: Stretch | null): void;
  toggle(matches: Stretch[]): void;
}

/** A line of the list: what it plays, what its keys do, and its cells. */
interface Line {
  key: string;
  words: string;
  class: string;
  stretch: Stretch;
  /** What it stands for: one match, or all of a family. */
  matches: Stretch[];
  out: boolean;
  family?: Family;
  cells: HTMLElement[];
}

/** What the program says of a stretch, each line with what it is about. */
const reasons = ({ match, found, is_alone, verdict }: SearchExplainAnswer): [string, string | null][] => [
  ["Match", match ? "✓ yes" : "✕ no"],
  ["Place", found && `match ${found.rank} of the search, found in step ${found.tier}`],
  ["Left out", is_alone ? "too few of the other matches agree" : null],
  ["Beside the example itself", verdict],
];

/** Says in words why a stretch was found or not. */
async function explain(query: Query | null, stretch: Stretch): Promise<void> {
  if (!query) return;
  const answer = await ask<SearchExplainAnswer>({ verb: "search.explain", request: { search: requestOf({ ...query, reject: [] }), segment: nameOf(stretch) } });
  openDialog(`Why ${nameOf(stretch)}?`, facts(reasons(answer)));
}

const cell = (words: string | number, title = ""): HTMLElement => h("span", { class: "nums muted", ...(title ? { title } : {}) }, words);
const rateOf = (clip: string): number => clipNamed(clip)?.rate_hz ?? 30;

/** How near a match is; of an extended search, how likely it is the same action. */
function nearness({ graph_cm, confidence }: MatchFacts): HTMLElement {
  const distance = `${graph_cm.toFixed(1)} cm`;
  return confidence === null ? cell(distance) : cell(`${Math.round(100 * confidence)} %`, `Likely the same action; ${distance} away`);
}

/** What else a match is: like the mirror image, or turning otherwise. */
function peculiar({ mirrored, turns_deg }: MatchFacts): string {
  const turning = turns_deg === null ? [] : [`turns ${Math.abs(turns_deg).toFixed(0)}° more to the ${turns_deg > 0 ? "left" : "right"}`];
  return [...(mirrored ? ["mirrored"] : []), ...turning].join(", ");
}

function nameCell(match: MatchFacts): HTMLElement {
  const more = peculiar(match);
  return h("span", { class: "name", title: [match.clip, more].filter(Boolean).join(", ") }, match.clip, more ? h("span", { class: "muted" }, ` ${more}`) : null);
}

function matchLine(match: MatchFacts, inFamily: boolean): Line {
  const more = peculiar(match);
  return {
    key: nameOf(match), words: `Match ${match.rank}: ${nameOf(match)}, ${match.graph_cm.toFixed(1)} cm${more ? `, ${more}` : ""}`,
    class: inFamily ? "match member" : "match", stretch: match, matches: [match], out: false,
    cells: [cell(match.rank), inFamily ? cell("") : nameCell(match), cell(secs(match.range[0] / rateOf(match.clip), 1)), nearness(match)],
  };
}

function rejectedLine(name: string): Line {
  const [, clip = name, first = "0", last = "0"] = /^(.*)@(\d+)-(\d+)$/.exec(name) ?? [];
  const stretch: Stretch = { clip, range: [Number(first), Number(last)] };
  return {
    key: name, words: `${name}, rejected`, class: "match rejected", stretch, matches: [stretch], out: true,
    cells: [cell(""), h("span", { class: "name", title: clip }, clip), cell(secs(stretch.range[0] / rateOf(clip), 1)), cell("")],
  };
}

function familyLine(family: Family): Line {
  const { clip, range, members, best, periodSecs } = family;
  const open = isOpen(family);
  const every = periodSecs === null ? "" : `, one every ${secs(periodSecs, 1)}`;
  const words = `${count(members.length, "match", "matches")} of ${clip} that follow one another, ${best.graph_cm.toFixed(1)} cm`;
  return {
    key: `family ${nameOf(best)}`, words, class: "match family", stretch: { clip, range }, matches: members, out: false, family,
    cells: [
      h("button", { type: "button", class: "opener", tabindex: -1, "aria-expanded": String(open), "aria-label": `Show the ${words}`, onclick: () => setOpen(family, !open) }, open ? "▾" : "▸"),
      nameCell(best), cell(`${members.length} ×`, `${count(members.length, "match", "matches")} that follow one another${every}`), nearness(best),
    ],
  };
}

/** What a key does on a line; says whether it did something. */
function pressed(line: Line, node: HTMLElement, key: string, options: MatchListOptions): boolean {
  const { family, out } = line;
  if ((key === "x" && !out) || (key === "y" && out)) options.toggle(line.matches);
  else if (key === "e") void explain(options.query(), line.family?.best ?? line.stretch);
  else if (key === "arrowdown") (node.nextElementSibling as HTMLElement | null)?.focus();
  else if (key === "arrowup") (node.previousElementSibling as HTMLElement | null)?.focus();
  else if (family && (key === "arrowright" || key === "arrowleft" || key === "enter")) setOpen(family, key === "enter" ? !isOpen(family) : key === "arrowright");
  else return false;
  return true;
}

function row(line: Line, options: MatchListOptions): HTMLElement {
  const { key, out, family, stretch } = line;
  const named = family ? { "data-family": key } : { "data-match": key };
  const what = family ? "all of them" : nameOf(stretch);
  const node: HTMLElement = h("div", {
    class: line.class, tabindex: 0, role: "listitem", "data-line": key, ...named, "aria-label": line.words,
    onpointerenter: () => options.hover(stretch),
    onpointerleave: () => options.hover(null),
    onfocus: () => node.matches(":focus-visible") && options.hover(stretch),
    onblur: () => options.hover(null),
    onkeydown: (event: KeyboardEvent) => {
      if (event.target !== node || !pressed(line, node, event.key.toLowerCase(), options)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  },
    ...line.cells,
    button("?", () => void explain(options.query(), family?.best ?? stretch), { class: "button small quiet", title: `Why ${nameOf(family?.best ?? stretch)}? (E)` }),
    button(out ? "✓" : "✕", () => options.toggle(line.matches), { class: "button small", title: out ? "Accept (Y)" : `Reject ${what} (X)` }));
  return node;
}

/** All lines, rejected matches last. */
function linesOf(answer: SearchAnswer | null, rejected: string[]): Line[] {
  const families = answer ? familiesOf(answer) : [];
  const found = families.flatMap((family) => {
    if (family.members.length === 1) return [matchLine(family.best, false)];
    return [familyLine(family), ...(isOpen(family) ? family.members.map((match) => matchLine(match, true)) : [])];
  });
  const isRejected = (line: Line) => line.matches.every((match) => rejected.includes(nameOf(match)));
  // Until the answer without them is there, rejected lines stay where they are.
  const marked = found.map((line) => (isRejected(line) ? { ...line, class: `${line.class} rejected`, out: true, words: `${line.words}, rejected` } : line));
  const shown = new Set(found.flatMap((line) => line.matches.map(nameOf)));
  return [...marked, ...rejected.filter((name) => !shown.has(name)).map(rejectedLine)];
}

/** Where the focus goes after the lines were made again: to its line, or where that was rejected, to the match after it or the last one. */
function focusAfter(before: { key: string; at: number; out: boolean }, lines: Line[]): number {
  const own = lines.findIndex((line) => line.key === before.key && (before.out || !line.out));
  if (own >= 0) return own;
  const after = lines.findIndex((line, at) => at >= before.at && !line.out);
  const last = lines.map((line) => line.out).lastIndexOf(false);
  return [after, last, lines.length - 1].find((at) => at >= 0) ?? 0;
}

/** The list. */
export function matchList(options: MatchListOptions): HTMLElement {
  const list = h("div", { class: "matches", role: "list", "aria-label": "Matches" });
  effect(() => {
    const lines = linesOf(options.answer(), options.rejected());
    const focused = document.activeElement?.closest<HTMLElement>("[data-line]");
    const before = focused && list.contains(focused) ? { key: focused.dataset.line ?? "", at: [...list.children].indexOf(focused), out: focused.classList.contains("rejected") } : null;
    // A row that goes away under the pointer does not hear it leave.
    untracked(() => options.hover(null));
    list.hidden = lines.length === 0;
    list.replaceChildren(...lines.map((line) => row(line, options)));
    if (before) (list.children[focusAfter(before, lines)] as HTMLElement | undefined)?.focus();
  });
  return list;
}
