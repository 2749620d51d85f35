// What is on stage: one motion that leads, and others whose time follows it.
import { bump, computed, type Readable, signal } from "../core/signal";
import { view } from "../core/view";
import { calledTogether } from "../library/called";
import { duration, type Motion } from "./clip";
import type { VerdictFacts } from "../types.gen";
import type { Ground } from "./pose";

/** How a figure is drawn. */
export type Role = "main" | "input" | "linear" | "match" | "hover";

/** A figure on stage. */
export interface Actor {
  key: string;
  label: string;
  motion: Motion;
  role: Role;
  /** The clip of the library that it plays, or null for a result. */
  clip: string | null;
  /** The skin to draw it with: the hash of a clip whose file has a mesh. */
  mesh: string | null;
  /** The own time at a time of the leading motion. */
  time(secs: number): number;
  /** Where it stands at a time of the leading motion; null for where it is. */
  ground: ((secs: number) => Ground) | null;
  /** Drawn as a ghost although it leads. */
  isFaint: boolean;
  /** The number of its colour among the inputs. */
  color: number;
  /** How it compares with what it was made of; null for what was not judged. */
  verdict: VerdictFacts | null;
}

/** All figures; the first with the role `main` leads. */
export interface Stage {
  actors: Actor[];
  /** The common time of a moment of the leading motion, where clips are registered. */
  common: boolean;
  /** Whether the camera stays where the hand put it: strokes lie in its picture. */
  keepsCamera?: boolean;
}

/** An actor that plays a motion in its own time, where it is. */
export function actor(motion: Motion, role: Role, more: Partial<Actor> = {}): Actor {
  return {
    key: `${role}:${motion.name}`, label: motion.name, motion, role, clip: null, mesh: null,
    time: (secs) => secs, ground: null, isFaint: false, color: 0, verdict: null, ...more,
  };
}

const EMPTY: Stage = { actors: [], common: false };
const stages = new Map<string, Readable<Stage>>();
const registered = signal(0);

/** Says what is on stage while a tool is open. */
export function setStage(tool: string, stage: () => Stage): void {
  stages.set(tool, computed(stage));
  bump(registered);
}

/** What is on stage, each figure under a name that tells it from the others. */
export const stage = computed<Stage>(() => {
  void registered.value;
  const now = stages.get(view.tool.value)?.value ?? EMPTY;
  const called = calledTogether(now.actors.map(({ label }) => label));
  return { ...now, actors: now.actors.map((one, n) => (one.label === called[n] ? one : { ...one, label: called[n] })) };
});

/** The figure that leads. */
export const main = computed<Actor | null>(() => stage.value.actors.find((one) => one.role === "main") ?? null);

/** How long the leading motion lasts. */
export const length = computed(() => (main.value ? duration(main.value.motion) : 0));

/** Frames a second of the leading motion. */
export const rate = computed(() => main.value?.motion.rate ?? 30);
