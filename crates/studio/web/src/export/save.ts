// Downloads: a blob under a name.
import { h } from "../core/dom";

/** Saves a blob as a file. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name that is good for a file. */
export function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._ -]+/gu, "-").replace(/^[.-]+/, "").slice(0, 80) || "motion";
}
