// What the reader inferred and noticed about a clip.
import { h } from "../core/dom";
import { openDialog } from "../ui/dialog";
import { prose } from "../ui/prose";
import type { Clip } from "./clips";

/** A list of notes. */
export function notesList(notes: Clip["notes"]): HTMLElement {
  return h("ul", { class: "notes" }, notes.map((note) =>
    h("li", { class: note.level === "warning" ? "note warning" : "note" }, note.level === "warning" ? "▲ " : "· ", prose(note.text))));
}

/** Shows the notes of a clip. */
export function showNotes(clip: Clip): void {
  openDialog(`What was noticed about ${clip.name}`, notesList(clip.notes));
}
