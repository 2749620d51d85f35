// Thumbnails: five figures of a clip, side by side, drawn from what little the server sends of them.
import { h } from "../core/dom";
import { effect, untracked } from "../core/signal";
import type { Motion, Skeleton } from "../motion/clip";
import { girth, heightOf } from "../motion/body";
import { newPose, poseAt } from "../motion/pose";
import { getNumbers } from "../net/http";
import { skeleton } from "../net/motions";
import { palette } from "../view3d/colors";
import { bodyFor } from "../view3d/figures";

interface Sampled {
  points: Float32Array;
  skeleton: Skeleton;
}

const FIGURES = 5;
const kept = new Map<string, Promise<Sampled>>();

function sampled(hash: string, of: string): Promise<Sampled> {
  let found = kept.get(hash);
  if (!found) {
    found = getNumbers<object>(`/api/clips/${hash}/thumb`).then(async (container) => ({
      points: container.array("thumb.points") as Float32Array,
      skeleton: await skeleton(of),
    }));
    found.catch(() => kept.delete(hash));
    kept.set(hash, found);
  }
  return found;
}

interface Drawn {
  canvas: HTMLCanvasElement;
  draw(): void;
}

const drawn = new Map<string, Drawn>();
effect(() => {
  void palette.value;
  untracked(() => drawn.forEach(({ draw }) => draw()));
});

/** A canvas with the thumbnail of a clip on a skeleton: the same one each time, so that scrolling draws nothing. */
export function thumb(hash: string, of: string, width = 104, height = 44): HTMLCanvasElement {
  const found = drawn.get(hash);
  if (found) return found.canvas;
  const ratio = Math.min(devicePixelRatio, 2);
  const canvas = h("canvas", { class: "thumb", width: width * ratio, height: height * ratio, "aria-hidden": "true" });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const draw = () => void sampled(hash, of).then((figures) => drawThumb(canvas, figures, ratio), () => {});
  drawn.set(hash, { canvas, draw });
  draw();
  return canvas;
}

/** The direction on the floor in which figures are looked at: across their way, or from the front where they stay. */
function across(points: Float32Array, joints: number): [number, number] {
  const last = (FIGURES - 1) * joints * 3;
  const way = [points[last] - points[0], points[last + 2] - points[2]];
  const size = Math.hypot(way[0], way[1]);
  return size > 0.3 ? [way[0] / size, way[1] / size] : [0.8, 0.6];
}

function drawThumb(canvas: HTMLCanvasElement, { points, skeleton: body }: Sampled, ratio: number): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const joints = body.joints.length;
  const [ax, az] = across(points, joints);
  let high = 0.2;
  for (let at = 1; at < points.length; at += 3) high = Math.max(high, points[at]);
  const scale = (canvas.height - 6 * ratio) / high;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  for (let figure = 0; figure < FIGURES; figure += 1) {
    const base = figure * joints * 3;
    const centre = ((figure + 0.5) / FIGURES) * canvas.width;
    drawFigure(pen, body, { scale, high, at: (joint) => [
      centre + ((points[base + 3 * joint] - points[base]) * ax + (points[base + 3 * joint + 2] - points[base + 2]) * az) * scale,
      canvas.height - 3 * ratio - points[base + 3 * joint + 1] * scale,
    ] });
  }
}

/** How a figure is seen: pixels to a metre, how tall it is, and the pixel of each joint. */
interface Seen {
  scale: number;
  high: number;
  at(joint: number): [number, number];
}

/** Draws the bones of a figure between the pixels of its joints. */
function drawFigure(pen: CanvasRenderingContext2D, body: Skeleton, { scale, high, at }: Seen): void {
  const joints = body.joints.length;
  const width = 1.5 * girth(high) * scale;
  const colors = palette.value;
  pen.lineCap = "round";
  for (const bone of bodyFor(body).bones) {
    if (bone.to >= joints) continue;
    pen.strokeStyle = colors[bone.side];
    pen.lineWidth = Math.max(1, Math.min(3.5, width * bone.radius));
    pen.beginPath();
    pen.moveTo(...at(bone.from));
    pen.lineTo(...at(bone.to));
    pen.stroke();
  }
}

/** A square canvas with the figure of a motion at a moment, seen from its side. */
export function poseThumb(motion: Motion, secs: number, size: number): HTMLCanvasElement {
  const ratio = Math.min(devicePixelRatio, 2);
  const canvas = h("canvas", { width: size * ratio, height: size * ratio, "aria-hidden": "true" });
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  const pose = newPose(motion.skeleton);
  const row = new Float32Array(motion.stride);
  poseAt(motion, secs, row, pose);
  const { places } = pose;
  const turn = 2 * Math.atan2(row[4], row[6]);
  const [ax, az] = [Math.sin(turn), Math.cos(turn)];
  const scale = (canvas.height - 2 * ratio) / Math.max(1.6, ...places.filter((_, n) => n % 3 === 1));
  drawFigure(pen, motion.skeleton, { scale, high: heightOf(motion), at: (joint) => [
    canvas.width / 2 + ((places[3 * joint] - places[0]) * ax + (places[3 * joint + 2] - places[2]) * az) * scale,
    canvas.height - ratio - places[3 * joint + 1] * scale,
  ] });
  return canvas;
}
