// The target of a motion with controls in the viewport: dragged by the pointer, moved by keys; the figure holds the measured moment
// and follows.
import type { Drag, Point } from "../core/gesture";
import { bump, computed, effect } from "../core/signal";
import { doc } from "../core/store";
import { view } from "../core/view";
import { playsAtOnce, seek } from "../motion/play";
import { palette } from "../view3d/colors";
import { setHandles } from "../view3d/handles";
import { setPointerTool, share, viewport, viewportSize } from "../view3d/panel";
import { Target } from "../view3d/target";
import { overlayChanged, overlayDragged, overlays } from "../view3d/viewport";
import { fromWorld, toWorld, waysOf } from "./bodyframe";
import { commit, dragging, frame, isPlace, preview, reached, shown, target, TARGET } from "./controlstate";
import { targetHandle } from "./targethandle";

const ball = new Target();

effect(() => {
  const visible = view.tool.value === "control" && isPlace.value && frame.value !== null && target.value !== null;
  ball.group.visible = visible;
  if (ball.group.parent === null) overlays.add(ball.group);
  ball.paint(palette.value);
  if (visible && frame.value && target.value) {
    const { frame: body } = frame.value;
    const off = reached.value && !reached.value.is_reached ? toWorld(body, reached.value.reached) : null;
    ball.put(toWorld(body, target.value), off);
    ball.axes.point(waysOf(body));
  }
  if (dragging.value) overlayDragged();
  else bump(overlayChanged);
});

// The target has a place only once the motion is there; then the camera takes in its arrows too, at the moment that is measured.
const measured = computed(() => frame.value?.of ?? null);
effect(() => {
  if (measured.value !== null) queueMicrotask(() => viewport.value?.frameAll());
});

effect(() => {
  const cloud = shown.value.value;
  const body = frame.value?.frame;
  if (!cloud?.points || cloud.sizes[1] !== 3 || !body) return;
  const places = new Float32Array(cloud.points.length);
  for (let at = 0; at < places.length; at += 3) toWorld(body, [...cloud.points.subarray(at, at + 3)]).toArray(places, at);
  ball.setCloud(places);
});

/** The pointer over the viewport: the target first, then the camera. */
function pointerTool(at: Point): Drag | null {
  const body = frame.value?.frame;
  const grip = ball.group.visible ? ball.grip(at.x, at.y, viewportSize()) : null;
  if (!body || !grip) return null;
  view.playing.value = false;
  dragging.value = true;
  seek(body.secs);
  const to = (now: Point, event: PointerEvent): number[] | null => {
    const { x, y } = share(now);
    const hit = ball.dragged(grip, x, y, event);
    return hit ? fromWorld(body, hit) : null;
  };
  const stop = () => {
    dragging.value = false;
  };
  return {
    move: (now, event) => {
      const place = to(now, event);
      if (place) preview(place);
    },
    end: (now, event) => {
      const place = to(now, event);
      stop();
      if (place) commit(place);
      playFromStart();
    },
    cancel: () => {
      stop();
      doc.discard(TARGET);
    },
    click: stop,
  };
}

/** Plays the motion from its beginning after the hand let go; where nothing plays by itself, the measured moment stays in sight. */
function playFromStart(): void {
  if (!playsAtOnce()) return;
  seek(0);
  view.playing.value = true;
}

setHandles("control", () => (isPlace.value ? [targetHandle({
  place: () => (ball.group.visible ? ball.place : null),
  ways: () => (frame.value ? waysOf(frame.value.frame) : null),
  numbers: () => target.value,
  commit,
})] : []));

effect(() => setPointerTool(pointerTool, view.tool.value === "control"));
