// Commands that are sent, undone and done again. A command is data: where, what was there, what is there. Until the
// server has acknowledged it, it waits in the session's storage and is sent again; its id makes sending it twice
// harmless.
import { ApiError } from "../net/error";
import type { Document, Json } from "./document";
import { pointer } from "./pointer";
import { signal } from "./signal";

/** One change of one value. */
export interface Change {
  id: string;
  type: "set" | "plants" | "rename";
  path: string;
  before: Json;
  after: Json;
  /** What changed, in words. */
  words: string;
}

/** What the server says of a command: kept, or what is there instead. */
export type Kept = { kept: true } | { kept: false; current: Json };

/** What is undone and done again at once: one change, or several that belong together. */
export type Step = Change[];

/** Steps that were done, and those that were taken back. */
export interface Steps {
  done: Step[];
  undone: Step[];
}

/** How commands reach the server, and where they wait. */
export interface Outbox {
  send(change: Change): Promise<Kept>;
  load(): Change[];
  store(waiting: Change[]): void;
  /** The steps of this tab before it was loaded again. */
  loadSteps(): Steps;
  newId(): string;
}

/** Steps that can be undone: enough for an afternoon. */
const MOST_STEPS = 200;

/** The change that takes another back. */
export function inverse(change: Change, id: string): Change {
  const { before, after, path } = change;
  const back = change.type === "rename" ? pointer("names", String(after)) : path;
  return { ...change, id, path: back, before: after, after: before };
}

/** The commands of this tab. */
export class History {
  private done: Step[];
  private undone: Step[];
  private waiting: Change[];
  private sending: Promise<void> | null = null;
  /** How many steps can be undone and done again. */
  readonly depth = signal({ undo: 0, redo: 0 });
  /** Whether everything is kept by the server. */
  readonly saved = signal(true);
  /** Called when another tab was first, and when the server refuses a command. */
  overtaken: (change: Change, reason: ApiError | null) => void = () => {};

  constructor(private readonly document: Document, private readonly outbox: Outbox) {
    this.waiting = outbox.load();
    ({ done: this.done, undone: this.undone } = outbox.loadSteps());
    this.depth.value = { undo: this.done.length, redo: this.undone.length };
    this.saved.value = this.waiting.length === 0;
  }

  /** The steps, to be found again when this tab is loaded again. */
  steps(): Steps {
    return { done: this.done, undone: this.undone };
  }

  /** Keeps a value as one step. The same value is no step. */
  commit(path: string, after: Json, words: string): void {
    this.commitAll({ [path]: after }, words);
  }

  /** Keeps several values as one step, each at a place that lies in none of the others. Those that are the same are no part of it. */
  commitAll(values: Record<string, Json>, words: string): void {
    this.begin(Object.entries(values).flatMap(([path, after]) => {
      const before = this.document.kept(path);
      const type = path.startsWith("/plants/") ? "plants" : "set";
      if (JSON.stringify(before) !== JSON.stringify(after)) return [{ id: this.outbox.newId(), type, path, before, after, words }];
      this.document.discard(path);
      return [];
    }));
  }

  /** Keeps a value that belongs to something which undo does not take back: it is no step. */
  record(path: string, after: Json, words: string): void {
    this.dispatch({ id: this.outbox.newId(), type: "set", path, before: this.document.kept(path), after, words });
  }

  /** Renames a clip as one step. */
  rename(from: string, to: string): void {
    this.begin([{ id: this.outbox.newId(), type: "rename", path: pointer("names", from), before: from, after: to, words: `rename ${from}` }]);
  }

  private begin(step: Step): void {
    if (step.length === 0) return;
    this.done.push(step);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.undone = [];
    step.forEach((change) => this.dispatch(change));
  }

  /** Takes the last step of this tab back; says which. */
  undo(): Step | null {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    [...step].reverse().forEach((change) => this.dispatch(inverse(change, this.outbox.newId())));
    return step;
  }

  /** Does a step again that was taken back; says which. */
  redo(): Step | null {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    step.forEach((change) => this.dispatch({ ...change, id: this.outbox.newId() }));
    return step;
  }

  private dispatch(change: Change): void {
    if (change.type !== "rename") this.document.apply(change.path, change.after);
    this.waiting.push(change);
    this.count();
    void this.flush();
  }

  private count(): void {
    this.depth.value = { undo: this.done.length, redo: this.undone.length };
    this.saved.value = this.waiting.length === 0;
    this.outbox.store(this.waiting);
  }

  /** Commands that are not acknowledged yet. */
  pending(): readonly Change[] {
    return this.waiting;
  }

  /** Lays commands that are not acknowledged over a document that was just loaded. */
  reapply(): void {
    for (const change of this.waiting) if (change.type !== "rename") this.document.apply(change.path, change.after);
  }

  /** Sends what waits, one by one; stops when the server does not answer. */
  flush(): Promise<void> {
    this.sending ??= this.deliverAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  private async deliverAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const change = this.waiting[0];
      try {
        this.settle(change, await this.outbox.send(change));
      } catch (thrown) {
        const error = ApiError.of(thrown);
        if (error.isGone) return;
        this.refuse(change, error);
      }
    }
  }

  private settle(change: Change, kept: Kept): void {
    this.waiting.shift();
    if (!kept.kept) this.drop(change, kept.current, null);
    this.count();
  }

  private refuse(change: Change, error: ApiError): void {
    this.waiting.shift();
    this.drop(change, change.before, error);
    this.count();
  }

  /** Another value stands: steps of this tab on that path are forgotten, and the page says so. */
  private drop(change: Change, current: Json, reason: ApiError | null): void {
    if (change.type !== "rename") this.document.apply(change.path, current);
    const isElsewhere = (step: Step) => step.every(({ path }) => path !== change.path);
    this.done = this.done.filter(isElsewhere);
    this.undone = this.undone.filter(isElsewhere);
    this.overtaken(change, reason);
  }
}
