// Seconds and pixels: the visible stretch of a motion, its ticks, and what lies under the pointer.

/** What is visible: seconds from the left edge to the right, on so many pixels after the gutter. */
export interface Scale {
  from: number;
  to: number;
  /** Pixels before the first moment: the labels of rows. */
  gutter: number;
  width: number;
}

/** The pixel of a moment. */
export function xOf(scale: Scale, secs: number): number {
  return scale.gutter + ((secs - scale.from) / (scale.to - scale.from)) * scale.width;
}

/** The moment of a pixel. */
export function secsOf(scale: Scale, x: number): number {
  return scale.from + ((x - scale.gutter) / scale.width) * (scale.to - scale.from);
}

/** Pixels between labelled ticks at least. */
const ROOM = 64;
const STEPS = [1, 2, 5];

/** Ticks at round moments: those with a label, and lesser ones in between. */
export function ticks(scale: Scale): { secs: number; label: string | null }[] {
  const perPixel = (scale.to - scale.from) / scale.width;
  const least = ROOM * perPixel;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((factor) => factor * power >= least) ?? 10) * power;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  const lesser = step / 5;
  for (let n = Math.ceil(scale.from / lesser - 1e-9); n * lesser <= scale.to + 1e-9; n += 1) {
    const secs = n * lesser;
    found.push({ secs, label: n % 5 === 0 ? secs.toFixed(digits) : null });
  }
  return found;
}

/** The stretch after zooming by a factor about a moment, within the motion. */
export function zoomed({ from, to }: { from: number; to: number }, about: number, factor: number, length: number): [number, number] {
  const size = Math.min(Math.max((to - from) * factor, 0.05), Math.max(length, 0.05));
  const share = (about - from) / (to - from);
  return panned([about - share * size, about - share * size + size], 0, length);
}

/** The stretch after moving by seconds, within the motion. */
export function panned([from, to]: [number, number], by: number, length: number): [number, number] {
  const size = to - from;
  const start = Math.min(Math.max(from + by, 0), Math.max(0, length - size));
  return [start, start + size];
}

/** Pixels around an end of a range that take hold of it. */
const GRIP = 6;

/** Which part of which range lies at a pixel: an end before a middle, the nearest first. */
export function hitRange(scale: Scale, ranges: readonly (readonly [number, number])[], rate: number, x: number): { index: number; part: "start" | "end" | "middle" } | null {
  let best: { index: number; part: "start" | "end" | "middle" } | null = null;
  let nearest = GRIP + 0.001;
  ranges.forEach(([first, last], index) => {
    const [a, b] = [xOf(scale, first / rate), xOf(scale, last / rate)];
    const grip = Math.min(GRIP, Math.max(2, (b - a) / 3));
    for (const [part, at] of [["start", a], ["end", b]] as const) {
      const off = Math.abs(x - at);
      if (off < nearest && (off <= grip || x < a || x > b)) {
        nearest = off;
        best = { index, part };
      }
    }
  });
  if (best) return best;
  const index = ranges.findIndex(([first, last]) => x >= xOf(scale, first / rate) && x <= xOf(scale, last / rate));
  return index < 0 ? null : { index, part: "middle" };
}
