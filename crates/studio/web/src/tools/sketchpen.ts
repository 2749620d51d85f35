// What the pointer does while Sketch is open: it draws strokes and footprints, and drags handles.
import { Plane, Vector3 } from "three";
import type { Drag, Point } from "../core/gesture";
import { signal } from "../core/signal";
import { camera, cameraMoved, hitPlane, looking } from "../view3d/camera";
import { share, viewportSize } from "../view3d/panel";
import { type Axis, type Shape, withShape } from "./scenedoc";
import { draped } from "./drape";
import { phaseOf, type SketchCamera, type SketchFile } from "./sketchdoc";
import { draggingHandle, draggingScene, scenery } from "./sketchdrag";
import { edit, keep, phase, previewSketch, refusal, sketch } from "./sketchstate";
import { resampled, resized, type Size, type Stroke } from "./strokes";

/** What the next drag puts on the floor. */
export const adding = signal<Shape | null>(null);
/** The stroke under the pen. */
export const pen = signal<Stroke>([]);

const FLOOR = new Plane(new Vector3(0, 1, 0), 0);
/** How high something is before its height is set. */
export const FIRST_HEIGHT = 0.5;
/** Fewer points than this are a slip of the hand. */
const SHORTEST = 8;

/** The camera as a sketch file has it. */
export function cameraNow(): SketchCamera {
  const { width, height } = viewportSize();
  return { position: camera.position.toArray(), target: looking.target.toArray(), fov_degrees: camera.fov, size: [width, height] };
}

const sizeNow = (): Size => [viewportSize().width, viewportSize().height];
/** The size of the picture in which a sketch has its strokes. */
const sizeOf = ({ camera: kept, paths }: SketchFile): Size => (kept && paths.length > 0 ? kept.size : sizeNow());
/** A stroke of a sketch as it is seen now. */
export const asSeen = (stroke: Stroke): Stroke => resized(stroke, sizeOf(sketch.value), sizeNow());

/** Whether the scene is seen from where it was when the strokes were drawn. */
export function isSameCamera(): boolean {
  void cameraMoved.value;
  const kept = sketch.value.camera;
  if (!kept || sketch.value.paths.length === 0) return true;
  return camera.position.distanceTo(new Vector3(...kept.position)) < 1e-3 && looking.target.distanceTo(new Vector3(...kept.target)) < 1e-3;
}

function onFloor(at: Point): Vector3 | null {
  const { x, y } = share(at);
  return hitPlane(x, y, FLOOR);
}

/** The axis of the floor that lies across the view: along it a slope is seen in profile. */
function across(): Axis {
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  return Math.abs(right.z) >= Math.abs(right.x) ? "z" : "x";
}

/** Dragging a footprint makes a box or a slope. */
function addingTo(shape: Shape, from: Point): Drag | null {
  const start = onFloor(from);
  if (!start) return null;
  const before = sketch.value;
  const after = (to: Point): SketchFile | null => {
    const end = onFloor(to);
    return end && { ...before, scene: withShape(before.scene, shape, [start, end], FIRST_HEIGHT, across()) };
  };
  return {
    move: (to) => previewSketch(after(to)),
    end: (to) => {
      previewSketch(null);
      const next = after(to);
      if (next) keep(next, `add a ${shape}`);
      adding.value = null;
    },
    cancel: () => previewSketch(null),
  };
}

/** Drawing a stroke; the program decides whether it is a path, a shadow, a scribble or a part drawn again. */
function drawing(from: Point): Drag {
  const points: Stroke = [[from.x, from.y]];
  let shown: Stroke = [];
  // Another stroke may be under the pen by then.
  const stop = () => {
    if (pen.peek() === shown) pen.value = [];
  };
  return {
    move: (_, event) => {
      const box = (event.target as Element).getBoundingClientRect();
      const parts = event.getCoalescedEvents?.() ?? [];
      for (const part of parts.length > 0 ? parts : [event]) points.push([part.clientX - box.left, part.clientY - box.top]);
      pen.value = shown = phase.value === "shadow" ? draped(points, sketch.value.scene.blocks) : [...points];
    },
    end: () => {
      const stroke = resampled(points);
      if (stroke.length < SHORTEST) return stop();
      refusal.value = null;
      const camera = cameraNow();
      // The stroke stays in sight until the program has said what it is.
      const asMeant = (now: SketchFile): Stroke => resized(phaseOf(now) === "shadow" ? draped(stroke, now.scene.blocks) : stroke, sizeNow(), sizeOf(now));
      void edit((now) => ({ edit: "stroke", points: asMeant(now) }), (now) => (now.paths.length === 0 ? { ...now, camera } : now)).then(stop);
    },
    cancel: stop,
  };
}

/** Whether a pen was used: from then on fingers turn and shift the view. */
export const penSeen = signal(false);
/** Whether fingers draw although there is a pen. */
export const fingersDraw = signal(false);

/** Buttons of a pen whose other end erases. */
const ERASER = 32;
/** Pixels from the eraser within which a stroke is deleted. */
const ERASED = 24;

/** The eraser deletes the path whose strokes it touches. */
function erasing(): Drag {
  const erase = (at: Point) => {
    const near = (stroke: Stroke) => asSeen(stroke).some(([x, y]) => Math.hypot(x - at.x, y - at.y) < ERASED);
    const touched = sketch.value.paths.flatMap(({ path, shadow }, n) => (near(path) || near(shadow) ? [n] : []));
    const path = touched.at(-1);
    if (path === undefined) return;
    const { paths } = sketch.value;
    // A path whose shadow is to come is not the program's yet.
    if (paths[path].shadow.length === 0) keep({ ...sketch.value, paths: paths.slice(0, path) }, "delete the path");
    else void edit({ edit: "delete", path });
  };
  return { move: () => {}, end: erase, cancel: () => {}, click: erase };
}

/** The pointer over the viewport: a box, a handle, a stroke, or with Alt the camera. A pen always draws. */
export function sketchPointer(at: Point, event: PointerEvent): Drag | null {
  if (event.pointerType === "pen") penSeen.value = true;
  if (event.pointerType === "touch" && penSeen.value && !fingersDraw.value) return null;
  if ((event.buttons & ERASER) !== 0) return isSameCamera() ? erasing() : null;
  const handle = scenery.handleAt(at.x, at.y, viewportSize());
  if (event.altKey && handle?.kind !== "arrow") return null;
  if (adding.value) return addingTo(adding.value, at);
  const drag = draggingScene(handle, at);
  if (drag) return drag;
  if (handle && phase.value === "arcs") return draggingHandle(handle, at);
  return isSameCamera() ? drawing(at) : null;
}
