// Handles of a sketch under the hand: contacts, apexes and arrows of the plan, and the tops and sides of what stands in the scene.
import { Plane, Vector3 } from "three";
import type { Drag, Point } from "../core/gesture";
import type { SketchEdit } from "../types.gen";
import { pulled, taken } from "../view3d/axes";
import { camera, hitPlane } from "../view3d/camera";
import { share } from "../view3d/panel";
import { ARROW, type Handle, Scenery } from "../view3d/scenery";
import { groundAt } from "./ground";
import { inHand } from "./handlabel";
import { heightOf, reachOf, type SceneFile, type Shape, withHeight, withReach, withSide } from "./scenedoc";
import type { SketchFile } from "./sketchdoc";
import { chosen, edit, keep, previewSketch, shownPath, sketch, trying } from "./sketchstate";

export const scenery = new Scenery();

const round = (value: number) => Number(value.toFixed(2));

/** How far an arrow turns for each pixel that it is pulled down, as a share of its length. */
const TURNS = 0.01;

/** The direction on the floor that leads down in the picture: towards whoever looks. */
function nearer(): Vector3 {
  const [up, back] = [1, 2].map((n) => new Vector3().setFromMatrixColumn(camera.matrixWorld, n).setY(0));
  return (back.length() > 0.3 ? back : up.negate()).normalize();
}

/** The landing of a flight whose arrow is pulled down by so many pixels: towards whoever looks, at the same distance. */
function turned(path: number, arc: number, pixels: number): SketchEdit | null {
  const contacts = shownPath.value?.plan?.contacts;
  const [from, to] = [contacts?.[arc]?.place, contacts?.[arc + 1]?.place];
  if (!from || !to) return null;
  const flight = new Vector3(to[0] - from[0], 0, to[2] - from[2]);
  const way = flight.clone().addScaledVector(nearer(), pixels * TURNS * flight.length()).setLength(flight.length());
  return { edit: "contact", path, contact: arc + 1, place: [round(from[0] + way.x), to[1], round(from[2] + way.z)] };
}

/** What dragging a handle to a point of the viewport asks for; with Alt, an arrow turns sideways. */
function wish(handle: Handle, at: Point, { from, isSideways }: { from: Point; isSideways: boolean }): SketchEdit | null {
  const { x, y } = share(at);
  const path = sketch.value.paths.length - 1;
  const upright = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()).setY(0).normalize(), handle.at);
  if (handle.kind === "contact") {
    const hit = groundAt(sketch.value.scene, x, y);
    return hit && { edit: "contact", path, contact: handle.index, place: [round(hit.x), round(hit.y), round(hit.z)] };
  }
  const hit = hitPlane(x, y, upright);
  if (!hit) return null;
  if (handle.kind === "apex") return { edit: "apex", path, arc: handle.index, height: round(Math.max(0.3, hit.y)) };
  if (handle.kind === "arrow" && isSideways) return turned(path, handle.index, at.y - from.y);
  const apex = scenery.handles.find((one) => one.kind === "apex" && one.index === handle.index);
  return apex ? { edit: "speed", path, arc: handle.index, speed: round(Math.max(0.2, hit.distanceTo(apex.at) / ARROW)) } : null;
}

/** What an edit sets, in numbers. */
function numbersOf(change: SketchEdit | null): string {
  if (change?.edit === "apex") return `${change.height.toFixed(2)} m high`;
  if (change?.edit === "speed") return `${change.speed.toFixed(1)} m/s`;
  return change?.edit === "contact" ? `${change.place[2].toFixed(2)} m on, ${change.place[0].toFixed(2)} m aside` : "";
}

/** Dragging a handle of the plan. */
export function draggingHandle(handle: Handle, from: Point): Drag {
  return {
    move: (at, event) => {
      trying.value = wish(handle, at, { from, isSideways: event.altKey });
      inHand.value = { words: numbersOf(trying.value), at };
    },
    end: (at, event) => {
      inHand.value = null;
      const change = wish(handle, at, { from, isSideways: event.altKey });
      if (change) void edit(change);
    },
    cancel: () => {
      inHand.value = null;
      trying.value = null;
    },
    click: () => choose(handle.kind === "contact" ? handle.index : handle.index + 1),
  };
}

/** Chooses a step: that of a contact, or the one in which a flight ends. */
function choose(contact: number): void {
  chosen.value = contact;
  requestAnimationFrame(() => document.querySelectorAll(".step")[contact]?.scrollIntoView({ block: "nearest" }));
}

/** Dragging something of the scene: `after` is the scene for a point of the viewport, `words` what the hand sees. */
function changing(shape: Shape, after: (at: Point, event: PointerEvent) => SceneFile | null, words: (scene: SceneFile) => string): Drag {
  const before = sketch.value;
  const changed = (at: Point, event: PointerEvent): SketchFile | null => {
    const scene = after(at, event);
    return scene && { ...before, scene };
  };
  const stop = () => {
    inHand.value = null;
    previewSketch(null);
  };
  return {
    move: (at, event) => {
      const next = changed(at, event);
      previewSketch(next);
      inHand.value = next && { words: words(next.scene), at };
    },
    end: (at, event) => {
      const next = changed(at, event);
      stop();
      if (next) keep(next, `change a ${shape}`);
    },
    cancel: stop,
    click: () => {},
  };
}

type Top = Handle & { kind: Shape };
type Side = Handle & { kind: "side" };

/** Dragging the handle on top of a box or a slope changes its height. */
function raising({ kind, index, at: top }: Top): Drag {
  const { scene } = sketch.value;
  const after = (at: Point): SceneFile | null => {
    const { x, y } = share(at);
    const upright = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()).setY(0).normalize(), top);
    const hit = hitPlane(x, y, upright);
    return hit && withHeight(scene, kind, index, hit.y);
  };
  return changing(kind, after, (now) => `${heightOf(now, kind, index).toFixed(2)} m high`);
}

/** Dragging a side of a box or a slope moves it along its axis; with Shift, the whole thing goes with it. */
function siding({ shape, index, axis, isFar, at: side }: Side, from: Point): Drag {
  const { scene } = sketch.value;
  const way = axis === "x" ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  const start = share(from);
  const grip = taken(way, side, start.x, start.y);
  const { from: begin, length } = reachOf(scene, shape, index, axis);
  const after = (at: Point, event: PointerEvent): SceneFile => {
    const { x, y } = share(at);
    const to = pulled(grip, x, y)[axis];
    return event.shiftKey ? withReach(scene, shape, index, axis, begin + to - side[axis], length) : withSide(scene, shape, index, axis, isFar, to);
  };
  return changing(shape, after, (now) => {
    const reach = reachOf(now, shape, index, axis);
    return `${reach.length.toFixed(2)} m ${axis === "z" ? "deep" : "wide"}, from ${reach.from.toFixed(2)} m`;
  });
}

/** Dragging a handle of something that stands in the scene; null where the handle is none. */
export function draggingScene(handle: Handle | null, at: Point): Drag | null {
  if (handle?.kind === "side") return siding(handle, at);
  return handle?.kind === "box" || handle?.kind === "slope" ? raising(handle) : null;
}
