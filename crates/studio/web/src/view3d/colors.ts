// The colours of the style sheet, for what is drawn on canvases. They are the drawings' own, so page, pictures and docs
// look alike.
import { computed } from "../core/signal";
import { isDark } from "../core/view";

/** Colours of clips that must be told apart, the same as in the program's drawings. */
const LINES = ["#2176b8", "#e2702b", "#2e8b57", "#9457a0", "#c4a420", "#c03957", "#469eb0", "#6e5a46", "#5a64dc"];
const LINES_DARK = ["#5aa9e6", "#f2955c", "#5fc28a", "#c79bd3", "#e0c14d", "#e8748f", "#74c6d8", "#b59c83", "#9aa2f5"];

const LIGHT = {
  ground: "#ffffff", panel: "#f6f8fa", line: "#cbd5e1", text: "#1e293b", muted: "#5b6678",
  left: "#2176b8", right: "#e2702b", middle: "#5b6b82", result: "#14141e", linear: "#9457a0", path: "#ff7a1a",
  good: "#006d77", doubtful: "#bf8000", bad: "#8b0000", focus: "#3451b2", floor: "#eef2f6", far: "#ffffff", lines: LINES,
};
const DARK: typeof LIGHT = {
  ground: "#14171c", panel: "#1c2128", line: "#363d47", text: "#e6eaf0", muted: "#a3adbb",
  left: "#5aa9e6", right: "#f2955c", middle: "#93a1b5", result: "#f4f6fa", linear: "#c79bd3", path: "#ffa94d",
  good: "#7fe0c8", doubtful: "#e2b341", bad: "#d6336c", focus: "#8da4ef", floor: "#1a1e25", far: "#14171c", lines: LINES_DARK,
};

export type Palette = typeof LIGHT;

/** The colours of the theme. */
export const palette = computed<Palette>(() => (isDark() ? DARK : LIGHT));

/** The colour of clip number `n`. */
export function lineColor(n: number): string {
  const { lines } = palette.value;
  return lines[n % lines.length];
}
