// Matches on stage: one while it is pointed at, or all in sync.
import { effect, signal } from "../core/signal";
import { view } from "../core/view";
import { clipNamed, motionOf, selected } from "../library/clips";
import { type Motion, stretchOf } from "../motion/clip";
import { actor, type Actor, type Stage } from "../motion/stage";
import { spans } from "../timeline/rows";
import type { MatchFacts } from "../types.gen";
import { found, nameOf, type Stretch } from "./query";

/** Whether all matches play at once. */
export const together = signal(false);
const hovered = signal<Stretch | null>(null);
let wasPlaying = false;

/** Plays a match while it is pointed at or has the focus; then all is as before. */
export function hover(match: Stretch | null): void {
  if (match && !hovered.peek()) wasPlaying = view.playing.peek();
  if (match) view.playing.value = true;
  else if (hovered.peek()) view.playing.value = wasPlaying;
  hovered.value = match;
}

/** Matches that lead the eye: those of the list, all starting together. */
function syncActors(all: MatchFacts[]): Actor[] {
  return all.slice(0, 12).flatMap((match, n) => {
    const clip = clipNamed(match.clip);
    const motion = clip && motionOf(clip);
    if (!clip || !motion) return [];
    const [first, last] = match.range.map((frame) => frame / motion.rate);
    const at = (match.range[0] * motion.stride);
    const [x, z] = [motion.rows[at], motion.rows[at + 2]];
    const ground = () => ({ turn: 0, x: (n % 6) * 1.3 - x, z: Math.floor(n / 6) * -1.6 - z });
    return [actor(motion, n === 0 ? "main" : "match", {
      key: `match:${nameOf(match)}`, label: String(match.rank), clip: match.clip, color: n,
      time: (time) => Math.min(first + time, last), ground, motion: n === 0 ? windowed(motion, match) : motion,
    })];
  });
}

/** A match by itself. */
const windowed = (motion: Motion, match: Stretch): Motion => stretchOf(motion, nameOf(match), match.range);

/** The example, the match that is pointed at, or all matches. */
export function stage(): Stage {
  const matches = found.value?.matches ?? [];
  if (together.value && matches.length > 0) {
    const actors = syncActors(matches);
    // The leading match is a stretch: its frames are not those of its clip, whose plants cannot be corrected in it.
    if (actors[0]) actors[0] = { ...actors[0], clip: null, time: (time) => time };
    return { actors, common: false };
  }
  const shown = hovered.value ? clipNamed(hovered.value.clip) : selected.value.at(-1);
  const motion = shown && motionOf(shown);
  if (!shown || !motion) return { actors: [], common: false };
  if (hovered.value) {
    const piece = windowed(motion, hovered.value);
    return { actors: [actor(piece, "main", { key: `hover:${piece.name}`, label: piece.name, clip: null })], common: false };
  }
  return { actors: [actor(motion, "main", { key: `clip:${shown.name}`, clip: shown.name, mesh: shown.mesh ? shown.hash : null })], common: false };
}

effect(() => {
  if (view.tool.value !== "search") return;
  const name = selected.value.at(-1)?.name;
  const rate = selected.value.at(-1)?.rate_hz ?? 30;
  const here = together.value || hovered.value ? [] : (found.value?.matches ?? []).filter((match) => match.clip === name);
  spans.value = here.map((match) => ({ from: match.range[0] / rate, to: match.range[1] / rate }));
});
