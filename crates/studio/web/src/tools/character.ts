// Who performs a result: the figure of the first clip, or a character of the library with its own mesh.
import { h } from "../core/dom";
import { pointer } from "../core/pointer";
import { computed } from "../core/signal";
import { doc, history } from "../core/store";
import { type Clip, clips, selected } from "../library/clips";
import { castKey } from "./registered";
import { inputOf } from "./tool";

const path = computed(() => pointer("character", castKey.value));

/** The characters of the library: one clip of each figure that has a mesh. */
const characters = computed<Clip[]>(() => {
  const bySkeleton = new Map<string, Clip>();
  for (const clip of clips.value) if (clip.mesh && !bySkeleton.has(clip.skeleton)) bySkeleton.set(clip.skeleton, clip);
  return [...bySkeleton.values()];
});

/** The character that was chosen, if any. */
const chosen = computed(() => {
  const name = doc.read<string>(path.value);
  return characters.value.find((clip) => clip.name === name) ?? null;
});

/** The part of a request that says whose skeleton the result has. */
export const ofCharacter = computed<{ skeleton?: string }>(() => (chosen.value ? { skeleton: inputOf(chosen.value.name) } : {}));

/** The hash of the clip whose mesh a result wears: that of the character, or of a selected clip with the figure of the first. */
export const mesh = computed(() => {
  const figure = (chosen.value ?? selected.value[0])?.skeleton;
  return [chosen.value, ...selected.value].find((clip) => clip?.mesh && clip.skeleton === figure)?.hash ?? null;
});

/** A file's own name stands before the names of its clips. */
const called = (clip: Clip) => clip.name.split("/")[0];

/** The choice of a character; absent while the library has none but that of the first clip. */
export function characterChoice(): HTMLElement | null {
  const others = characters.value.filter((clip) => clip.skeleton !== selected.value[0]?.skeleton);
  if (others.length === 0) return null;
  return h("label", { class: "row" }, "Character", h("select", {
    id: "character", class: "grow",
    onchange: (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      history.commit(path.value, value === "" ? null : value, "character");
    },
  },
  h("option", { value: "", selected: chosen.value === null }, `as ${selected.value[0]?.name ?? "recorded"}`),
  others.map((clip) => h("option", { value: clip.name, selected: chosen.value === clip }, called(clip)))));
}
