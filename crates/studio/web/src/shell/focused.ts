// Keys that only mean something where the focus is: who has the focus hears them itself. They are listed under `?`, and Ctrl+K
// presses them for what had the focus when it was opened.

/** A key of what has the focus. */
export interface FocusedKey {
  words: string;
  /** As in the table of commands; where several are given, the first of them is pressed. */
  keys: string[];
}

/** What can have the focus, and its keys. */
export interface FocusedGroup {
  group: string;
  /** The elements that hear the keys. */
  at: string;
  keys: FocusedKey[];
}

export const FOCUSED: FocusedGroup[] = [
  {
    group: "In the list of clips", at: ".library .list", keys: [
      { keys: ["Enter"], words: "Select the clip, or add it to the selection" }, { keys: ["F2"], words: "Rename the clip" }, { keys: ["Delete"], words: "Remove the selected clips from the library" },
    ],
  },
  {
    group: "On a foot plant", at: "[id^='plant-']", keys: [
      { keys: ["ArrowLeft", "ArrowRight"], words: "Move its end" }, { keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], words: "Move its start" },
      { keys: ["S"], words: "Split it at the playhead" }, { keys: ["M"], words: "Join it with the next" }, { keys: ["Enter"], words: "Add a plant at the playhead" }, { keys: ["Delete"], words: "Remove the plant" },
    ],
  },
  {
    group: "On a key of the weights", at: "[id^='weight-key-']", keys: [
      { keys: ["ArrowLeft", "ArrowRight"], words: "Move the key by a frame" }, { keys: ["ArrowUp", "ArrowDown"], words: "Change its share" }, { keys: ["Delete"], words: "Remove the key" },
    ],
  },
  {
    group: "On a match", at: "[data-line]", keys: [
      { keys: ["Y"], words: "Accept the match" }, { keys: ["X"], words: "Reject the match" }, { keys: ["E"], words: "Explain the match" },
      { keys: ["ArrowRight", "ArrowLeft"], words: "Open or close a family of matches" },
    ],
  },
  {
    group: "On a target", at: "[data-handle='target']", keys: [
      { keys: ["ArrowLeft", "ArrowRight"], words: "Move the target by 1 cm, with Shift by 10" }, { keys: ["PageUp", "PageDown"], words: "Raise or lower the target" },
    ],
  },
  {
    group: "On a step of a sketch", at: ".step-head", keys: [
      { keys: ["ArrowLeft", "ArrowRight"], words: "Move its contact, with Shift to the side" }, { keys: ["PageUp", "PageDown"], words: "Raise or lower the flight after it" }, { keys: ["Delete"], words: "Put the step back as drawn" },
    ],
  },
];

/** Presses a key, as the table writes it, on an element. */
export function press(node: HTMLElement, name: string): void {
  const parts = name.split("+");
  node.focus();
  node.dispatchEvent(new KeyboardEvent("keydown", { key: parts[parts.length - 1], shiftKey: parts.includes("Shift"), bubbles: true, cancelable: true }));
}
