// Strokes in pixels.

export type Stroke = [number, number][];

const apart = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A picture in pixels. */
export type Size = readonly [width: number, height: number];

/** A stroke of one picture in another of the same camera, whose field of view is that of its height. */
export function resized(stroke: Stroke, from: Size, to: Size): Stroke {
  const scale = to[1] / from[1];
  return stroke.map(([x, y]) => [to[0] / 2 + (x - from[0] / 2) * scale, y * scale]);
}

/** Points every so many pixels along a stroke, its ends included. */
export function resampled(stroke: Stroke, every = 2): Stroke {
  if (stroke.length < 2) return stroke;
  const found: Stroke = [stroke[0]];
  let last = stroke[0];
  for (const point of stroke.slice(1)) {
    while (apart(last, point) >= every) {
      const share = every / apart(last, point);
      last = [last[0] + (point[0] - last[0]) * share, last[1] + (point[1] - last[1]) * share];
      found.push(last);
    }
  }
  const end = stroke[stroke.length - 1];
  if (apart(last, end) > 0) found.push(end);
  return found.map(([x, y]) => [Number(x.toFixed(1)), Number(y.toFixed(1))]);
}
