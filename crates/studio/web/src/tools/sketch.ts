// Sketch: draw where the body's centre flies and its shadow; stances are found for it, and the body follows.
import { Vector3 } from "three";
import { fill, h, text, when } from "../core/dom";
import { addCommands } from "../core/keys";
import { resource } from "../core/resource";
import { bump, computed, effect, signal, untracked } from "../core/signal";
import { history } from "../core/store";
import { view } from "../core/view";
import { secs, words } from "../core/words";
import { clips, motionOf } from "../library/clips";
import { duration, type Motion } from "../motion/clip";
import { playAtOnce } from "../motion/play";
import { actor, type Stage } from "../motion/stage";
import type { ApiError } from "../net/error";
import { motionIn } from "../net/motions";
import { askNumbers } from "../net/verbs";
import { undo } from "../shell/undo";
import { button } from "../ui/button";
import { cameraLocked, type Looking, lookAgain, looking, placeCamera } from "../view3d/camera";
import { palette } from "../view3d/colors";
import { setPointerTool, viewportSize } from "../view3d/panel";
import { RigidBody } from "../view3d/rigid";
import { heightOfMotion } from "../view3d/posed";
import { overlayChanged, overlays } from "../view3d/viewport";
import { commandBox } from "./command";
import { errorMessage, message, working } from "./parts";
import { EMPTY } from "./sketchdoc";
import { scenery } from "./sketchdrag";
import { drawExample } from "./sketchexample";
import { asSeen, fingersDraw, isSameCamera, pen, penSeen, sketchPointer } from "./sketchpen";
import { addButtons, addingHint, sceneFields } from "./sketchscene";
import { asked, body, chosen, facts, keep, PATH, phase, refusal, setStands, shownPath, sketch, stands, verdict } from "./sketchstate";
import { stepsPanel } from "./sketchsteps";
import { strokeLayer } from "./strokelayer";
import { addTool, type Exportable } from "./tool";

/** Whether the rigid body plays instead of the whole one. */
const rigid = signal(false);
const ellipsoid = new RigidBody();
overlays.add(scenery.group, ellipsoid.group);

effect(() => {
  const open = view.tool.value === "sketch";
  scenery.group.visible = open;
  if (open) {
    const plan = phase.value === "arcs" ? (shownPath.value?.plan ?? null) : null;
    const bad = new Set((verdict.value?.steps ?? []).filter((one) => !one.good).map((one) => one.contact));
    const arcs = plan?.arcs ?? [];
    scenery.draw(sketch.value.scene, arcs, (plan?.contacts ?? []).map((one) => one.place), arcs.map((_, n) => bad.has(n) || bad.has(n + 1)), chosen.value, palette.value);
  }
  bump(overlayChanged);
});

effect(() => {
  const on = view.tool.value === "sketch" && rigid.value && phase.value === "arcs";
  ellipsoid.put(on ? (shownPath.value?.playback ?? []) : [], view.time.value, palette.value);
  bump(overlayChanged);
});

effect(() => {
  cameraLocked.value = view.tool.value === "sketch" && phase.value === "shadow";
});

const isOpen = computed(() => view.tool.value === "sketch");
let wasOpen = false;
/** Where the camera was before the tool was opened. */
let before: Looking | null = null;
effect(() => {
  document.querySelector(".view-canvas")?.classList.toggle("drawing", isOpen.value);
  setPointerTool(sketchPointer, isOpen.value);
  if (isOpen.value && !wasOpen) untracked(() => {
    before = { ...looking, target: looking.target.clone() };
    backToCamera();
  });
  if (!isOpen.value && wasOpen && before) untracked(() => lookAgain(before as Looking));
  wasOpen = isOpen.value;
});

/** Looks as when the strokes were drawn; before that, from the side along +Z. */
function backToCamera(): void {
  const kept = sketch.value.paths.length > 0 ? sketch.value.camera : undefined;
  const target = kept ? new Vector3(...kept.target) : new Vector3(0, 1, 2.2);
  const way = kept ? new Vector3(...kept.position).sub(target) : new Vector3(-8.5, 1.5, 0);
  looking.target.copy(target);
  looking.distance = way.length();
  looking.yaw = Math.atan2(way.x, way.z);
  looking.pitch = Math.asin(way.y / way.length());
  placeCamera();
}

effect(() => {
  if (isOpen.value && body.value.value) untracked(playAtOnce);
});

/** A built-in figure, where the library has none. */
const builtIn = resource(
  () => (isOpen.value && clips.value.length === 0 ? { verb: "convert", request: { clips: { inputs: ["sample:stand@0-1"] } } } : null),
  async (now, cancel) => motionIn(await askNumbers(now, "", cancel), 0),
);

/** A figure for scale, before there is a motion. */
function scaleFigure(): Motion | null {
  const clip = clips.value.find((one) => one.name === "stand") ?? clips.value[0];
  return clip ? motionOf(clip) : builtIn.value.value;
}

function stage(): Stage {
  const made = body.value.value?.motion;
  if (made && phase.value === "arcs") return { actors: [actor({ ...made, name: "sketch" }, "main", { key: "sketch", label: "sketch", isFaint: rigid.value })], common: false, keepsCamera: true };
  const scale = scaleFigure();
  if (!scale) return { actors: [], common: false, keepsCamera: true };
  const ground = () => ({ turn: 0, x: -scale.rows[0], z: -scale.rows[2] });
  return { actors: [actor(scale, "match", { key: "scale", label: `${heightOfMotion(scale).toFixed(2)} m`, time: () => 0, ground })], common: false, keepsCamera: true };
}

