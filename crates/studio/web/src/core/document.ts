// The document: what a person made. Kept values live in the opened library; a preview lies over them until it is
// committed or discarded.
import { type Json, valueAt, withValue } from "./pointer";
import { type Signal, signal } from "./signal";

export type { Json } from "./pointer";

/** Values by JSON pointer, with a layer of previews. */
export class Document {
  private readonly root = signal<Json>({});
  /** A preview for each path, undefined for none: a hand that drags one value makes readers of no other stale. */
  private readonly previews = new Map<string, Signal<Json | undefined>>();

  private previewAt(path: string): Signal<Json | undefined> {
    let found = this.previews.get(path);
    if (!found) this.previews.set(path, (found = signal<Json | undefined>(undefined)));
    return found;
  }

  /** What is shown at a path: the preview if there is one. Null where nothing is. */
  read<T>(path: string): T | null {
    const preview = this.previewAt(path).value;
    return (preview === undefined ? valueAt(this.root.value, path) : preview) as T | null;
  }

  /** What is kept at a path. */
  kept(path: string): Json {
    return valueAt(this.root.peek(), path);
  }

  /** Shows a value without keeping it. */
  preview(path: string, value: Json): void {
    this.previewAt(path).value = value;
  }

  /** Takes a preview away. */
  discard(path: string): void {
    this.previewAt(path).value = undefined;
  }

  /** Keeps a value; a preview of it goes. */
  apply(path: string, value: Json): void {
    if (JSON.stringify(this.kept(path)) !== JSON.stringify(value)) this.root.value = withValue(this.root.peek(), path, value);
    this.discard(path);
  }

  /** Replaces everything by what the library holds. */
  load(root: Json): void {
    this.root.value = root ?? {};
  }

  /** All that is kept. */
  all(): Json {
    return this.root.peek();
  }
}
