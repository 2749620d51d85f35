// Results: motion that was made here and kept as a clip of the library. Each remembers with what it was made, so that it can be
// opened again as it was.
import type { Json } from "../core/document";
import { pointer } from "../core/pointer";
import { doc, history } from "../core/store";
import { type ToolId, view } from "../core/view";
import { post } from "../net/http";
import { ACCEPT, type Asked } from "../net/verbs";
import { toast } from "../ui/toast";
import { nameDialog } from "../ui/dialog";
import { type Clip, clipNamed, clips, fresh, isResult, refreshClips } from "./clips";

/** With what a result was made: the tool, the clips, and what was set, by its place in the document. */
interface Made {
  tool: ToolId;
  selection: string[];
  settings: Record<string, Json>;
}

/** Something that can be kept. */
export interface Keepable {
  name: string;
  asked: Asked;
  /** Places of the document that it was made with. */
  settings: string[];
}

const placeOf = (hash: string): string => pointer("results", hash);

/** With what a clip was made; null for one that came from a file. */
export const madeWith = (clip: Clip): Made | null => doc.read<Made>(placeOf(clip.hash));

/** Keeps a motion as a clip of the library, under a name that is asked for. */
export async function keepResult({ name, asked, settings }: Keepable): Promise<void> {
  const called = await nameDialog("Keep in the library as", unused(name), "Keep");
  if (called === null) return;
  const taken = clipNamed(called);
  if (taken && !isResult(taken)) return void toast(`Another clip is called ${called}.`, { heading: "Not kept.", bad: true });
  const made: Made = { tool: view.tool.value, selection: view.selection.value, settings: Object.fromEntries(settings.map((path) => [path, doc.kept(path)])) };
  await post(`/api/verbs/${asked.verb}?save=${encodeURIComponent(called)}`, asked.request, ACCEPT.json);
  await refreshClips();
  const clip = clipNamed(called);
  if (!clip) return;
  history.record(placeOf(clip.hash), made as unknown as Json, `keep ${called}`);
  fresh.value = [called];
  toast(`Kept ${called}.`);
}

/** A name that no clip has. */
function unused(name: string): string {
  const has = (wanted: string) => clips.value.some((clip) => clip.name === wanted);
  let number = 2;
  let wanted = name;
  while (has(wanted)) wanted = `${name} ${number++}`;
  return wanted;
}

/** Opens a result as it was when it was kept. */
export function reopen(clip: Clip): void {
  const made = madeWith(clip);
  if (!made) return;
  history.commitAll(made.settings, `open ${clip.name} again`);
  view.range.value = null;
  view.selection.value = made.selection.filter((name) => clipNamed(name));
  view.tool.value = made.tool;
}
