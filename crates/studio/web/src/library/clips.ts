// The clips of the opened library and their motions.
import { doc } from "../core/store";
import { pointer } from "../core/pointer";
import { computed, signal, untracked } from "../core/signal";
import { view } from "../core/view";
import type { Motion, Plants } from "../motion/clip";
import { getJson } from "../net/http";
import { clipMotion } from "../net/motions";
import type { ClipsFacts, StudioClip } from "../types.gen";

export type Clip = StudioClip;

/** Plants of a clip: as they are, as they were found, and which were corrected. */
export interface ClipPlants {
  plants: Plants;
  detected: Plants;
  corrected: string[];
}

export const clips = signal<Clip[]>([]);
/** The names of the library's motions with controls. */
export const controls = signal<string[]>([]);
export const loaded = signal(false);
/** The clips that were added last and not looked at since. */
export const fresh = signal<string[]>([]);
/** A clip that somebody is told to look for. */
export const sought = signal<string | null>(null);
const motions = signal<ReadonlyMap<string, Motion>>(new Map());
const plants = signal<ReadonlyMap<string, ClipPlants>>(new Map());

const byName = computed(() => new Map(clips.value.map((clip) => [clip.name, clip])));

/** A clip by name. */
export function clipNamed(name: string): Clip | undefined {
  return byName.value.get(name);
}

/** Fetches the list of clips; the number of the library as it is now. */
export async function refreshClips(): Promise<number> {
  const answer = await getJson<ClipsFacts>("/api/clips");
  clips.value = answer.clips;
  controls.value = answer.controls;
  loaded.value = true;
  const there = new Set(answer.clips.map((clip) => clip.name));
  const still = view.selection.peek().filter((name) => there.has(name));
  if (still.length !== view.selection.peek().length) view.selection.value = still;
  plants.value = new Map();
  return answer.revision;
}

/** Whether a clip is one of the built-in samples. */
export const isSample = (clip: Clip): boolean => clip.source.startsWith("sample:");

/** Whether a clip was made here: a result, or a match that was saved. */
export const isResult = (clip: Clip): boolean => clip.source.startsWith("studio:");

/** A person's own clips first, then what was made of clips, then the samples. */
const ordered = computed(() => {
  const rank = (clip: Clip) => (isSample(clip) ? 2 : isResult(clip) ? 1 : 0);
  return [0, 1, 2].flatMap((wanted) => clips.value.filter((clip) => rank(clip) === wanted));
});

/** The clips that the filter lets through: by name and by label. */
export const shownClips = computed(() => {
  const wanted = view.filter.value.trim().toLowerCase();
  if (wanted === "") return ordered.value;
  const fits = (clip: Clip) =>
    clip.name.toLowerCase().includes(wanted) || clip.labels.some((label) => label.word.toLowerCase().includes(wanted));
  return ordered.value.filter(fits);
});

/** The selected clips that are there. */
export const selected = computed(() =>
  view.selection.value.map((name) => byName.value.get(name)).filter((clip): clip is Clip => clip !== undefined),
);

/** The motion of a clip, once it is there; null until then. */
export function motionOf(clip: Clip): Motion | null {
  const found = motions.value.get(clip.hash);
  if (found) {
    const own = plantsOf(clip.name);
    return own ? { ...found, name: clip.name, plants: own.plants } : { ...found, name: clip.name };
  }
  untracked(() => void fetchMotion(clip));
  return null;
}

async function fetchMotion(clip: Clip): Promise<void> {
  const motion = await clipMotion(clip.hash);
  if (!motions.peek().has(clip.hash)) motions.value = new Map(motions.peek()).set(clip.hash, motion);
}

/** The plants of a clip, with corrections that are being dragged. */
export function plantsOf(name: string): ClipPlants | null {
  const found = plants.value.get(name);
  if (!found) {
    untracked(() => void fetchPlants(name));
    return null;
  }
  const mine = { ...found.plants };
  for (const kind of Object.keys({ ...found.detected, ...found.plants }) as (keyof Plants)[]) {
    const edited = doc.read<[number, number][]>(pointer("plants", name, kind));
    if (edited) mine[kind] = edited;
    else if (!found.corrected.includes(kind)) mine[kind] = found.detected[kind] ?? [];
  }
  return { ...found, plants: mine };
}

const fetching = new Set<string>();

async function fetchPlants(name: string): Promise<void> {
  const clip = clipNamed(name);
  if (!clip || fetching.has(name)) return;
  fetching.add(name);
  try {
    const answer = await getJson<ClipPlants>(`/api/clips/${clip.hash}/plants?name=${encodeURIComponent(name)}`);
    plants.value = new Map(plants.peek()).set(name, answer);
  } finally {
    fetching.delete(name);
  }
}

/** Forgets plants that were changed, so that they are fetched again. */
export function forgetPlants(name: string): void {
  const rest = new Map(plants.peek());
  if (rest.delete(name)) plants.value = rest;
}

