// Editing ranges of frames: they stay in order, apart from each other and within the clip.

export type Range = [number, number];

/** The ranges in order; those that overlap or touch are joined. */
export function tidy(ranges: Range[], frames: number): Range[] {
  const found: Range[] = [];
  const inside = ranges
    .map(([a, b]): Range => [Math.max(0, Math.round(Math.min(a, b))), Math.min(frames - 1, Math.round(Math.max(a, b)))])
    .filter(([a, b]) => b >= a)
    .sort((a, b) => a[0] - b[0]);
  for (const range of inside) {
    const before = found.at(-1);
    if (before && range[0] <= before[1] + 1) before[1] = Math.max(before[1], range[1]);
    else found.push([...range]);
  }
  return found;
}

/** The room that range `index` has between its neighbours. */
function room(ranges: Range[], index: number, frames: number): Range {
  return [index === 0 ? 0 : ranges[index - 1][1] + 2, index === ranges.length - 1 ? frames - 1 : ranges[index + 1][0] - 2];
}

/** The ranges with an end of one, or all of it, moved by frames. */
export function moved(ranges: Range[], index: number, part: "start" | "end" | "middle", by: number, frames: number): Range[] {
  const [low, high] = room(ranges, index, frames);
  const [first, last] = ranges[index];
  const within = (value: number, least: number, most: number) => Math.round(Math.min(Math.max(value, least), most));
  const next: Range =
    part === "start" ? [within(first + by, low, last), last]
    : part === "end" ? [first, within(last + by, first, high)]
    : [within(first + by, low, high - (last - first)), within(last + by, low + (last - first), high)];
  return ranges.map((range, n) => (n === index ? next : range));
}

/** The frames that a range is moved by, so that an end that moves comes to lie on a target within `reach` frames of it. */
export function snapped([first, last]: Range, part: "start" | "end" | "middle", by: number, targets: number[], reach: number): number {
  const ends = part === "start" ? [first] : part === "end" ? [last] : [first, last];
  const offs = ends.flatMap((end) => targets.map((target) => target - end - by));
  const nearest = offs.reduce((best, off) => (Math.abs(off) < Math.abs(best) ? off : best), Infinity);
  return Math.abs(nearest) <= reach ? by + nearest : by;
}

/** The ranges with another around a frame, as long as there is room. */
export function added(ranges: Range[], frame: number, half: number, frames: number): Range[] {
  return tidy([...ranges, [frame - half, frame + half]], frames);
}

/** The ranges without one. */
export function removed(ranges: Range[], index: number): Range[] {
  return ranges.filter((_, n) => n !== index);
}

/** The ranges with one split before a frame, which leaves a gap of one frame. */
export function split(ranges: Range[], index: number, frame: number): Range[] {
  const [first, last] = ranges[index];
  if (frame <= first || frame >= last) return ranges;
  return [...ranges.slice(0, index), [first, frame - 1], [frame + 1, last], ...ranges.slice(index + 1)];
}

/** The ranges with one joined to the next. */
export function join(ranges: Range[], index: number): Range[] {
  if (index + 1 >= ranges.length) return ranges;
  return [...ranges.slice(0, index), [ranges[index][0], ranges[index + 1][1]], ...ranges.slice(index + 2)];
}
