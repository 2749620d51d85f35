// Motions and skeletons from containers; what has a content hash is fetched once.
import { type Motion, plantsOfBits, type Side, type Skeleton } from "../motion/clip";
import type { ClipFrames, DraftFacts, NoteFacts, SkeletonShape } from "../types.gen";
import type { Container } from "./container";
import { getJson, getNumbers } from "./http";

/** The header of a container with motions. */
export interface MotionHeader<T> {
  live?: number;
  seq?: number;
  server_us?: number;
  /** What is known of a draft; a whole answer has none. */
  draft?: DraftFacts;
  answer: T;
  /** What was noted on the way. */
  notes?: NoteFacts[];
  clips?: ClipFrames[];
}

const skeletons = new Map<string, Promise<Skeleton>>();
const motions = new Map<string, Promise<Motion>>();

/** A skeleton by its content. */
export function skeleton(hash: string): Promise<Skeleton> {
  let found = skeletons.get(hash);
  if (!found) {
    found = getJson<SkeletonShape>(`/api/skeletons/${hash}`).then(skeletonOf);
    found.catch(() => skeletons.delete(hash));
    skeletons.set(hash, found);
  }
  return found;
}

/** The side that a joint's name tells, where the anatomy does not. */
export function sideOf(name: string): Side {
  if (/left|(^|[_.\-: ])l([_.\-: ]|$)|^l[A-Z]/i.test(name) && !/^lower|^l(o|u)mbar/i.test(name)) return "left";
  if (/right|(^|[_.\-: ])r([_.\-: ]|$)|^r[A-Z]/i.test(name) && !/^root/i.test(name)) return "right";
  return "middle";
}

function skeletonOf(facts: SkeletonShape): Skeleton {
  const joints = facts.joints.map((joint) => ({
    ...joint,
    parent: joint.parent ?? -1,
    side: (joint.side as Side | null) ?? sideOf(joint.name),
  }));
  return { hash: facts.hash, joints, ends: facts.ends };
}

/** The motion number `n` of a container. */
export async function motionIn<T>(container: Container<MotionHeader<T>>, n: number): Promise<Motion> {
  const facts = container.header.clips?.[n];
  if (!facts) throw new Error(`the answer has no motion number ${n}`);
  const [, stride] = container.shape(`clip${n}.rows`);
  return {
    name: facts.name,
    skeleton: await skeleton(facts.skeleton),
    rate: facts.rate,
    frames: facts.frames,
    rows: container.array(`clip${n}.rows`) as Float32Array,
    stride,
    translated: facts.translated,
    u: container.array(`clip${n}.u`) as Float32Array | null,
    plants: plantsOfBits(container.array(`clip${n}.plants`) ?? new Uint8Array(0)),
  };
}

/** The motion with a role in a container, or null. */
export async function motionAs<T>(container: Container<MotionHeader<T>>, role: string): Promise<Motion | null> {
  const n = (container.header.clips ?? []).findIndex((facts) => facts.role === role);
  return n < 0 ? null : motionIn(container, n);
}

/** The poses of a clip of the library. */
export function clipMotion(hash: string): Promise<Motion> {
  let found = motions.get(hash);
  if (!found) {
    found = getNumbers<MotionHeader<unknown>>(`/api/clips/${hash}/poses`).then((container) => motionIn(container, 0));
    found.catch(() => motions.delete(hash));
    motions.set(hash, found);
  }
  return found;
}
