// Settings: values of the document that a control shows, and that a hand sets as one step which can be undone.
import { doc, history } from "./store";
import type { Json } from "./document";

/** What a control shows and sets. */
export interface Setting<T> {
  /** The value as it is kept, or as a hand shows it. */
  now(): T;
  /** Keeps another as one step. */
  set(to: T): void;
}

/** A setting with its place in the document. */
export interface Placed<T> extends Setting<T> {
  path(): string;
}

/** The setting at a place of the document, which is `otherwise` until it is set; `words` say what the step does. */
export function setting<T extends Json>(path: () => string, otherwise: T, words: (to: T) => string): Placed<T> {
  return {
    path,
    now: () => doc.read<T>(path()) ?? otherwise,
    set: (to) => history.commit(path(), to === otherwise ? null : to, words(to)),
  };
}
