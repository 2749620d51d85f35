// Hooks for tests: what the page shows, in numbers, and a clock that stands still until it is set.
import { frameStats, isPending, settle } from "../core/frame";
import { doc, history } from "../core/store";
import { view, type ViewName } from "../core/view";
import { seek } from "../motion/play";
import { main, stage } from "../motion/stage";
import { busy } from "../net/http";
import { running } from "../net/jobs";
import { live } from "../net/live";
import { troubles } from "../timeline/quality";
import { timelineX, timelineY } from "../timeline/window";
import { latencies } from "../tools/latency";
import { scenery } from "../tools/sketchdrag";
import { shownPath } from "../tools/sketchstate";
import { exportable } from "../tools/tool";
import { camera, looking, lookFrom, project } from "../view3d/camera";
import { viewport } from "../view3d/panel";
import { posed } from "../view3d/posed";
import { targetSeen } from "../view3d/target";
import { Vector3 } from "three";

/** Quiet for so long, the page is idle. */
const QUIET_MS = 100;

/** Busy for so long, something never ends. */
const LONGEST_MS = 180_000;

/** What the page is busy with. */
function busyWith(): string[] {
  const all: [string, boolean][] = [
    ["requests", busy.requests > 0], ["live", live.isWaiting], ["jobs", running.value.length > 0], ["frames", isPending()], ["commands", history.pending().length > 0],
  ];
  return all.filter(([, is]) => is).map(([name]) => name);
}

/** Waits until the page is idle; what is named may go on. */
async function idle(besides: string[] = []): Promise<void> {
  let quiet = 0;
  const until = performance.now() + LONGEST_MS;
  while (quiet < QUIET_MS) {
    if (performance.now() > until) throw new Error(`the page is still busy with ${busyWith().join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    quiet = busyWith().some((what) => !besides.includes(what)) ? 0 : quiet + 20;
  }
}

function stats() {
  return {
    ...frameStats(),
    actors: posed.value.map(({ actor, pose, isDressed, isGhost }) => ({
      isDressed, isGhost, key: actor.key, role: actor.role, label: actor.label, places: [...pose.places], joints: actor.motion.skeleton.joints.map((joint) => joint.name), time: actor.time(view.time.value),
    })),
    stage: stage.value.actors.map(({ key, role }) => ({ key, role })),
    rows: document.querySelectorAll(".clip").length,
  };
}

/** Draws the scene as it is; the milliseconds that takes. */
function redraw(): number {
  const from = performance.now();
  viewport.value?.render();
  viewport.value?.finish();
  return performance.now() - from;
}

/** Makes `window.studio` for tests. */
export function exposeHooks(ready: Promise<void>): void {
  const hooks = {
    ready,
    idle,
    busyWith,
    stats,
    timelineX,
    timelineY,
    setTime: (secs: number) => {
      view.playing.value = false;
      seek(secs);
      settle();
    },
    setView: (name: ViewName) => {
      lookFrom(name);
      settle();
    },
    project: (x: number, y: number, z: number) => project(new Vector3(x, y, z)),
    arrows: () => targetSeen()?.arrows ?? [],
    target: () => targetSeen()?.ball ?? null,
    camera: () => ({ position: camera.position.toArray(), target: looking.target.toArray() }),
    handles: () => scenery.handles.map((handle) => ({ ...handle, at: handle.at.toArray() })),
    sketched: () => shownPath.value,
    latencies: () => latencies,
    redraw,
    troubles: () => troubles.value,
    document: () => doc.all(),
    exported: () => exportable.value,
    main: () => {
      const motion = main.value?.motion;
      return motion ? { name: motion.name, frames: motion.frames, rate: motion.rate, plants: motion.plants } : null;
    },
    view: () => ({
      tool: view.tool.value, selection: view.selection.value, time: view.time.value, playing: view.playing.value, range: view.range.value, follow: view.follow.value, camera: view.camera.value,
    }),
  };
  Object.assign(window, { studio: hooks });
}
