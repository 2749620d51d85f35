// The index, without which nothing is found: made as a job, and matches appear while it grows.
import { fill, h } from "../core/dom";
import { computed, effect, untracked } from "../core/signal";
import { about, words } from "../core/words";
import { clips } from "../library/clips";
import { ApiError } from "../net/error";
import { cancelJob, interrupted, resumeJob, runJob, running } from "../net/jobs";
import type { NoteFacts } from "../types.gen";
import { button } from "../ui/button";
import { toast } from "../ui/toast";
import { errorMessage, message } from "./parts";
import { answered, asked } from "./query";

/** The index that is made now. */
export const indexing = computed(() => running.value.find((job) => job.verb === "index") ?? null);
/** Milliseconds between searches while the index grows: matches appear as they are found. */
const GROWS_MS = 1500;
let lastAsked = 0;

effect(() => {
  if (!indexing.value || !asked.value || answered.loading.value) return;
  const now = performance.now();
  if (now - lastAsked < GROWS_MS) return;
  lastAsked = now;
  untracked(answered.again);
});

let wasIndexing = false;
effect(() => {
  const is = indexing.value !== null;
  if (wasIndexing && !is) untracked(answered.again);
  wasIndexing = is;
});

/** Builds the index as a job; the search is asked again after it. */
async function index(): Promise<void> {
  try {
    await runJob({ verb: "index", request: {} });
    // A job that ends before the page hears of it is never seen at work.
    answered.again();
  } catch (thrown) {
    const error = ApiError.of(thrown);
    if (!["cancelled", "interrupted"].includes(error.code)) toast(error.message, { heading: "Not indexed.", bad: true });
  }
}

/** Seconds that a minute of motion takes, roughly: 105 clips of twelve minutes took ten, and five hours of captures five minutes. */
const INDEX_SECS_PER_MINUTE = 1;

const indexSecs = (): number => (clips.value.reduce((sum, clip) => sum + clip.duration_secs, 0) / 60) * INDEX_SECS_PER_MINUTE;
const indexTime = (): string => about(indexSecs());

/** A library that takes no longer than this is indexed by the first search in it, without being asked. */
const AT_ONCE_SECS = 20;
let begun = false;

effect(() => {
  if (!isUnindexed(answered.error.value) || begun || indexSecs() > AT_ONCE_SECS) return;
  begun = true;
  untracked(() => void index());
});

/** Whether a search failed for want of an index. */
function isUnindexed(error: ApiError | null): boolean {
  return error !== null && (/index/i.test(error.message) || error.code === "find");
}

/** What is in the way of the search: an index that is made, or that is missing. */
export function problems(): HTMLElement {
  return fill(h("div", {}), () => {
    const error = answered.error.value;
    const job = indexing.value;
    if (job) return message(null, `Indexing ${job.what} · ${job.total > 0 ? Math.floor((100 * job.done) / job.total) : 0} %${job.eta_secs ? ` · about ${about(job.eta_secs)} left` : ""}`, button("Cancel", () => void cancelJob(job.job)));
    if (!error) return null;
    const stopped = interrupted.value.find(({ verb }) => verb === "index");
    if (stopped) return message(words.indexStopped, words.indexStoppedWay, button("Resume", () => void resumeJob(stopped.job), { class: "button primary", id: "index-resume" }));
    if (isUnindexed(error)) {
      return message(words.notIndexed, words.indexTakes(indexTime(), clips.value.length), button("Index now", () => void index(), { class: "button primary", id: "index-now" }));
    }
    return errorMessage("No search.", error, () => {});
  });
}

/** Whether a note says that clips were not searched. */
export const isGap = ({ level, text: said }: NoteFacts): boolean => level === "warning" && /not indexed/.test(said);

/** What was not searched because clips came after the index was made. */
export function gaps(): HTMLElement {
  return fill(h("div", {}), () => {
    const missing = (answered.value.value?.notes ?? []).find(isGap);
    if (!missing || indexing.value) return null;
    return message(words.partlyIndexed, words.indexTakes(indexTime(), clips.value.length), button("Index now", () => void index(), { class: "button primary", id: "index-now" }));
  });
}
