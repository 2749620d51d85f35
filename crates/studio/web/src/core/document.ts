// The document: what a person made. Kept values live in the opened library; a preview lies over them until it is
// committed or discarded.
import { type Json, valueAt, withValue } from "./pointer";
import { signal } from "./signal";

export type { Json } from "./pointer";

/** Values by JSON pointer, with a layer of previews. */
export class Document {
  private readonly root = signal<Json>({});
  private readonly previews = signal<ReadonlyMap<string, Json>>(new Map());

  /** What is shown at a path: the preview if there is one. Null where nothing is. */
  read<T>(path: string): T | null {
    const previews = this.previews.value;
    return (previews.has(path) ? previews.get(path) : valueAt(this.root.value, path)) as T | null;
  }

  /** What is kept at a path. */
  kept(path: string): Json {
    return valueAt(this.root.peek(), path);
  }

  /** Shows a value without keeping it. */
  preview(path: string, value: Json): void {
    this.previews.value = new Map(this.previews.peek()).set(path, value);
  }

  /** Takes a preview away. */
  discard(path: string): void {
    if (!this.previews.peek().has(path)) return;
    const previews = new Map(this.previews.peek());
    previews.delete(path);
    this.previews.value = previews;
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
