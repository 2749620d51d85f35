// Who performs a result: the figure of the first clip, or a character of the library with its own mesh.
import { h } from "../core/dom";
import { pointer } from "../core/pointer";
import { computed } from "../core/signal";
import { doc, history } from "../core/store";
import { type Clip, clips, motionOf, selected } from "../library/clips";
import { poseThumb } from "../library/thumb";
import { palette } from "../view3d/colors";
import { castKey } from "./registered";
import { inputOf } from "./tool";

export const characterPath = computed(() => pointer("character", castKey.value));

/** The characters of the library: one clip of each figure that has a mesh. */
const characters = computed<Clip[]>(() => {
  const bySkeleton = new Map<string, Clip>();
  for (const clip of clips.value) if (clip.mesh && !bySkeleton.has(clip.skeleton)) bySkeleton.set(clip.skeleton, clip);
  return [...bySkeleton.values()];
});

/** The character that was chosen, if any. */
const chosen = computed(() => {
  const name = doc.read<string>(characterPath.value);
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

/** Pixels of a figure on its button. */
const FIGURE = 44;

function choiceOf(words: string, clip: Clip | null): HTMLElement {
  const motion = clip ? motionOf(clip) : selected.value[0] && motionOf(selected.value[0]);
  const isChosen = chosen.value === clip;
  return h("button", {
    type: "button", class: "figure-choice", role: "radio", "aria-checked": String(isChosen), title: words,
    onclick: () => history.commit(characterPath.value, clip?.name ?? null, "character"),
  }, motion ? poseThumb(motion, 0, FIGURE) : null, h("span", {}, words));
}

/** The choice of a character by its figure; absent while the library has none but that of the first clip. */
export function characterChoice(): HTMLElement | null {
  void palette.value;
  const others = characters.value.filter((clip) => clip.skeleton !== selected.value[0]?.skeleton);
  if (others.length === 0) return null;
  return h("div", { class: "stack tight" }, h("span", { class: "muted" }, "Character"),
    h("div", { class: "figure-choices", id: "character", role: "radiogroup", "aria-label": "Character" },
      choiceOf(`as ${selected.value[0]?.name ?? "recorded"}`, null), others.map((clip) => choiceOf(called(clip), clip))));
}
