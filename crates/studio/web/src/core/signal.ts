// Values that know who reads them. A change marks readers as stale; `flush` runs stale effects once, however many of
// their values changed, and not at all where values that were made of others came out the same.

interface Reader {
  stale(): void;
  /** What it read, and the version that it saw. */
  sources: Map<Source, number>;
}

interface Source {
  readers: Set<Reader>;
  /** Rises with every change. */
  version: number;
  /** Makes the value anew where something that it is made of has changed. */
  refresh(): void;
}

let current: Reader | null = null;
/** The effect that runs now: effects made in it end with it. */
let owner: Effect | null = null;
const waiting = new Set<Effect>();
/** Effects that do not wait for the next frame. */
const prompt = new Set<Effect>();
let wake: () => void = () => {};

/** Sets who is told that effects wait: the frame scheduler. */
export function onStale(told: () => void): void {
  wake = told;
}

function track(source: Source): void {
  if (current) {
    source.readers.add(current);
    current.sources.set(source, source.version);
  }
}

/** Whether anything that a stale reader read is another than it was. */
function hasChanged(reader: Reader): boolean {
  for (const [source, seen] of reader.sources) {
    try {
      source.refresh();
    } catch {
      // Whoever reads it again meets the error there.
      return true;
    }
    if (source.version !== seen) return true;
  }
  return false;
}

function reading<T>(reader: Reader, work: () => T): T {
  for (const source of reader.sources.keys()) source.readers.delete(reader);
  reader.sources.clear();
  const before = current;
  current = reader;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** A value that can be read; within an effect, reading it subscribes. */
export interface Readable<T> {
  readonly value: T;
}

/** A value that can be set. */
export class Signal<T> implements Readable<T>, Source {
  readers = new Set<Reader>();
  version = 0;
  constructor(private held: T) {}

  refresh(): void {}

  get value(): T {
    track(this);
    return this.held;
  }

  set value(next: T) {
    if (Object.is(next, this.held)) return;
    this.held = next;
    this.version += 1;
    for (const reader of [...this.readers]) reader.stale();
  }

  /** The value, without subscribing. */
  peek(): T {
    return this.held;
  }
}

class Computed<T> implements Readable<T>, Source, Reader {
  readers = new Set<Reader>();
  sources = new Map<Source, number>();
  /** 0 before it was first computed. */
  version = 0;
  private fresh = false;
  /** Whether it has not been made, or the last time failed. */
  private isMissing = true;
  private held: T | undefined;
  constructor(private readonly work: () => T) {}

  get value(): T {
    try {
      this.refresh();
    } finally {
      track(this);
    }
    return this.held as T;
  }

  refresh(): void {
    if (this.fresh && !this.isMissing) return;
    this.fresh = true;
    if (!this.isMissing && !hasChanged(this)) return;
    const isFirst = this.version === 0;
    this.isMissing = true;
    const next = reading(this, this.work);
    this.isMissing = false;
    if (!isFirst && Object.is(next, this.held)) return;
    this.held = next;
    this.version += 1;
  }

  stale(): void {
    if (!this.fresh) return;
    this.fresh = false;
    for (const reader of [...this.readers]) reader.stale();
  }
}

class Effect implements Reader {
  sources = new Map<Source, number>();
  private undo: (() => void) | void = undefined;
  private begun = false;
  private ended = false;
  private children: Effect[] = [];
  constructor(private readonly work: () => (() => void) | void, private readonly isPrompt: boolean) {
    owner?.children.push(this);
  }

  stale(): void {
    if (this.isPrompt) {
      if (prompt.size === 0) queueMicrotask(runPrompt);
      prompt.add(this);
    } else {
      waiting.add(this);
      wake();
    }
  }

  run(): void {
    if (this.ended || (this.begun && !hasChanged(this))) return;
    this.begun = true;
    this.clear();
    const before = owner;
    owner = this;
    try {
      this.undo = reading(this, this.work);
    } finally {
      owner = before;
    }
  }

  private clear(): void {
    this.undo?.();
    this.undo = undefined;
    for (const child of this.children) child.end();
    this.children = [];
  }

  end(): void {
    this.ended = true;
    waiting.delete(this);
    prompt.delete(this);
    this.clear();
    for (const source of this.sources.keys()) source.readers.delete(this);
  }
}

/** A value that changes. */
export function signal<T>(value: T): Signal<T> {
  return new Signal(value);
}

/** Raises a counter, without subscribing to it. */
export function bump(counter: Signal<number>): void {
  counter.value = counter.peek() + 1;
}

/** A value made of other values, computed when it is read and something changed. */
export function computed<T>(work: () => T): Readable<T> {
  return new Computed(work);
}

/** Runs `work` at once and again after values that it read have changed; what it returns runs before the next time. */
export function effect(work: () => (() => void) | void): () => void {
  return begun(new Effect(work, false));
}

/** As `effect`, but runs again as soon as the code that changed its values ends, not with the next frame: for what is sent. */
export function promptEffect(work: () => (() => void) | void): () => void {
  return begun(new Effect(work, true));
}

function begun(made: Effect): () => void {
  made.run();
  return () => made.end();
}

function runPrompt(): void {
  const now = [...prompt];
  prompt.clear();
  for (const stale of now) stale.run();
}

/** Makes something that outlives the effect in which it is made. */
export function detached<T>(work: () => T): T {
  const before = owner;
  owner = null;
  try {
    return untracked(work);
  } finally {
    owner = before;
  }
}

/** Reads without subscribing. */
export function untracked<T>(work: () => T): T {
  const before = current;
  current = null;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** More rounds than effects that set values of other effects need: beyond it they chase each other. */
const MOST_ROUNDS = 50;

/** Runs all effects that are stale, and those that they make stale. */
export function flush(): void {
  for (let round = 0; waiting.size > 0; round += 1) {
    if (round === MOST_ROUNDS) throw new Error("effects change each other for ever");
    const now = [...waiting];
    waiting.clear();
    for (const stale of now) stale.run();
  }
}

/** Whether effects wait. */
export function isStale(): boolean {
  return waiting.size > 0 || prompt.size > 0;
}
