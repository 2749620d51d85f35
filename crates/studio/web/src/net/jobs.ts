// Long work: it has a number, tells how far it is, and can be cancelled.
import { computed, signal } from "../core/signal";
import { decode } from "./container";
import { ApiError } from "./error";
import { errorOf, getJson, postJson, request } from "./http";
import type { MotionHeader } from "./motions";
import type { JobEvent, JobsFacts } from "../types.gen";
import type { Asked } from "./verbs";

const events = signal<ReadonlyMap<string, JobEvent>>(new Map());
const ended = new Map<string, (event: JobEvent) => void>();

/** Jobs under way. */
export const running = computed(() => [...events.value.values()].filter(({ state }) => state === "queued" || state === "running"));
/** Jobs that a restart of the server interrupted. */
export const interrupted = computed(() => [...events.value.values()].filter(({ state }) => state === "interrupted"));

/** Takes in what the server tells of a job. */
export function hearJob(event: JobEvent): void {
  const known = events.peek().get(event.job);
  // A server that was killed has forgotten the last numbers of what it interrupted.
  if (known && known.seq > event.seq && event.state !== "interrupted") return;
  events.value = new Map(events.peek()).set(event.job, event);
  if (event.state === "queued" || event.state === "running") return;
  ended.get(event.job)?.(event);
  ended.delete(event.job);
}

/** Asks for all jobs: after a lost connection, events may be missing. */
export async function refreshJobs(): Promise<void> {
  const { jobs } = await getJson<JobsFacts>("/api/jobs");
  for (const event of jobs) hearJob(event);
}

/** Starts a job; its answer comes when it is done. */
export async function runJob<T>(asked: Asked, started?: (job: string) => void): Promise<{ answer: T; event: JobEvent }> {
  const { job } = await postJson<{ job: string }>("/api/jobs", asked);
  started?.(job);
  const event = await end(job);
  if (event.state === "cancelled") throw new ApiError(499, "cancelled", "Cancelled.");
  if (event.state === "interrupted") throw new ApiError(503, "interrupted", `${asked.verb} was interrupted.`);
  if (event.state !== "done") throw errorOf(422, event.error ?? { message: `${asked.verb} failed.` });
  return { answer: await getJson<T>(`/api/jobs/${job}/answer`), event };
}

/** The numbers that a job answered with. */
export async function jobNumbers<T>(job: string) {
  const response = await request(`/api/jobs/${job}/answer`, { headers: { Accept: "application/x-segue" } });
  return decode<MotionHeader<T>>(await response.arrayBuffer());
}

function end(job: string): Promise<JobEvent> {
  const known = events.peek().get(job);
  if (known && known.state !== "queued" && known.state !== "running") return Promise.resolve(known);
  return new Promise((resolve) => ended.set(job, resolve));
}

/** Cancels a job. */
export async function cancelJob(job: string): Promise<void> {
  await request(`/api/jobs/${job}`, { method: "DELETE" });
}

/** Goes on with a job that was interrupted. */
export async function resumeJob(job: string): Promise<void> {
  await postJson(`/api/jobs/${job}/resume`, {});
}
