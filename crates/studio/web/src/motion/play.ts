// The playhead: it runs through the leading motion, repeats, and stays at the same common time when the motion changes.
import { everyFrame } from "../core/frame";
import { effect, untracked } from "../core/signal";
import { view } from "../core/view";
import { commonAt, duration, type Motion, timeAt } from "./clip";
import { length, main, rate } from "./stage";

/** Speeds, slow to fast. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2];

/** Moves the playhead to a moment, within the motion. */
export function seek(secs: number): void {
  view.time.value = Math.min(Math.max(secs, 0), length.value);
}

/** Moves by frames of the leading motion, to a whole one, and pauses. */
export function step(frames: number): void {
  view.playing.value = false;
  seek((Math.round(view.time.value * rate.value) + frames) / rate.value);
}

/** Plays or pauses; from the beginning where the end was reached. */
export function toggle(): void {
  const { playing, time, looping } = view;
  if (!playing.value && !looping.value && time.value >= length.value - 1e-6) time.value = 0;
  playing.value = !playing.value && length.value > 0;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Plays what a person just asked to see, unless they asked their system for less motion. Tests move the clock themselves. */
export function playAtOnce(): void {
  view.playing.value = playsAtOnce();
}

/** Whether anything plays that nobody started. */
export const playsAtOnce = (): boolean => !view.testing && !still.matches;

/** The next speed up or down. */
export function changeSpeed(by: number): void {
  const now = SPEEDS.findIndex((speed) => speed >= view.speed.value);
  view.speed.value = SPEEDS[Math.min(Math.max(now + by, 0), SPEEDS.length - 1)];
}

/** The playhead after some seconds, and whether it goes on. */
export function advanced(time: number, by: number, end: number, looping: boolean): { time: number; playing: boolean } {
  const next = time + by;
  if (next < end) return { time: next, playing: true };
  return looping && end > 0 ? { time: next % end, playing: true } : { time: end, playing: false };
}

function tick(passed: number): void {
  // Paused since the last frame, or what will play is not there yet.
  if (!view.playing.peek() || length.value === 0) return;
  const next = advanced(view.time.value, passed * view.speed.value, length.value, view.looping.value);
  view.time.value = next.time;
  if (!next.playing) view.playing.value = false;
}

/** Starts listening to what is on stage. */
export function startPlaying(): void {
  effect(() => (view.playing.value ? everyFrame(tick) : undefined));
  let before: Motion | null = null;
  effect(() => {
    const now = main.value?.motion ?? null;
    untracked(() => keepPlace(before, now));
    before = now;
  });
}

/** Another motion leads: the playhead stays at the same common time, or begins anew. */
function keepPlace(before: Motion | null, now: Motion | null): void {
  if (!now || now === before) return;
  const u = before ? commonAt(before, view.time.value) : null;
  if (u !== null && now.u) view.time.value = timeAt(now, u);
  else if (!before || before.name !== now.name) view.time.value = 0;
  view.time.value = Math.min(view.time.value, duration(now));
}
