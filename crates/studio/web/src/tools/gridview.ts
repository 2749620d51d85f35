// The grid of the first two selected clips, which Register and Transition both show.
import { h, onResize } from "../core/dom";
import { paintSoon } from "../core/frame";
import { type Drag, onDrag, place as placeOf, type Point } from "../core/gesture";
import { resource } from "../core/resource";
import { computed, effect, signal, untracked } from "../core/signal";
import { view } from "../core/view";
import { motionOf, selected } from "../library/clips";
import type { Plants } from "../motion/clip";
import { palette } from "../view3d/colors";
import { askNumbers } from "../net/verbs";
import type { GridFacts, NoteFacts } from "../types.gen";
import { type AxisPlants, distanceAt, drawGrid, type Field, type Grid, momentsAt, pictureOf, place } from "./grid";
import { inputs, registerRequest } from "./registered";

/** The pair of moments under the pointer or kept by a click, in seconds of the first and of the second clip. */
export const cell = signal<[number, number] | null>(null);

/** The cells with the reference to the right: the server's rows are its frames. */
export function turned(cells: Uint8Array, rows: number, columns: number): Uint8Array {
  const out = new Uint8Array(cells.length);
  for (let row = 0; row < rows; row += 1) for (let column = 0; column < columns; column += 1) out[column * rows + row] = cells[row * columns + column];
  return out;
}

/** The cell that a click kept: it stays when the pointer leaves, until something plays or other clips are selected. */
const kept = signal<[number, number] | null>(null);

function keep(at: [number, number] | null): void {
  kept.value = cell.value = at;
}

effect(() => {
  if (view.playing.value) untracked(() => keep(null));
});
effect(() => {
  void inputs.value;
  untracked(() => keep(null));
});

/** The grid, with the first selected clip as reference, so that the axes never swap. */
export const grid = resource(
  () => {
    if (selected.value.length !== 2 || !["register", "transition"].includes(view.tool.value)) return null;
    return { clips: { inputs: inputs.value }, register: { reference: "1", ...registerRequest.value } };
  },
  async (request, cancel): Promise<(Grid & { notes: NoteFacts[] }) | null> => {
    const answer = await askNumbers({ verb: "register", request }, "", cancel);
    const facts = (answer.header as unknown as { grids?: GridFacts[] }).grids?.[0];
    const cells = answer.array("grid0.cells") as Uint8Array | null;
    if (!facts || !cells) return null;
    const [across, up] = answer.shape("grid0.cells");
    const secs = [across, up].map((count, n) => (count - 1) * facts.stride[n] * facts.spacing_secs[n]) as [number, number];
    const { notes = [] } = answer.header;
    return { rows: up, columns: across, cells: turned(cells, across, up), farthest_cm: facts.farthest_cm, secs, path: facts.path, curve: facts.curve, notes };
  },
);

/** The distance at the cell. */
export const cellDistance = computed(() => {
  const [found, at] = [grid.value.value, cell.value];
  return found && at ? distanceAt(found, at) : null;
});

function axisPlants(plants: Plants | undefined, rate: number): AxisPlants {
  const of = (side: string) => Object.entries(plants ?? {}).flatMap(([kind, ranges]) =>
    kind.startsWith(side) && !kind.endsWith("wrist") ? (ranges ?? []).map(([a, b]): [number, number] => [a / rate, b / rate]) : []);
  return { left: of("left"), right: of("right") };
}

/** What a tool does on the grid. */
export interface GridActions {
  pins: () => [number, number][];
  centre: () => [number, number] | null;
  /** A click, or Enter, at a pair of moments. */
  choose(at: [number, number]): void;
  /** A drag that begins at a pair of moments; null leaves it a click. */
  drag?: (from: [number, number], near: (pair: [number, number]) => boolean) => { move(at: [number, number]): void; end(at: [number, number], outside: boolean): void; cancel(): void } | null;
}

