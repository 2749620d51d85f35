// How the selected clips correspond, and where they stand while something made of them plays.
import { computed } from "../core/signal";
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { doc, session } from "../core/store";
import { view } from "../core/view";
import { calledTogether } from "../library/called";
import { motionOf, selected } from "../library/clips";
import { commonAt, type Motion, placeIn } from "../motion/clip";
import type { Ground } from "../motion/pose";
import { type Actor, actor } from "../motion/stage";
import { ask } from "../net/verbs";
import type { RegistrationAnswer } from "../types.gen";
import { inputOf } from "./tool";

/** A correspondence that the path must pass through. */
export interface Pin {
  reference_secs: number;
  secs: number;
}

/** What a person set for registering the selected clips. */
export interface RegisterSettings {
  ends?: "auto" | "pinned" | "open";
  slope_limit?: number;
  force?: boolean;
  pins?: Pin[];
}

/** Whether the program takes pins. */
export const canPin = computed(() => "pins" in ((session.value?.verbs["register"] as { register?: object } | undefined)?.register ?? {}));

const COMPARING = ["blend", "register", "transition"];

/** The names of the selected clips as one key of the document. */
export const castKey = computed(() => selected.value.map((clip) => clip.name).join(" + "));
/** What they are called beside each other. */
export const castNames = computed(() => calledTogether(selected.value.map((clip) => clip.name)));
export const settingsPath = computed(() => pointer("register", castKey.value));
export const registerSettings = computed(() => doc.read<RegisterSettings>(settingsPath.value) ?? {});

/** The register part of a request: only what was set. */
export const registerRequest = computed<Record<string, unknown>>(() => {
  const { pins, ...rest } = registerSettings.value;
  const named = (pins ?? []).map((pin) => ({ clip: "2", ...pin }));
  return { ...rest, ...(named.length > 0 ? { reference: "1", pins: named } : {}) };
});

export const inputs = computed(() => selected.value.map((clip) => inputOf(clip.name)));

/** The registration of the selected clips, while a tool that compares them is open. */
export const registration = resource(
  () => {
    if (selected.value.length < 2 || !COMPARING.includes(view.tool.value)) return null;
    return { clips: { inputs: inputs.value }, register: registerRequest.value };
  },
  (request, cancel) => ask<RegistrationAnswer>({ verb: "register", request }, cancel),
);

/** The own time of clip number `n` at a common time. */
export function ownTime(found: RegistrationAnswer, n: number, u: number): number {
  const { at, share } = placeIn(found.u, u);
  const moments = found.clips[n].moments_secs;
  const next = Math.min(at + 1, moments.length - 1);
  return moments[at] + (moments[next] - moments[at]) * share;
}

/** The common time at an own time of clip number `n`. */
export function commonOf(found: RegistrationAnswer, n: number, secs: number): number {
  const { at, share } = placeIn(found.clips[n].moments_secs, secs);
  const next = Math.min(at + 1, found.u.length - 1);
  return found.u[at] + (found.u[next] - found.u[at]) * share;
}

/** The turn of a root about the vertical axis. */
function yaw(motion: Motion, frame: number): number {
  const at = frame * motion.stride + 3;
  return 2 * Math.atan2(motion.rows[at + 1], motion.rows[at + 3]);
}

/** Across the way of a motion, or along X where it stays. */
function sideways(motion: Motion): [number, number] {
  const last = (motion.frames - 1) * motion.stride;
  const way = [motion.rows[last] - motion.rows[0], motion.rows[last + 2] - motion.rows[2]];
  const size = Math.hypot(way[0], way[1]);
  return size < 0.3 ? [1, 0] : [way[1] / size, -way[0] / size];
}

const BESIDE = 0.8;

/** Where an input stands so that it goes along with what leads, beside it or onto it. */
function alongside(leading: Motion, own: Motion, time: (secs: number) => number, steps: number): (secs: number) => Ground {
  const side = sideways(leading);
  const frameOf = (motion: Motion, secs: number) => Math.min(Math.max(Math.round(secs * motion.rate), 0), motion.frames - 1);
  return (secs) => {
    const [a, b] = [frameOf(leading, secs), frameOf(own, time(secs))];
    const turn = yaw(leading, a) - yaw(own, b);
    const [x, z] = [own.rows[b * own.stride], own.rows[b * own.stride + 2]];
    const away = view.ghosts.value === "beside" ? steps * BESIDE : 0;
    return {
      turn,
      x: leading.rows[a * leading.stride] + side[0] * away - (x * Math.cos(turn) + z * Math.sin(turn)),
      z: leading.rows[a * leading.stride + 2] + side[1] * away - (-x * Math.sin(turn) + z * Math.cos(turn)),
    };
  };
}

/** A place beside what leads that moves with nothing, `farther` metres beyond so many steps: whoever stands there shows the way it goes itself. */
export function besideFixed(leading: Motion, steps: number, farther = 0): () => Ground {
  const side = sideways(leading);
  return () => {
    const away = view.ghosts.value === "onto" ? 0 : (view.ghosts.value === "hidden" ? 1 : steps) * BESIDE + farther;
    return { turn: 0, x: side[0] * away, z: side[1] * away };
  };
}

/** How far a motion that begins with another comes over to the other side of it at most, in metres: it would walk into who goes along there. */
export function strays(leading: Motion, own: Motion, time: (secs: number) => number): number {
  const side = sideways(leading);
  let least = 0;
  for (let frame = 0; frame < leading.frames; frame += 1) {
    const at = frame * leading.stride;
    const there = own.stride * Math.min(Math.round(time(frame / leading.rate) * own.rate), own.frames - 1);
    least = Math.min(least, side[0] * (own.rows[there] - leading.rows[at]) + side[1] * (own.rows[there + 2] - leading.rows[at + 2]));
  }
  return -least;
}

/** The selected clips as ghosts that go along with a motion made of them. */
export function inputActors(leading: Motion): Actor[] {
  const found = registration.value.value;
  if (!found || found.clips.length !== selected.value.length) return [];
  return selected.value.flatMap((clip, n) => {
    const motion = motionOf(clip);
    if (!motion) return [];
    const time = (secs: number) => ownTime(found, n, commonAt(leading, secs) ?? 0);
    const step = n % 2 === 0 ? -(n / 2 + 1) : (n + 1) / 2;
    return [actor(motion, "input", { key: `input:${clip.name}`, clip: clip.name, time, ground: alongside(leading, motion, time, step), color: n })];
  });
}
