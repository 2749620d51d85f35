// Parts that several tools have: a verdict, numbers, errors with their ways out.
import { fill, h } from "../core/dom";
import type { Work } from "../core/resource";
import type { ApiError } from "../net/error";
import type { Hint, NoteFacts } from "../types.gen";
import { button } from "../ui/button";
import { prose } from "../ui/prose";

/** Rows of a name and a value. */
export function facts(rows: [string, string | null][]): HTMLElement {
  return h("dl", { class: "facts" }, rows.filter(([, value]) => value !== null).flatMap(([name, value]) => [h("dt", {}, name), h("dd", { class: "nums" }, value)]));
}

/** A heading that opens what is below it. */
export function details(title: string, open: boolean, ...children: Node[]): HTMLDetailsElement {
  return h("details", { class: "details", open }, h("summary", {}, title), ...children);
}

/** A message of the kind "what happened, then what to do". */
export function message(heading: string | null, body: string, ...actions: Node[]): HTMLElement {
  return h("div", { class: "message" }, h("p", {}, heading ? h("strong", {}, `${heading} `) : null, prose(body)), h("div", { class: "row" }, ...actions));
}

/** What the program warns of in a result, each in a line, but for what the page has `said` already; nothing where it does not warn. */
export function warnings(notes: () => NoteFacts[] | undefined, said: () => string | undefined = () => undefined): HTMLElement {
  return fill(h("div", { role: "status", class: "warnings" }), () => {
    const all = (notes() ?? []).filter((note) => note.level === "warning" && note.text !== said());
    return all.length === 0 ? null : h("ul", { class: "notes" }, all.map((note) => h("li", { class: "note warning" }, "▲ ", prose(note.text))));
  });
}

/** What is wrong with a request, with the ways out that the server offers. */
export function errorMessage(heading: string, error: ApiError, take: (way: Hint) => void, ...more: Node[]): HTMLElement {
  const ways = error.ways.map((way) => button(way.label, () => take(way)));
  return message(heading, error.message, ...ways, ...more);
}

/** A line that says that something is under way and lets a person stop it; it comes when that takes longer than a blink. */
export function working(words: string, { loading, cancelled, cancel, again }: Work): HTMLElement {
  return fill(h("div", { class: "working", role: "status" }), () => {
    if (loading.value) return [h("span", { class: "spinner", "aria-hidden": "true" }), `${words} …`, h("span", { class: "grow" }), button("Cancel", cancel, { class: "button small" })];
    return cancelled.value ? ["Cancelled.", h("span", { class: "grow" }), button("Go on", again, { class: "button small" })] : null;
  });
}
