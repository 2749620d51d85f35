// Sentences of the program: what stands between backticks is a name or something to type.
import { h } from "../core/dom";

/** A sentence as nodes. */
export function prose(sentence: string): (string | HTMLElement)[] {
  return sentence.split("`").map((part, n) => (n % 2 === 1 ? h("code", {}, part) : part));
}
