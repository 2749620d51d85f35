// The quality strip: where planted feet slide and where something jolts, each as a stretch that a click jumps to.
import { effect, signal } from "../core/signal";
import type { Motion, PlantKind } from "../motion/clip";
import { newPose, poseAt } from "../motion/pose";
import { main } from "../motion/stage";
import type { VerdictFacts } from "../types.gen";

/** A stretch of a motion in which something is wrong. */
export interface Trouble {
  kind: "slide" | "jolt";
  /** First, last and worst frame. */
  from: number;
  to: number;
  worst: number;
}

/** Planted points faster than this, in m/s, are seen to slide. */
const SLIDING = 0.15;
/** Frames whose greatest third difference is this many times the usual one around them jolt. */
const JOLTING = 6;
/** Seconds to either side that tell what is usual: a kick is fast for longer than that, a bad frame is not. */
const USUAL_SECS = 0.25;
/** Third differences below this, in metres, are not seen. */
const UNSEEN = 0.01;
/** Longer motions are not looked through: that would be felt. */
const MOST_FRAMES = 20_000;
/** Frames apart that still are one stretch. */
const NEAR = 3;
/** Milliseconds after the last change: a hand that drags is not held up. */
const PAUSE_MS = 150;

/** Where every point is in every frame. */
function tableOf(motion: Motion): Float32Array[] {
  const [pose, row] = [newPose(motion.skeleton), new Float32Array(motion.stride)];
  return Array.from({ length: motion.frames }, (_, frame) => {
    poseAt(motion, frame / motion.rate, row, pose);
    return pose.places.slice();
  });
}

function jointOf(motion: Motion, kind: PlantKind): number {
  const [side, part] = kind.split("_");
  const wanted = { heel: "ankle", toe: "toe", wrist: "wrist" }[part] ?? part;
  return motion.skeleton.joints.findIndex((joint) => joint.side === side && (joint.part ?? "").includes(wanted));
}

/** Differences are taken over this many seconds, so that the noise of high frame rates is not taken for motion. */
const SPAN_SECS = 1 / 30;
const spanOf = (motion: Motion) => Math.max(1, Math.round(SPAN_SECS * motion.rate));

/** How fast planted points slide over the floor up to each frame, in m/s. A toe that stands counts before its heel. */
function slides(motion: Motion, table: Float32Array[]): Float32Array {
  const found = new Float32Array(motion.frames);
  const span = spanOf(motion);
  for (const kind of ["left_toe", "right_toe"] as const) {
    const joint = jointOf(motion, kind);
    if (joint < 0) continue;
    for (const [first, last] of motion.plants[kind] ?? []) {
      for (let frame = first + span; frame < Math.min(last, motion.frames); frame += 1) {
        const [a, b] = [table[frame - span], table[frame]];
        const way = Math.hypot(b[3 * joint] - a[3 * joint], b[3 * joint + 2] - a[3 * joint + 2]);
        found[frame] = Math.max(found[frame], (way * motion.rate) / span);
      }
    }
  }
  return found;
}

/** The greatest third difference of any joint in each frame, in metres. */
function jolts(motion: Motion, table: Float32Array[]): Float32Array {
  const found = new Float32Array(motion.frames);
  const joints = motion.skeleton.joints.length;
  const span = spanOf(motion);
  for (let frame = span; frame + 2 * span < motion.frames; frame += 1) {
    const [a, b, c, d] = [-1, 0, 1, 2].map((n) => table[frame + n * span]);
    for (let at = 0; at < 3 * joints; at += 3) {
      const third = (i: number) => d[at + i] - a[at + i] + 3 * (b[at + i] - c[at + i]);
      found[frame] = Math.max(found[frame], Math.hypot(third(0), third(1), third(2)));
    }
  }
  return found;
}

function median(values: Float32Array): number {
  const sorted = values.slice().sort();
  return sorted[sorted.length >> 1] ?? 0;
}

/** Each value as a multiple of the usual one around it; nothing where it cannot be seen. */
function standingOut(values: Float32Array, reach: number): Float32Array {
  return values.map((value, frame) => (value <= UNSEEN ? 0 : value / Math.max(1e-9, median(values.subarray(Math.max(0, frame - reach), frame + reach + 1)))));
}

/** Stretches of frames above a limit. */
export function stretches(kind: Trouble["kind"], values: Float32Array, limit: number): Trouble[] {
  const found: Trouble[] = [];
  values.forEach((value, frame) => {
    if (value <= limit) return;
    const before = found.at(-1);
    if (!before || frame > before.to + NEAR) found.push({ kind, from: frame, to: frame, worst: frame });
    else {
      before.to = frame;
      if (value > values[before.worst]) before.worst = frame;
    }
  });
  return found;
}

/** The jolts of a motion that was judged: those of the verdict, which knows what its clips do. */
function judgedJolts({ rate, frames }: Motion, { faults }: VerdictFacts): Trouble[] {
  return faults.flatMap(({ kind, secs }) => {
    if (kind !== "jolt" || secs === null) return [];
    const worst = Math.min(Math.round(secs * rate), frames - 1);
    const about = Math.max(1, Math.round(SPAN_SECS * rate));
    return [{ kind, from: Math.max(0, worst - about), to: Math.min(worst + about, frames - 1), worst }];
  });
}

/** The jolts of a clip by itself: frames that stand out among those around them. */
function ownJolts(motion: Motion, table: Float32Array[]): Trouble[] {
  return stretches("jolt", standingOut(jolts(motion, table), Math.round(USUAL_SECS * motion.rate)), JOLTING);
}

/** Everything that is wrong with a motion, in order. */
export function troublesOf(motion: Motion, verdict: VerdictFacts | null = null): Trouble[] {
  if (motion.frames > MOST_FRAMES) return [];
  const table = tableOf(motion);
  const found = [...stretches("slide", slides(motion, table), SLIDING), ...(verdict ? judgedJolts(motion, verdict) : ownJolts(motion, table))];
  return found.sort((a, b) => a.worst - b.worst);
}

/** What is wrong with the leading motion. */
export const troubles = signal<Trouble[]>([]);
let waiting: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  const leading = main.value;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    troubles.value = leading ? troublesOf(leading.motion, leading.verdict) : [];
  }, PAUSE_MS);
});

/** The first trouble after a moment, or else the first of all. */
export function nextTrouble(secs: number, rate: number): Trouble | null {
  const all = troubles.value;
  return all.find(({ worst }) => worst > secs * rate + 0.5) ?? all[0] ?? null;
}
