// Figures as they stand at a moment: poses of the motions on stage, laid where their actors stand.
import { signal } from "../core/signal";
import { heightOf } from "../motion/body";
import type { Motion } from "../motion/clip";
import { lay, newPose, type Pose, poseAt } from "../motion/pose";
import type { Actor } from "../motion/stage";
import { type Sole, solesOf } from "./soles";

/** A figure as it was last drawn. */
export interface Posed {
  actor: Actor;
  pose: Pose;
  height: number;
  /** Whether it was drawn with its own mesh. */
  isDressed: boolean;
  /** How far it reaches above its joints, in metres. */
  roof: number;
  /** Whether it can be seen through, in a colour of its own. */
  isGhost: boolean;
}

/** The figures as they were last drawn. */
export const posed = signal<Posed[]>([]);

const scratch = new WeakMap<Motion, { pose: Pose; row: Float32Array; height: number; soles: Sole[] }>();

function prepared(motion: Motion) {
  let found = scratch.get(motion);
  if (!found) {
    found = { pose: newPose(motion.skeleton), row: new Float32Array(motion.stride), height: heightOf(motion), soles: solesOf(motion) };
    scratch.set(motion, found);
  }
  return found;
}

/** How tall the figure of a motion is. */
export function heightOfMotion(motion: Motion): number {
  return prepared(motion).height;
}

/** Where the feet of a motion stand. */
export function solesOfMotion(motion: Motion): Sole[] {
  return prepared(motion).soles;
}

/** Heads rise above the joints, by so much of a figure's height. */
const HEAD = 0.1;

/** An actor posed at a moment of the leading motion. */
export function posedAt(actor: Actor, time: number): Posed {
  const { pose, row, height } = prepared(actor.motion);
  poseAt(actor.motion, actor.time(time), row, pose);
  const ground = actor.ground?.(time);
  const own = { places: pose.places.slice(), turns: pose.turns.slice() };
  if (ground) lay(own, ground);
  return { actor, pose: own, height, isDressed: false, roof: HEAD * height, isGhost: false };
}

/** The highest of places. */
export function highest(places: Float32Array): number {
  let high = -Infinity;
  for (let at = 1; at < places.length; at += 3) high = Math.max(high, places[at]);
  return high;
}
