// Labels that do not cover each other.

/** A label: the middle of its lower edge, and its size in pixels. */
export interface Tag {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels between two labels. */
const GAP = 2;

/** The lower edges of labels: the first stays where it is, others rise above those that they would cover, or sink below them at the top. */
export function apart(tags: readonly Tag[]): number[] {
  const placed: Tag[] = [];
  for (const tag of tags) {
    const free = { ...tag };
    for (let under = covered(placed, free); under; under = covered(placed, free)) free.y = under.y - under.height - GAP;
    // Out of sight it would say nothing: then below those that it would cover.
    if (free.y < free.height) {
      free.y = tag.y;
      for (let over = covered(placed, free); over; over = covered(placed, free)) free.y = over.y + free.height + GAP;
    }
    placed.push(free);
  }
  return placed.map(({ y }) => y);
}

function covered(placed: readonly Tag[], { x, y, width, height }: Tag): Tag | undefined {
  return placed.find((one) => Math.abs(one.x - x) < (one.width + width) / 2 && one.y - one.height < y && y - height < one.y);
}
