// Control: a motion that does what is asked. Drag the target; the figure holds the measured moment and follows.
import { fill, h, text, when } from "../core/dom";
import { type Drag, type Point } from "../core/gesture";
import { pointer } from "../core/pointer";
import { resource } from "../core/resource";
import { bump, computed, effect, signal, untracked } from "../core/signal";
import { doc, history } from "../core/store";
import { view } from "../core/view";
import { count, words } from "../core/words";
import { playsAtOnce, seek } from "../motion/play";
import { actor, type Stage } from "../motion/stage";
import { type Asked, askNumbers } from "../net/verbs";
import { motionIn } from "../net/motions";
import { button } from "../ui/button";
import { numberField, slider } from "../ui/slider";
import { project } from "../view3d/camera";
import { palette } from "../view3d/colors";
import { setPointerTool, share, viewportSize } from "../view3d/panel";
import { Target } from "../view3d/target";
import { overlayChanged, overlayDragged, overlays } from "../view3d/viewport";
import { type BodyFrame, frameOf, fromWorld, jointOf, toWorld } from "./bodyframe";
import { commandBox } from "./command";
import { build, building, type Sought } from "./controllable";
import { makeLive } from "./made";
import { details, errorMessage, facts, message, warnings, working } from "./parts";
import { besideFixed } from "./registered";
import { addTool, type Exportable } from "./tool";
import type { Parameter, ParametricAtAnswer, ParametricShowAnswer } from "../types.gen";

interface Kept {
  motion: string;
  from: Sought;
  measure: string;
  target: number[] | null;
}

const PATH = pointer("control");
const TARGET = pointer("control", "target");
const kept = computed(() => doc.read<Kept>(PATH));
const open = computed(() => (view.tool.value === "control" ? (kept.value?.motion ?? null) : null));
const dragging = signal(false);
const sweeping = signal(false);

const shown = resource(() => (open.value ? { motion: `#${open.value}`, measure: kept.value?.measure } : null), async ({ motion }, cancel) => {
  const answer = await askNumbers<ParametricShowAnswer>({ verb: "parametric.show", request: { motion } }, "", cancel);
  return { facts: answer.header.answer, points: answer.array("cloud.points") as Float32Array | null, sizes: answer.shape("cloud.points") };
});

/** The target: as it was set, else what the first example does. */
const target = computed<number[] | null>(() => {
  const facts = shown.value.value?.facts;
  const set = doc.read<number[]>(TARGET);
  if (set && (!facts || set.length === facts.parameters.length)) return set;
  return facts?.examples[0]?.parameters ?? null;
});

const asked = computed<Asked | null>(() => (open.value && shown.value.value && target.value ? { verb: "parametric.at", request: { motion: `#${open.value}`, target: target.value } } : null));
const made = makeLive<ParametricAtAnswer>(() => asked.value);
const answer = computed(() => made.made.value?.answer.motions[0] ?? null);
/** What the motion that is shown measures. */
const reached = computed(() => made.draft.value?.reached ?? answer.value ?? null);

/** The point of the body that is measured, when the measure is one place. */
const point = computed(() => /^\s*([\w.']+)\s*@/.exec(shown.value.value?.facts.measure ?? "")?.[1] ?? null);
const isPlace = computed(() => (shown.value.value?.facts.parameters.length ?? 0) === 3 && point.value !== null);

/** Where measured places are: found once for each motion with controls, so that the scene stands still during a drag. */
const frame = signal<{ of: string; frame: BodyFrame } | null>(null);
effect(() => {
  const motion = made.motion.value;
  const now = reached.value;
  const name = open.value;
  if (!motion || !now || !name || !isPlace.value || !point.value) return;
  const joint = jointOf(motion, point.value);
  if (joint < 0) return;
  const found = frameOf(motion, joint, now.reached);
  untracked(() => {
    const isNew = frame.value?.of !== name;
    const held = frame.value && !isNew ? frame.value.frame : found;
    frame.value = { of: name, frame: { ...held, secs: found.secs, x: found.x, z: found.z } };
    if (dragging.value) seek(found.secs);
    // A motion that is new on stage begins at its start first.
    else if (isNew) queueMicrotask(() => seek(found.secs));
  });
});

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
  }
  if (dragging.value) overlayDragged();
  else bump(overlayChanged);
});

