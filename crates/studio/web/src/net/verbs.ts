// Verbs: everything that can be asked of Segue. The request is the same whatever is wanted back: an answer, motion to
// draw, a file, a picture, the command that does the same.
import { type Container, decode } from "./container";
import { post } from "./http";
import type { MotionHeader } from "./motions";

/** The kinds of answer. */
export const ACCEPT = {
  json: "application/json",
  numbers: "application/x-segue",
  svg: "image/svg+xml",
  png: "image/png",
  glb: "model/gltf-binary",
  gltf: "model/gltf+json",
  bvh: "application/x-bvh",
  amc: "application/x-acclaim",
  npz: "application/x-npz",
  command: "text/x-shellscript",
  python: "text/x-python",
} as const;

/** A request of a verb. */
export interface Asked {
  verb: string;
  request: Record<string, unknown>;
}

/** The answer of a verb. */
export async function ask<T>({ verb, request }: Asked, cancel?: AbortSignal): Promise<T> {
  return (await (await post(`/api/verbs/${verb}`, request, ACCEPT.json, cancel)).json()) as T;
}

/** The answer of a verb with its motion. */
export async function askNumbers<T>({ verb, request }: Asked, extra = "", cancel?: AbortSignal): Promise<Container<MotionHeader<T>>> {
  const response = await post(`/api/verbs/${verb}${extra}`, request, ACCEPT.numbers, cancel);
  return decode<MotionHeader<T>>(await response.arrayBuffer());
}

/** A text about a verb: the command line or the Python lines that do the same. */
export async function askText({ verb, request }: Asked, kind: "command" | "python", cancel?: AbortSignal): Promise<string> {
  return (await post(`/api/verbs/${verb}`, request, ACCEPT[kind], cancel)).text();
}

/** What a verb makes, as a file. */
export async function askFile({ verb, request }: Asked, kind: keyof typeof ACCEPT): Promise<Blob> {
  return (await post(`/api/verbs/${verb}`, request, ACCEPT[kind])).blob();
}
