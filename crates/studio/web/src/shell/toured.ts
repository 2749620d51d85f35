// What a person has done, for the tour.
import { signal } from "../core/signal";

export type Deed = "slider" | "compare" | "find" | "export";

export const toured = signal<ReadonlySet<Deed>>(new Set());

/** Remembers that something was done. */
export function did(deed: Deed): void {
  if (!toured.peek().has(deed)) toured.value = new Set([...toured.peek(), deed]);
}