function guidance(): string {
  const scale = scaleFigure();
  if (phase.value === "path") return words.sketchStart(scale ? heightOfMotion(scale).toFixed(2) : "1.75");
  if (phase.value === "shadow") return words.sketchShadow;
  return "Drag an apex, a contact or an arrow head; click one to see its step.";
}

/** What the hand can do now, beside what the panel says. */
const hint = (): string => (phase.value === "arcs" ? "Alt turns an arrow · draw over a part of the path to change it · scribble over it to delete it · Alt and drag orbits · the sides of boxes and slopes can be dragged, with Shift all of one" : guidance());

/** Draws the example. The button goes, and what was said beside it has the focus in its place. */
function showExample(event: MouseEvent): void {
  drawExample();
  if (event.detail === 0) document.getElementById("sketch-guide")?.focus();
}

const startAgain = () => keep({ ...EMPTY, scene: sketch.value.scene }, "delete the path");

/** Where the shadow left the ground, in words of the picture; null where that is not what was refused. */
function leaves({ message }: ApiError): string | null {
  const found = /shadow: it misses the scene at pixel (\d+)/.exec(message);
  const width = sketch.value.camera?.size[0] ?? viewportSize().width;
  return found && (["on the left", "in the middle", "on the right"][Math.floor((3 * Number(found[1])) / width)] ?? "on the right");
}

/** What was refused and changed nothing, or what was taken and cannot be done. */
function problems(): HTMLElement {
  return fill(h("div", {}), () => {
    const again = button("Draw the path again", startAgain);
    const place = refusal.value && leaves(refusal.value);
    if (place) return message(words.shadowLeaves(place), words.shadowWay, again);
    if (refusal.value) return errorMessage("Not taken.", refusal.value, () => {}, again);
    const error = facts.error.value ?? body.error.value;
    const back = button("Undo", undo, { class: "button", id: "undo-sketch", disabled: () => history.depth.value.undo === 0 });
    return error ? errorMessage("No body can do this.", error, () => {}, back, again) : null;
  });
}

/** How the motion begins and ends: a stroke says nothing of that. */
function endings(): HTMLElement {
  const one = (end: "begin" | "end", label: string) => h("div", { class: "row" },
    h("span", { class: "end-label" }, label),
    h("div", { class: "segments", role: "group", "aria-label": label },
      button("moving", () => setStands(end, false), { class: "segment", id: `${end}-moving`, pressed: () => !stands(end) }),
      button("standing", () => setStands(end, true), { class: "segment", id: `${end}-standing`, pressed: () => stands(end) })));
  return h("div", { class: "stack tight" }, one("begin", "Begins"), one("end", "Ends"));
}

function playing(): HTMLElement {
  return h("div", { class: "row" },
    h("div", { class: "segments", role: "group", "aria-label": "What plays" },
      button("Ellipsoid", () => {
        rigid.value = true;
      }, { class: "segment", id: "play-rigid", pressed: () => rigid.value }),
      button("Body", () => {
        rigid.value = false;
      }, { class: "segment", id: "play-body", pressed: () => !rigid.value })),
    h("span", { class: "nums muted" }, text(() => (body.value.value ? `${secs(duration(body.value.value.motion))} · Space plays` : ""))));
}

function panel(): HTMLElement {
  const done = () => phase.value === "arcs" && shownPath.value !== null;
  return h("div", { class: "stack" },
    h("p", { id: "sketch-guide", role: "status", tabindex: -1 }, text(guidance)),
    when(() => phase.value === "path", h("p", { class: "muted" }, words.sketchArcs, " ", button("Show me an example", showExample, { class: "link", id: "sketch-example" }))),
    h("div", { class: "row" },
      ...addButtons(),
      button("Look as drawn", backToCamera, { disabled: isSameCamera }),
      button("Start again", startAgain, { class: "button quiet", disabled: () => phase.value === "path" }),
      when(() => penSeen.value, button("Draw with fingers", () => {
        fingersDraw.value = !fingersDraw.value;
      }, { id: "fingers-draw", pressed: () => fingersDraw.value, title: "Otherwise fingers turn the view" }))),
    addingHint(),
    sceneFields(),
    problems(),
    working("Finding stances for the path", facts),
    when(done, stepsPanel()),
    when(done, endings()),
    when(done, playing()),
    working("Moving the whole body along the path", body),
    when(() => asked.value !== null, commandBox(exportable)));
}

function exportable(): Exportable | null {
  return asked.value && body.value.value ? { name: "sketch", asked: asked.value, hasMotion: true, settings: [PATH] } : null;
}

addCommands(
  { group: "Tools", words: "Delete a path that has no shadow yet", keys: ["Escape"], enabled: () => view.tool.value === "sketch" && phase.value === "shadow", run: startAgain },
  { group: "Tools", words: "Whole body or ellipsoid", keys: ["B"], enabled: () => view.tool.value === "sketch", run: () => void (rigid.value = !rigid.value) },
);

strokeLayer({
  strokes: () => sketch.value.paths.map(({ path, shadow }) => ({ path: asSeen(path), shadow: asSeen(shadow) })), pen: () => pen.value, visible: () => view.tool.value === "sketch" && isSameCamera(),
});

addTool({
  id: "sketch",
  title: "Sketch",
  needs: "stance.sketch",
  about: () => ({ path: "draw the path", shadow: "draw its shadow", arcs: "path and shadow" })[phase.value],
  panel,
  hint,
  stage,
  exportable,
});
