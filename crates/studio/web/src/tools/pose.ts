// Pose: one pose that puts a hand or a foot somewhere, as captured bodies do. Drag the target; the body follows. The figure
// stands at the origin and faces z, so that what is asked for is a place of the scene.
import { Vector3 } from "three";
import { fill, h, text, when } from "../core/dom";
import { type Drag, type Point } from "../core/gesture";
import { pointer } from "../core/pointer";
import { bump, computed, effect } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { motionOf, selected } from "../library/clips";
import type { Side } from "../motion/clip";
import { actor, type Stage } from "../motion/stage";
import type { Asked } from "../net/verbs";
import type { PoseAnswer } from "../types.gen";
import { button } from "../ui/button";
import { numberField } from "../ui/slider";
import { palette } from "../view3d/colors";
import { setHandles } from "../view3d/handles";
import { setPointerTool, share, viewportSize } from "../view3d/panel";
import { Target } from "../view3d/target";
import { overlayChanged, overlays } from "../view3d/viewport";
import { commandBox } from "./command";
import { makeLive } from "./made";
import { errorMessage, warnings, working } from "./parts";
import { type Place, startOf } from "./posestart";
import { castKey, castNames, inputs } from "./registered";
import { targetHandle } from "./targethandle";
import { addTool, type Exportable } from "./tool";

interface Wanted {
  point: string;
  at: Place;
}

/** What can be put somewhere. */
const POINTS: { point: string; words: string; part: string; side: Side }[] = [
  { point: "wrist.r", words: "Right hand", part: "wrist", side: "right" },
  { point: "wrist.l", words: "Left hand", part: "wrist", side: "left" },
  { point: "ankle.r", words: "Right foot", part: "ankle", side: "right" },
  { point: "ankle.l", words: "Left foot", part: "ankle", side: "left" },
];
const AXES = ["left", "up", "ahead"];
/** Where the target begins when a figure is not known well enough. */
const AHEAD: Place = [0, 1, 0.3];

const rounded = (at: number[]) => at.map((value) => Number(value.toFixed(3))) as Place;

const path = computed(() => pointer("pose", castKey.value));
const isOpen = computed(() => view.tool.value === "pose" && selected.value.length > 0);
/** The point where it is in the first clip. */
function begun({ point, part, side }: (typeof POINTS)[number]): Wanted | null {
  const motion = selected.value[0] && motionOf(selected.value[0]);
  return motion ? { point, at: rounded(startOf(motion, part, side) ?? AHEAD) } : null;
}
const wanted = computed<Wanted | null>(() => doc.read<Wanted>(path.value) ?? begun(POINTS[0]));
const asked = computed<Asked | null>(() => (isOpen.value && wanted.value ? { verb: "pose", request: { clips: { inputs: inputs.value }, point: wanted.value.point, at_metres: wanted.value.at } } : null));
const made = makeLive<PoseAnswer>(() => asked.value);

const ball = new Target();
effect(() => {
  const result = made.made.value;
  ball.group.visible = isOpen.value && result !== null;
  if (ball.group.parent === null) overlays.add(ball.group);
  ball.paint(palette.value);
  if (ball.group.visible && result && wanted.value) ball.put(new Vector3(...wanted.value.at), new Vector3(...result.answer.reached_metres));
  bump(overlayChanged);
});

const put = (at: number[]): Wanted => ({ point: wanted.value?.point ?? POINTS[0].point, at: rounded(at) });
const commit = (next: Wanted | null) => next && history.commit(path.value, next as never, `pose of ${castKey.value}`);

function pointerTool(at: Point): Drag | null {
  const grip = ball.group.visible ? ball.grip(at.x, at.y, viewportSize()) : null;
  if (!grip) return null;
  const to = (now: Point, event: PointerEvent): Wanted | null => {
    const { x, y } = share(now);
    const hit = ball.dragged(grip, x, y, event);
    return hit && put(hit.toArray());
  };
  return {
    move: (now, event) => {
      const next = to(now, event);
      if (next) doc.preview(path.value, next as never);
    },
    end: (now, event) => {
      const next = to(now, event);
      if (next) commit(next);
    },
    cancel: () => doc.discard(path.value),
    click: () => {},
  };
}

/** The figure stands at the origin and faces z: its left, up and ahead are the axes of the scene. */
const WAYS = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
setHandles("pose", () => (isOpen.value ? [targetHandle({
  place: () => (ball.group.visible ? ball.place : null),
  ways: () => WAYS,
  numbers: () => wanted.value?.at ?? null,
  commit: (at) => commit(put(at)),
})] : []));

effect(() => setPointerTool(pointerTool, view.tool.value === "pose"));

function stage(): Stage {
  const result = made.made.value;
  return { actors: result ? [actor({ ...result.motion, name: "pose" }, "main", { key: "result:pose", label: "pose" })] : [], common: false };
}

function reach(): HTMLElement {
  return fill(h("div", { role: "status", id: "pose-reach" }), () => {
    const now = made.made.value?.answer;
    if (!now) return null;
    const near = now.off_mm < 10;
    const words = near ? `✓ Reached within ${Math.max(0.1, now.off_mm).toFixed(1)} mm.` : `▲ ${(now.off_mm / 10).toFixed(1)} cm out of reach; this is the nearest pose.`;
    const way = near ? null : button("Move the target there", () => commit(put(now.reached_metres)), { class: "button small", id: "pose-project" });
    return h("div", { class: `verdict ${near ? "good" : "doubtful"}` }, h("p", { class: "said" }, words), way);
  });
}

function panel(): HTMLElement {
  const choice = h("select", {
    id: "pose-point", class: "grow",
    onchange: (event: Event) => commit(begun(POINTS[(event.target as HTMLSelectElement).selectedIndex])),
  }, ...POINTS.map(({ point, words }) => h("option", { value: point, selected: () => wanted.value?.point === point }, words)));
  const field = (axis: number) => h("label", { class: "stack tight" }, h("span", { class: "muted" }, AXES[axis]), numberField({
    label: `Metres ${AXES[axis]}`, min: () => -2, max: () => 3, step: 0.01, value: () => wanted.value?.at[axis] ?? 0,
    commit: (value) => commit(put((wanted.value?.at ?? AHEAD).map((one, n) => (n === axis ? value : one)))),
  }));
  return h("div", { class: "stack" },
    when(() => selected.value.length === 0, h("p", { class: "muted" }, "Select clips; every frame of them is an example.")),
    when(() => isOpen.value, h("p", { class: "muted" }, text(() => `Drag the orange target; the body follows as in ${castKey.value}.`))),
    when(() => isOpen.value, h("label", { class: "row" }, "What to place", choice)),
    when(() => isOpen.value, h("div", { class: "row" }, field(0), field(1), field(2))),
    fill(h("div", {}), () => (made.error.value ? errorMessage("No pose.", made.error.value, () => {}) : null)),
    working("Looking through the frames", made),
    reach(),
    warnings(() => made.made.value?.notes),
    when(() => asked.value !== null, commandBox(exportable)));
}

function exportable(): Exportable | null {
  return asked.value && made.made.value ? { name: "pose", asked: asked.value, hasMotion: true, settings: [path.value] } : null;
}

addTool({
  id: "pose",
  title: "Pose",
  needs: "pose",
  about: () => castNames.value.join(" + "),
  panel,
  hint: () => "Drag the target · an arrow moves it one way · Ctrl keeps its height, Shift moves it straight up and down",
  stage,
  exportable,
});
