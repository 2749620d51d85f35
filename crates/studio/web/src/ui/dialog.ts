// Dialogs, only for what destroys, needs a name, or is asked for.
import { h } from "../core/dom";
import { button } from "./button";

/** Opens a dialog; it goes when it is closed. */
export function openDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const dialog = h(
    "dialog", { class: "dialog", "aria-label": title },
    h("header", {}, h("h2", {}, title), button("Close", () => dialog.close(), { class: "button small quiet" })),
    ...content,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something is destroyed. */
export function confirmDialog(title: string, message: string, action: string): Promise<boolean> {
  return new Promise((resolve) => {
    let sure = false;
    const dialog = openDialog(
      title,
      h("p", {}, message),
      h("div", { class: "row end" },
        button("Cancel", () => dialog.close()),
        button(action, () => {
          sure = true;
          dialog.close();
        }, { class: "button danger" })),
    );
    dialog.addEventListener("close", () => resolve(sure));
  });
}

/** Asks for a name; null when nobody wants to give one. */
export function nameDialog(title: string, value: string, action: string): Promise<string | null> {
  return new Promise((resolve) => {
    let given: string | null = null;
    const field = h("input", { type: "text", class: "field", value, "aria-label": title, maxlength: 200 });
    const form = h("form", { method: "dialog", onsubmit: () => {
      given = field.value.trim() || null;
    } }, field, h("div", { class: "row end" },
      button("Cancel", () => dialog.close()),
      h("button", { class: "button primary", type: "submit" }, action)));
    const dialog = openDialog(title, form);
    field.select();
    dialog.addEventListener("close", () => resolve(given));
  });
}
