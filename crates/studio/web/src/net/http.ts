// Typed calls over HTTP. Every refusal becomes an `ApiError`.
import { type Container, decode } from "./container";
import type { Hint } from "../types.gen";
import { ApiError } from "./error";

/** Requests under way, so that tests know when the page is idle. */
export const busy = { requests: 0 };

/** What a server answers with when it refuses. */
interface Refusal {
  code?: string;
  message?: string;
  at?: { field?: string; secs?: number; joint?: string } | null;
  try?: Hint[];
}

/** The error that a refusal stands for. */
export function errorOf(status: number, refusal: Refusal): ApiError {
  const { code = "internal", message = `The server answered ${status}.` } = refusal;
  return new ApiError(status, code, message, refusal.try ?? [], refusal.at ?? {});
}

/** A response that is not refused. */
export async function request(path: string, options: RequestInit = {}): Promise<Response> {
  busy.requests += 1;
  try {
    const response = await fetch(path, options);
    if (response.ok) return response;
    const body = await response.text();
    throw Object.assign(errorOf(response.status, parse(body)), { body: parse(body) });
  } finally {
    busy.requests -= 1;
  }
}

function parse(body: string): Refusal & Record<string, unknown> {
  try {
    return JSON.parse(body) as Refusal & Record<string, unknown>;
  } catch {
    return { message: body };
  }
}

/** The JSON at a path. */
export async function getJson<T>(path: string, cancel?: AbortSignal): Promise<T> {
  return (await (await request(path, { signal: cancel })).json()) as T;
}

/** The container at a path. */
export async function getNumbers<T>(path: string, cancel?: AbortSignal): Promise<Container<T>> {
  return decode<T>(await (await request(path, { signal: cancel })).arrayBuffer());
}

/** Sends JSON. */
export async function postJson<T>(path: string, body: unknown, cancel?: AbortSignal): Promise<T> {
  return (await (await post(path, body, "application/json", cancel)).json()) as T;
}

/** Letters that are sent although the page is gone; browsers have room for 64 KB of a page, which they free late. */
const LAST = 16_000;

/** Sends JSON even if the page is closed meanwhile. Sending it twice must be harmless. */
export async function postLast(path: string, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: text };
  if (text.length >= LAST) return void (await request(path, options));
  await request(path, { ...options, keepalive: true }).catch((thrown: unknown) => {
    // Where the browser has no room for it, it is sent as usual.
    if (ApiError.of(thrown).isGone) return request(path, options);
    throw thrown;
  });
}

/** Sends JSON and asks for a kind of answer. */
export function post(path: string, body: unknown, accept: string, cancel?: AbortSignal): Promise<Response> {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return request(path, { method: "POST", headers, body: JSON.stringify(body), signal: cancel });
}
