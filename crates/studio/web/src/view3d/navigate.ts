// What the pointer does with the camera.
import type { Drag, Point } from "../core/gesture";
import { looking, orbit, pan, zoom } from "./camera";

const RADIANS_PER_PIXEL = 0.008;

/** A drag that turns about the figure, or shifts with the right button, the middle one or Shift. */
export function navigating(from: Point, event: PointerEvent, size: { width: number; height: number }, click?: Drag["click"]): Drag {
  const kept = { ...looking, target: looking.target.clone() };
  let last = from;
  const panning = event.button === 2 || event.button === 1 || event.shiftKey;
  return {
    move: (at) => {
      const [dx, dy] = [at.x - last.x, at.y - last.y];
      last = at;
      if (panning) pan(dx / size.width, dy / size.height);
      else orbit(-dx * RADIANS_PER_PIXEL, dy * RADIANS_PER_PIXEL);
    },
    end: () => {},
    click,
    cancel: () => {
      Object.assign(looking, kept);
      orbit(0, 0);
    },
  };
}

/** The wheel goes nearer and farther. */
export function zoomWithWheel(canvas: HTMLCanvasElement): void {
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(event.deltaY / 800));
  }, { passive: false });
}
