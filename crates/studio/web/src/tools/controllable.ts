// From matches to a motion with controls: what is measured is proposed from how the examples move.
import { pointer } from "../core/pointer";
import type { Work } from "../core/resource";
import { signal } from "../core/signal";
import { history } from "../core/store";
import { view } from "../core/view";
import { words } from "../core/words";
import { clipNamed, motionOf } from "../library/clips";
import type { Motion } from "../motion/clip";
import { newPose, poseAt } from "../motion/pose";
import { ApiError } from "../net/error";
import { cancelJob, runJob } from "../net/jobs";
import type { SearchAnswer } from "../types.gen";
import { toast } from "../ui/toast";
import type { Query } from "./query";
import { nameOf } from "./query";

const loading = signal(false);
let job = "";
/** A motion with controls that is being built. Who cancels it still has what it was to be made of. */
export const building: Work = { loading, cancelled: signal(false), cancel: () => void cancelJob(job), again: () => {} };

/** Ends of limbs that are measured, by the part that moves them. */
const LIMBS: [string, "left" | "right", string][] = [
  ["ankle", "left", "ankle.l"], ["ankle", "right", "ankle.r"], ["wrist", "left", "wrist.l"], ["wrist", "right", "wrist.r"],
];

/** The end of a limb that goes farthest from the hips in a stretch, and when: what the action is about. */
export function proposed(motion: Motion, [first, last]: [number, number]): { point: string; secs: number } {
  const pose = newPose(motion.skeleton);
  const row = new Float32Array(motion.stride);
  let best = { point: "wrist.r", secs: 0, score: -Infinity };
  for (const [part, side, point] of LIMBS) {
    const joint = motion.skeleton.joints.findIndex((one) => one.side === side && (one.part ?? "").includes(part));
    if (joint < 0) continue;
    let start = 0;
    for (let frame = first; frame <= last; frame += 1) {
      poseAt(motion, frame / motion.rate, row, pose);
      const reach = Math.hypot(...[0, 1, 2].map((axis) => pose.places[3 * joint + axis] - pose.places[axis]));
      const height = pose.places[3 * joint + 1];
      if (frame === first) start = height;
      // A foot that leaves its height tells more than a hand that swings.
      const score = reach + 1.5 * Math.abs(height - start);
      if (score > best.score) best = { point, secs: (frame - first) / motion.rate, score };
    }
  }
  return best;
}

/** Builds a motion with controls of a search and opens Control. */
export async function makeControllable(query: Query, answer: SearchAnswer): Promise<void> {
  const examples = answer.matches.length + 1;
  if (examples < 4) {
    const more = answer.counts.find((one) => one.epsilon_cm > answer.epsilon_cm && one.matches >= 3);
    const raise = more && { label: "Find more", run: () => history.commit(pointer("search"), { ...query, epsilon_cm: more.epsilon_cm } as never, `ε ${more.epsilon_cm} cm`) };
    toast(words.tooFew(examples, 3), { heading: "Not controllable yet.", actions: raise ? [raise] : [] });
    return;
  }
  const clip = clipNamed(query.clip);
  const motion = clip && motionOf(clip);
  if (!clip || !motion) return;
  const { point } = proposed(motion, query.range);
  const { reject, extended, mirrored = false } = query;
  await build({ query: `#${nameOf(query)}`, epsilon_cm: answer.epsilon_cm, reject, extended, mirrored }, `${point} @apex`, `${query.clip}-control`);
}

/** The search whose matches are the examples. */
export interface Sought {
  query: string;
  epsilon_cm: number;
  reject: string[];
  extended: boolean;
  mirrored: boolean;
}

/** Builds from a query with a measure; the motion is kept in the library under a name. */
export async function build(from: Sought, measure: string, name: string): Promise<void> {
  loading.value = true;
  try {
    await runJob({ verb: "parametric.from", request: { ...from, controls: { measure }, output: `#${name}` } }, (id) => {
      job = id;
    });
    history.commit(pointer("control"), { motion: name, from, measure, target: null } as never, `make ${name} controllable`);
    view.tool.value = "control";
  } catch (thrown) {
    const error = ApiError.of(thrown);
    if (error.code !== "cancelled") toast(error.message, { heading: "Not controllable.", bad: true });
  } finally {
    loading.value = false;
  }
}
