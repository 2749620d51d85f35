// Matches of one clip that follow one another, such as the steps of a walk, are one family: a line that opens to its matches.
import { signal } from "../core/signal";
import type { MatchFacts, SearchAnswer } from "../types.gen";
import { nameOf } from "./query";

/** A line of the list: a match by itself, or several that follow one another. */
export interface Family {
  /** Its stretch of the clip, from the first match to the last. */
  clip: string;
  range: [number, number];
  /** Its matches in order of time. */
  members: MatchFacts[];
  /** The nearest of them. */
  best: MatchFacts;
  periodSecs: number | null;
}

/** The families of an answer, that with the nearest match first. */
export function familiesOf({ families, matches }: Pick<SearchAnswer, "families" | "matches">): Family[] {
  const ranked = new Map(matches.map((match) => [match.rank, match]));
  return families.map(({ clip, range, ranks, period_secs }) => {
    const members = ranks.flatMap((rank) => ranked.get(rank) ?? []);
    const best = members.reduce((a, b) => (b.rank < a.rank ? b : a));
    return { clip, range, members, best, periodSecs: period_secs };
  });
}

/** Names of matches whose families are open: a family that loses a match stays as it is. */
const opened = signal<ReadonlySet<string>>(new Set());

export const isOpen = ({ members }: Family): boolean => members.some((match) => opened.value.has(nameOf(match)));

/** Opens or closes a family. */
export function setOpen(family: Family, open: boolean): void {
  const names = new Set(opened.peek());
  for (const match of family.members) {
    if (open) names.add(nameOf(match));
    else names.delete(nameOf(match));
  }
  opened.value = names;
}
