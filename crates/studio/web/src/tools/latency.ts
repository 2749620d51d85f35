// How long it takes from when the page hears of a hand's move to the picture, for benchmarks. Browsers tell of moves once a frame.
import { view } from "../core/view";
import type { LiveAnswer } from "../net/live";
import { viewport } from "../view3d/panel";

/** Milliseconds of one sample of a drag: the server's own, and from the move to the answer and to the finished picture. */
export interface Latency {
  server_ms: number;
  round_ms: number;
  drawn_ms: number;
}

export const latencies: Latency[] = [];
const MOST = 2000;
let touched = 0;

if (view.testing) {
  for (const kind of ["pointermove", "input"]) addEventListener(kind, () => (touched = performance.now()), { capture: true });
}

/** When a move of the hand was last heard of; 0 outside of benchmarks. */
export function touchedAt(): number {
  return touched;
}

/** Notes a sample, once what was drawn is finished. */
export function noteDrawn({ header }: LiveAnswer, at: number, answeredAt: number): void {
  if (latencies.length >= MOST) return;
  viewport.peek()?.finish();
  latencies.push({ server_ms: (header.server_us ?? 0) / 1000, round_ms: answeredAt - at, drawn_ms: performance.now() - at });
}
