// What is seen and how, which is not undone: kept in this browser's storage.
import { effect, type Signal, signal } from "./signal";

/** The tools, in the order of the bar. */
export const TOOLS = ["inspect", "register", "blend", "transition", "search", "control", "sketch", "pose"] as const;
export type ToolId = (typeof TOOLS)[number];

/** Where the inputs of a result stand. */
export type Ghosts = "beside" | "onto" | "hidden";
/** A direction to look from. */
export type ViewName = "free" | "front" | "side" | "top";

const PREFIX = "segue.";

function stored<T>(name: string, otherwise: T): Signal<T> {
  const kept = signal(load(name, otherwise));
  effect(() => {
    const value = JSON.stringify(kept.value);
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // A browser that keeps nothing still works; the next visit begins afresh.
    }
  });
  return kept;
}

function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export const view = {
  theme: stored<"system" | "light" | "dark">("theme", "system"),
  tool: stored<ToolId>("tool", "inspect"),
  /** Names of clips, in the order in which they were clicked. */
  selection: stored<string[]>("selection", []),
  filter: signal(""),
  follow: stored("follow", true),
  ghosts: stored<Ghosts>("ghosts", "beside"),
  trails: stored("trails", true),
  mesh: stored("mesh", true),
  camera: signal<ViewName>("free"),
  commonTime: stored("commonTime", true),
  speed: stored("speed", 1),
  looping: stored("looping", true),
  playing: signal(false),
  /** Seconds of the motion that leads. */
  time: signal(0),
  /** A stretch of the leading motion, in seconds. */
  range: signal<[number, number] | null>(null),
  library: stored("libraryWidth", 0),
  panel: stored("panelWidth", 0),
  timeline: stored("timelineHeight", 0),
  drawer: signal(false),
  toured: stored("toured", false),
  testing: new URLSearchParams(location.search).has("testing"),
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(dark.matches);
dark.addEventListener("change", () => {
  systemDark.value = dark.matches;
});

/** Whether the page is dark. */
export function isDark(): boolean {
  return view.theme.value === "system" ? systemDark.value : view.theme.value === "dark";
}
