// A sketch: the document that the program reads, and what it says of it.
import type { SceneFile } from "./scenedoc";
import type { Stroke } from "./strokes";

/** The camera in which strokes were drawn. */
export interface SketchCamera {
  position: [number, number, number];
  target: [number, number, number];
  fov_degrees: number;
  size: [number, number];
}

/** The sketch file, version 2. */
export interface SketchFile {
  segue_sketch: 2;
  camera?: SketchCamera;
  scene: SceneFile;
  paths: Drawing[];
}

/** What an end of the strokes means: in full motion, or standing still. */
export type StrokeEnd = "contact" | "apex" | "stand";

/** A path and its shadow. */
export interface Drawing {
  path: Stroke;
  shadow: Stroke;
  begin?: StrokeEnd;
  end?: StrokeEnd;
}

/** One change of a sketch. */
export type Edit =
  | { edit: "stroke"; points: Stroke }
  | { edit: "delete"; path: number }
  | { edit: "contact"; path: number; contact: number; place: [number, number, number] }
  | { edit: "apex"; path: number; arc: number; height: number }
  | { edit: "speed"; path: number; arc: number; speed: number }
  | { edit: "step"; path: number; contact: number; foot: string | null };

export type Place = [number, number, number];

/** A path as it was read or planned. */
export interface PathFacts {
  contacts: { place: Place; surface: string }[];
  arcs: { apex: Place; velocity: Place; points: Place[] }[];
  notes: string[];
}

export interface Params {
  zs: number;
  ze: number;
  vs: number;
  ve: number;
  vp: number;
  x: number;
}

/** Whether one stance can be done. */
export interface StanceVerdict {
  contact: number;
  stance: { name: string; footing: string; parameters: Params };
  plausible: boolean;
  reasons: string[];
  nearest: Params | null;
  in_the_way: string[];
}

/** The rigid body at a moment. */
export interface RigidMoment {
  secs: number;
  position: Place;
  orientation: [number, number, number, number];
  half_axes: Place;
  force_newtons: Place;
  contact: Place;
  support: Place[];
}

export interface SketchedPath {
  reading: PathFacts;
  plan: PathFacts;
  broken: string[];
  verdicts: StanceVerdict[];
  playback: RigidMoment[];
}

export interface SketchAnswer {
  sketch: SketchFile;
  shadow_next: boolean;
  outcomes: ("path_drawn" | "shadow_drawn" | "deleted" | "replaced" | "planned")[];
  paths: SketchedPath[];
}

export const EMPTY: SketchFile = { segue_sketch: 2, scene: { ground: 0, blocks: [] }, paths: [] };

export type Phase = "path" | "shadow" | "arcs";

/** What is waited for: a path, the shadow of the last one, or changes. */
export function phaseOf({ paths }: SketchFile): Phase {
  const last = paths.at(-1);
  return !last ? "path" : last.shadow.length === 0 ? "shadow" : "arcs";
}

/** What a stance does that nothing does, and what works: in words. */
export function told({ plausible, reasons, stance, nearest }: StanceVerdict): string {
  const { vs } = stance.parameters;
  if (plausible) return "a body can do this";
  if (nearest && Math.abs(nearest.vs - vs) > 0.05) {
    return `takes off too ${nearest.vs < vs ? "fast" : "slowly"}, ${vs.toFixed(1)} m/s; ${nearest.vs.toFixed(1)} works`;
  }
  return reasons.join("; ") || "no body can do this";
}
