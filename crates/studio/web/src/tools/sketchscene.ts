// The scene of a sketch in the panel: adding boxes and slopes, and their numbers.
import { fill, h, text, when } from "../core/dom";
import { computed } from "../core/signal";
import { button, iconButton } from "../ui/button";
import { numberField } from "../ui/slider";
import { type Axis, heightOf, reachOf, type SceneFile, type Shape, withHeight, withoutShape, withReach, withShape } from "./scenedoc";
import { adding, FIRST_HEIGHT } from "./sketchpen";
import { keep, phase, sketch } from "./sketchstate";

const setScene = (scene: SceneFile, words: string) => keep({ ...sketch.value, scene }, words);

/** Where something stands that was added without a pointer: ahead of the figure. */
const AHEAD = [{ x: -0.5, z: 3.2 }, { x: 0.5, z: 4.6 }] as const;

/** The buttons that add something. */
export function addButtons(): HTMLElement[] {
  return (["box", "slope"] as const).map((shape) => button(`Add a ${shape}`, (event) => {
    // A key was pressed: there is no pointer to drag with.
    if (event.detail === 0) setScene(withShape(sketch.value.scene, shape, AHEAD, FIRST_HEIGHT, "z"), `add a ${shape}`);
    else adding.value = adding.value === shape ? null : shape;
  }, { pressed: () => adding.value === shape, id: `add-${shape}`, disabled: () => phase.value === "shadow", title: "Then drag its footprint on the floor" }));
}

/** What the hand has to do after a button was pressed. */
export function addingHint(): HTMLElement {
  return when(() => adding.value !== null, h("p", { class: "muted" }, text(() =>
    (adding.value === "slope" ? "Drag the slope's footprint on the floor, from its low end to its high end." : "Drag the box's footprint on the floor."))));
}

/** Numbers of everything that stands on the floor. */
export function sceneFields(): HTMLElement {
  const counts = computed(() => `${sketch.value.scene.blocks.length} ${sketch.value.scene.planes?.length ?? 0}`);
  return fill(h("div", { class: "stack" }), () => {
    const [boxes, slopes] = counts.value.split(" ").map(Number);
    return [...Array.from({ length: boxes }, (_, n) => row("box", n)), ...Array.from({ length: slopes }, (_, n) => row("slope", n))];
  });
}

function row(shape: Shape, n: number): HTMLElement {
  const scene = () => sketch.value.scene;
  const called = `${shape} ${n + 1}`;
  const field = (label: string, read: () => number, put: (value: number) => SceneFile, least = 0) =>
    h("label", { class: "stack tight" }, h("span", { class: "muted" }, label), numberField({
      label: `${label} of ${called}, in metres`, min: () => least, max: () => 20, step: 0.05, value: read, commit: (value) => setScene(put(value), `change ${called}`),
    }));
  const reach = (axis: Axis) => reachOf(scene(), shape, n, axis);
  const place = (label: string, axis: Axis) => field(label, () => reach(axis).from, (value) => withReach(scene(), shape, n, axis, value, reach(axis).length), -20);
  const size = (label: string, axis: Axis) => field(label, () => reach(axis).length, (value) => withReach(scene(), shape, n, axis, reach(axis).from, value));
  const title = text(() => `${called[0].toUpperCase()}${called.slice(1)} · ${heightOf(scene(), shape, n).toFixed(2)} m high, ${reach("z").length.toFixed(2)} m deep`);
  return h("div", { class: "scene-shape", role: "group", "aria-label": called },
    h("details", { class: "details" }, h("summary", {}, title), h("div", { class: "scene-numbers" },
      field(shape === "box" ? "height" : "slope to", () => heightOf(scene(), shape, n), (value) => withHeight(scene(), shape, n, value)),
      place("from", "z"), size("depth", "z"), place("aside", "x"), size("width", "x"))),
    iconButton("close", `Remove ${called}`, () => setScene(withoutShape(scene(), shape, n), `remove ${called}`)));
}
