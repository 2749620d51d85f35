// What the page shares: the document with its history, and what the server said of itself.
import { ApiError } from "../net/error";
import { postLast } from "../net/http";
import { Document } from "./document";
import { type Change, History, type Kept, type Steps } from "./history";
import type { SessionFacts } from "../types.gen";
import { signal } from "./signal";

export const session = signal<SessionFacts | null>(null);
export const doc = new Document();
/** The name of this tab, given by the server. */
export const tab = { id: crypto.randomUUID().slice(0, 8) };

const WAITING = "segue.waiting";
const STEPS = "segue.undo";

export const history = new History(doc, {
  send,
  load: () => JSON.parse(sessionStorage.getItem(WAITING) ?? "[]") as Change[],
  store: (waiting) => sessionStorage.setItem(WAITING, JSON.stringify(waiting)),
  loadSteps,
  newId: () => crypto.randomUUID(),
});

/** The steps that this tab had when it was left; without any where they had no room. */
function loadSteps(): Steps {
  return JSON.parse(sessionStorage.getItem(STEPS) ?? '{"done":[],"undone":[]}') as Steps;
}

/** Keeps the steps of this tab for when it is loaded again: as many of the last ones as there is room for. */
export function storeSteps(): void {
  const { done, undone } = history.steps();
  for (let from = 0; from <= done.length; from = Math.ceil((from + done.length + 1) / 2)) {
    try {
      return sessionStorage.setItem(STEPS, JSON.stringify({ done: done.slice(from), undone }));
    } catch {
      // Too much: the older half goes.
      sessionStorage.removeItem(STEPS);
    }
  }
}

async function send({ words: _, ...command }: Change): Promise<Kept> {
  try {
    await postLast("/api/workspace/commands", { tab: tab.id, command });
    return { kept: true };
  } catch (thrown) {
    const error = ApiError.of(thrown);
    if (error.status !== 409) throw error;
    const { current } = (thrown as { body: { current: Kept extends { current: infer C } ? C : never } }).body;
    return { kept: false, current: current ?? null };
  }
}
