// A sketch: the document that the program reads, and what it says of it.
import type { Foot, PathVerdict } from "../types.gen";
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
  wishes?: SketchWish[];
}

/** What is wished of a contact and the arc after it. */
export interface SketchWish {
  contact?: number;
  foot?: Foot | null;
  style?: string | null;
  locked?: boolean;
}

export type Place = [number, number, number];

/** A path as it was read or planned. */
export interface PathFacts {
  contacts: { place: Place; surface: string }[];
  arcs: { apex: Place; velocity: Place; points: Place[] }[];
  notes: string[];
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
  verdict: PathVerdict | null;
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
