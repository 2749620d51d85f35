// The line at the bottom: what the hand can do, whether everything is kept, and which library is open.
import { h, text } from "../core/dom";
import { history, session } from "../core/store";
import { count } from "../core/words";
import { clips } from "../library/clips";
import { connected } from "../net/live";
import { openTool } from "../tools/tool";

function state(): string {
  if (connected.value === "no") return "not connected";
  return history.saved.value ? "saved" : "saving…";
}

/** The line. */
export function statusLine(): HTMLElement {
  return h("footer", { class: "status" },
    h("span", { class: "hint-line" }, text(() => openTool.value?.hint() ?? "")),
    h("span", { class: "grow" }),
    h("span", { id: "saved", role: "status" }, text(state)),
    h("span", {}, text(() => `${session.value?.library.name ?? ""} · ${count(clips.value.length, "clip")}`)));
}
