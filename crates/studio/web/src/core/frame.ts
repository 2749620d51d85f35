// One scheduler for the page: actions (time, answers), then the DOM (stale effects), then canvases that are dirty.
// Nothing is scheduled when nothing changes.
import { flush, isStale, onStale, signal } from "./signal";

type Ticker = (secs: number) => void;

const tickers = new Set<Ticker>();
const painters = new Set<() => void>();
let handle = 0;
let last = 0;
let frames = 0;
let slowest = 0;
let asked = 0;
let resting: ReturnType<typeof setTimeout> | null = null;

/** Frames that come later than this after they were asked for, in milliseconds, are coarser: one step, then two. */
const LATE = [25, 50];
/** Late frames in a row until the picture becomes coarser: one may be chance. */
const LATE_FRAMES = 3;
/** Milliseconds without a frame after which the picture is drawn finely again: another size costs a frame or two itself. */
const REST_MS = 700;
const late = [0, 0];

/** How coarse pictures are to be while frames come late: 0 is fine. It never sinks before the page is at rest. */
export const coarseness = signal(0);

function request(): void {
  if (handle !== 0) return;
  handle = requestAnimationFrame(run);
  asked = performance.now();
}

/** Notes how late a frame is. */
function judge(waited: number): void {
  LATE.forEach((limit, step) => {
    late[step] = waited > limit ? late[step] + 1 : 0;
    if (late[step] >= LATE_FRAMES && coarseness.peek() <= step) coarseness.value = step + 1;
  });
  if (resting !== null) clearTimeout(resting);
  resting = coarseness.peek() === 0 ? null : setTimeout(rest, REST_MS);
}

function rest(): void {
  // A frame that is still awaited is the latest of all.
  if (handle !== 0) return void (resting = setTimeout(rest, REST_MS));
  resting = null;
  late.fill(0);
  coarseness.value = 0;
}

function run(now: number): void {
  handle = 0;
  judge(performance.now() - asked);
  const passed = last === 0 ? 0 : Math.min((now - last) / 1000, 0.1);
  last = tickers.size > 0 ? now : 0;
  for (const ticker of [...tickers]) ticker(passed);
  work();
  if (tickers.size > 0) request();
}

function work(): void {
  const started = performance.now();
  flush();
  const dirty = [...painters];
  painters.clear();
  for (const paint of dirty) paint();
  flush();
  frames += 1;
  slowest = performance.now() - started;
}

onStale(request);

/** Calls `ticker` in each frame with the seconds since the one before, until the returned function is called. */
export function everyFrame(ticker: Ticker): () => void {
  tickers.add(ticker);
  last = 0;
  request();
  return () => {
    tickers.delete(ticker);
  };
}

/** Paints in the next frame, once. The same function is painted once however often it is asked for. */
export function paintSoon(paint: () => void): void {
  painters.add(paint);
  request();
}

/** Does at once what waits for the next frame. */
export function settle(): void {
  work();
}

/** Draws an answer without waiting for the next frame; while something plays, that comes anyway. */
export function drawNow(): void {
  if (tickers.size > 0) return;
  work();
  if (isStale() || painters.size > 0) return;
  cancelAnimationFrame(handle);
  handle = 0;
}

/** Whether a frame is awaited. */
export function isPending(): boolean {
  return handle !== 0 || isStale() || painters.size > 0;
}

/** How many frames were made, and how long the last one took in milliseconds. */
export function frameStats(): { frames: number; last_ms: number } {
  return { frames, last_ms: slowest };
}
