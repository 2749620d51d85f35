// What the page shares: the document with its history, and what the server said of itself.
import { ApiError } from "../net/error";
import { postJson } from "../net/http";
import { Document } from "./document";
import { type Change, History, type Kept } from "./history";
import type { SessionFacts } from "../types.gen";
import { signal } from "./signal";

export const session = signal<SessionFacts | null>(null);
export const doc = new Document();
/** The name of this tab, given by the server. */
export const tab = { id: crypto.randomUUID().slice(0, 8) };

const WAITING = "segue.waiting";

export const history = new History(doc, {
  send,
  load: () => JSON.parse(sessionStorage.getItem(WAITING) ?? "[]") as Change[],
  store: (waiting) => sessionStorage.setItem(WAITING, JSON.stringify(waiting)),
  newId: () => crypto.randomUUID(),
});

async function send({ words: _, ...command }: Change): Promise<Kept> {
  try {
    await postJson("/api/workspace/commands", { tab: tab.id, command });
    return { kept: true };
  } catch (thrown) {
    const error = ApiError.of(thrown);
    if (error.status !== 409) throw error;
    const { current } = (thrown as { body: { current: Kept extends { current: infer C } ? C : never } }).body;
    return { kept: false, current: current ?? null };
  }
}