/** Pixels around a point of the curve or a pin that take hold of it. */
const GRIP = 12;

/** The grid as a canvas. */
export function gridCanvas(actions: GridActions): HTMLElement {
  const canvas = h("canvas", { class: "grid-canvas", id: "grid", tabindex: 0, role: "application", "aria-label": "Distance grid: arrows move the cell, Enter chooses it" });
  const holder = h("div", { class: "grid-holder" }, canvas);
  const field = signal<Field>({ width: 290, height: 290 });
  const image = h("canvas");
  onResize(holder, (width) => {
    field.value = { width, height: width };
  });
  effect(() => {
    const found = grid.value.value;
    if (!found) return;
    [image.width, image.height] = [found.columns, found.rows];
    image.getContext("2d")?.putImageData(pictureOf(found), 0, 0);
  });
  const paint = () => {
    const found = grid.value.value;
    const pen = canvas.getContext("2d");
    if (!pen || !found) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const { width, height } = field.value;
    [canvas.width, canvas.height] = [width * ratio, height * ratio];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [a, b] = selected.value;
    if (!a || !b) return;
    drawGrid(pen, image, found, field.value, {
      pins: actions.pins(), cursor: cell.value, centre: actions.centre(), names: [a.name, b.name],
      reference: axisPlants(motionOf(a)?.plants, a.rate_hz), other: axisPlants(motionOf(b)?.plants, b.rate_hz),
    });
  };
  effect(() => {
    void [grid.value.value, field.value, cell.value, actions.pins(), actions.centre(), palette.value, selected.value.map(motionOf)];
    paintSoon(paint);
  });
  listen(canvas, field, actions);
  return holder;
}

function listen(canvas: HTMLCanvasElement, field: { value: Field }, actions: GridActions): void {
  const at = (point: Point): [number, number] | null => {
    const found = grid.value.value;
    return found ? momentsAt(field.value, found, point.x, point.y) : null;
  };
  canvas.addEventListener("pointermove", (event) => {
    cell.value = at(placeOf(event, canvas));
  });
  canvas.addEventListener("pointerleave", () => {
    cell.value = kept.value;
  });
  onDrag(canvas, (from): Drag | null => {
    const start = at(from);
    const found = grid.value.value;
    if (!start || !found) return null;
    const near = (pair: [number, number]) => {
      const there = place(field.value, found, pair);
      return Math.hypot(there.x - from.x, there.y - from.y) < GRIP;
    };
    const drag = actions.drag?.(start, near) ?? null;
    return {
      move: (to) => {
        cell.value = at(to);
        const now = at(to);
        if (now) drag?.move(now);
      },
      end: (to) => {
        const now = at(to);
        const outside = to.x < -10 || to.y < -10 || to.x > field.value.width + 10 || to.y > field.value.height + 10;
        if (now) drag?.end(now, outside);
      },
      cancel: () => drag?.cancel(),
      click: (to) => {
        const now = at(to);
        view.playing.value = false;
        keep(now);
        if (now) actions.choose(now);
      },
    };
  });
  canvas.addEventListener("keydown", (event) => {
    const found = grid.value.value;
    if (!found) return;
    const step = event.shiftKey ? 10 : 1;
    const [a, b] = selected.value;
    const way = { ArrowLeft: [-step / a.rate_hz, 0], ArrowRight: [step / a.rate_hz, 0], ArrowUp: [0, step / b.rate_hz], ArrowDown: [0, -step / b.rate_hz] }[event.key];
    const now = cell.value ?? found.curve[Math.floor(found.curve.length / 2)] ?? [0, 0];
    if (way) keep([Math.min(Math.max(now[0] + way[0], 0), found.secs[0]), Math.min(Math.max(now[1] + way[1], 0), found.secs[1])]);
    else if (event.key === "Enter") actions.choose(now);
    else if (event.key === "Escape" && kept.value) keep(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