effect(() => {
  const cloud = shown.value.value;
  const body = frame.value?.frame;
  if (!cloud?.points || cloud.sizes[1] !== 3 || !body) return;
  const places = new Float32Array(cloud.points.length);
  for (let at = 0; at < places.length; at += 3) toWorld(body, [...cloud.points.subarray(at, at + 3)]).toArray(places, at);
  ball.setCloud(places);
});

const rounded = (values: number[]) => values.map((value) => Number(value.toFixed(4)));
const preview = (values: number[]) => doc.preview(TARGET, rounded(values));

function commit(values: number[]): void {
  history.commit(TARGET, rounded(values), `target of ${open.value ?? ""}`);
}

/** The pointer over the viewport: the target first, then the camera. */
function pointerTool(at: Point): Drag | null {
  const body = frame.value?.frame;
  if (!body || !ball.group.visible || !ball.isAt(at.x, at.y, viewportSize())) return null;
  view.playing.value = false;
  dragging.value = true;
  seek(body.secs);
  const to = (now: Point, event: PointerEvent): number[] | null => {
    const { x, y } = share(now);
    const hit = ball.dragged(x, y, event);
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

effect(() => setPointerTool(pointerTool, view.tool.value === "control"));

/** The motions from the target to the other end of the first parameter. */
const swept = resource(
  () => {
    const facts = shown.value.value?.facts;
    if (!sweeping.value || !open.value || !target.value || !facts) return null;
    return { motion: `#${open.value}`, target: target.value, sweep: sweepEnd(target.value, facts.parameters), steps: 5 };
  },
  async (request, cancel) => {
    const found = await askNumbers<ParametricAtAnswer>({ verb: "parametric.at", request }, "", cancel);
    return Promise.all((found.header.clips ?? []).map((_, n) => motionIn(found, n)));
  },
);

/** Across the reach: the target with its first parameter at the farther end. */
export function sweepEnd(from: number[], parameters: Parameter[]): number[] {
  const [{ from: low, to: high }] = parameters;
  return [Math.abs(from[0] - low) > Math.abs(from[0] - high) ? low : high, ...from.slice(1)];
}

function stage(): Stage {
  const motion = made.motion.value;
  if (!motion) return { actors: [], common: false };
  const leading = actor({ ...motion, name: open.value ?? "" }, "main", { key: `control:${open.value}`, label: open.value ?? "" });
  // The first of the sweep is the motion that leads.
  const others = sweeping.value ? (swept.value.value ?? []).slice(1) : [];
  return { actors: [leading, ...others.map((other, n) => actor(other, "input", { key: `sweep:${n}`, label: `${n + 2}`, ground: besideFixed(leading.motion, n + 1), color: n }))], common: false };
}

function fields(): HTMLElement {
  const names = computed(() => JSON.stringify(shown.value.value?.facts.parameters ?? []));
  return fill(h("div", { class: "weights" }), () => {
    void names.value;
    const parameters = untracked(() => shown.value.value?.facts.parameters ?? []);
    return parameters.map(({ name, unit, from, to }, n) => {
      const set = (value: number) => (target.value ?? []).map((one, m) => (m === n ? value : one));
      const value = () => target.value?.[n] ?? 0;
      const room = 0.2 * (to - from);
      return [
        h("span", { class: "name", title: name }, name.replace(/\s*@.*$/, "")),
        slider({ label: `${name} in ${unit}`, min: () => from - room, max: () => to + room, step: (to - from) / 200 || 0.01, value, preview: (one) => preview(set(one)), commit: (one) => commit(set(one)) }),
        numberField({ label: `${name} as a number`, min: () => from, max: () => to, step: 0.01, value, commit: (one) => commit(set(one)) }),
      ];
    });
  });
}

function reach(): HTMLElement {
  return fill(h("div", { role: "status", id: "reach" }), () => {
    const now = answer.value;
    if (!now) return null;
    if (now.is_reached) return h("p", { class: "verdict good" }, h("span", { class: "said" }, now.off_mm === null ? "✓ Reached." : `✓ Reached within ${Math.max(0.1, now.off_mm).toFixed(1)} mm.`));
    return h("div", { class: "verdict doubtful" }, h("p", { class: "said" }, `▲ ${now.off_mm === null ? words.nearestMotion : words.outOfReach((now.off_mm / 10).toFixed(1))}`), button("Move the target there", () => commit(now.reached), { class: "button small", id: "project" }));
  });
}

function measureField(): HTMLElement {
  const field: HTMLInputElement = h("input", { type: "text", class: "field", "aria-label": "Measure", value: () => kept.value?.measure ?? "" });
  const again = () => {
    const now = kept.value;
    if (now && field.value.trim() !== now.measure) void build(now.from, field.value.trim(), now.motion);
  };
  return h("div", { class: "stack" }, h("p", { class: "muted" }, "What is controlled: a point of the body at a moment, such as wrist.r @apex or ankle.l.y @apex."),
    h("div", { class: "row" }, field, button("Measure again", again, { class: "button small", disabled: () => building.value })));
}

function panel(): HTMLElement {
  return h("div", { class: "stack" },
    when(() => kept.value === null, message(null, "Find an action with Search, then make it controllable.", button("Open Search", () => {
      view.tool.value = "search";
    }))),
    fill(h("div", {}), () => {
      const error = shown.error.value ?? made.error.value;
      return error ? errorMessage("Not controllable.", error, () => {}, button("Find more", () => {
        view.tool.value = "search";
      })) : null;
    }),
    working(() => "Measuring blends of the examples", building),
    when(() => asked.value !== null, h("p", { class: "muted" }, text(() => (isPlace.value ? "Drag the orange target in the viewport, or set it here." : "Set what the motion should measure.")))),
    fields(),
    h("div", { class: () => (made.draft.value ? "stale" : null) }, reach()),
    warnings(() => made.made.value?.notes),
    when(() => asked.value !== null, h("div", { class: "row" }, button("Sweep", () => {
      sweeping.value = !sweeping.value;
    }, { pressed: () => sweeping.value, title: "Show motions from here across the reach" }))),
    when(() => asked.value !== null, details("Numbers", false, fill(h("div", {}), () => {
      const facts2 = shown.value.value?.facts;
      const now = answer.value;
      return facts2 && now ? facts([["Examples", count(facts2.examples.length, "clip")], ["Samples", String(facts2.samples)], ["Off", now.off_mm === null ? null : `${now.off_mm.toFixed(2)} mm`], ["In use", count(now.weights.filter((weight) => weight > 0.01).length, "example")]]) : null;
    }))),
    when(() => asked.value !== null, details("Measure", false, measureField())),
    when(() => asked.value !== null, commandBox(exportable)));
}

function exportable(): Exportable | null {
  return asked.value && made.made.value ? { name: open.value ?? "motion", asked: asked.value, hasMotion: true } : null;
}


/** Where the target is in the viewport, from 0 to 1, for tests. */
export function targetSeen(): { x: number; y: number } | null {
  return ball.group.visible ? project(ball.place) : null;
}

addTool({
  id: "control",
  title: "Control",
  about: () => open.value ?? "",
  panel,
  hint: () => (isPlace.value ? "Drag the target · Ctrl keeps its height, Shift moves it straight up and down" : "Set what the motion should measure"),
  stage,
  exportable,
});
