// Pictures of the viewport: one, or a loop of the whole motion.
import { settle } from "../core/frame";
import { view } from "../core/view";
import { seek } from "../motion/play";
import { length } from "../motion/stage";
import { toast } from "../ui/toast";
import { viewport } from "../view3d/panel";
import { did } from "../shell/toured";
import { save } from "./save";
import { animatedWebp } from "./webp";

/** The viewport as it is drawn now. The picture must be taken in the task that drew it. */
function still(type: string): Promise<Blob> {
  const drawn = viewport.value;
  if (!drawn) throw new Error("the browser cannot draw the viewport");
  settle();
  drawn.render();
  return new Promise((resolve, reject) => drawn.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is empty"))), type, 0.85));
}

/** Saves the viewport as a PNG. */
export async function saveView(name: string): Promise<void> {
  save(await still("image/png"), `${name}.png`);
  did("export");
}

/** Kinds of video that browsers record, the best first. */
const VIDEOS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
/** Frames a second and bits a second of a video, and its longest in seconds. */
const VIDEO_HZ = 30;
const VIDEO_BITS = 6_000_000;
const LONGEST = 60;

/** The kind of video that this browser records; null for none. */
export function videoKind(): string | null {
  return "MediaRecorder" in globalThis ? (VIDEOS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null) : null;
}

/** Saves one round of the motion as a video; a looping WebP where the browser records none. */
export async function saveVideo(name: string): Promise<void> {
  const [drawn, kind] = [viewport.value, videoKind()];
  if (!drawn || length.value === 0) return;
  if (!kind) return saveLoop(name);
  const [time, playing] = [view.time.value, view.playing.value];
  view.playing.value = false;
  const recorder = new MediaRecorder(drawn.canvas.captureStream(VIDEO_HZ), { mimeType: kind, videoBitsPerSecond: VIDEO_BITS });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  recorder.start();
  const [begun, end] = [performance.now(), Math.min(length.value, LONGEST)];
  for (let passed = 0; passed < end; passed = (performance.now() - begun) / 1000) {
    seek(passed);
    settle();
    drawn.render();
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await ended;
  seek(time);
  view.playing.value = playing;
  const ending = kind.startsWith("video/mp4") ? "mp4" : "webm";
  save(new Blob(parts, { type: kind }), `${name}.${ending}`);
  did("export");
  toast(`Saved ${name}.${ending}, ${end.toFixed(1)} s.`);
}

/** Frames a second of a loop, and frames at most: beyond it a video is the better form. */
const LOOP_HZ = 15;
const MOST_FRAMES = 150;

/** Saves the motion as a looping WebP. */
export async function saveLoop(name: string): Promise<void> {
  const drawn = viewport.value;
  if (!drawn || length.value === 0) return;
  const [time, playing] = [view.time.value, view.playing.value];
  view.playing.value = false;
  const count = Math.max(2, Math.min(MOST_FRAMES, Math.round(length.value * LOOP_HZ)));
  const stills: Uint8Array[] = [];
  for (let n = 0; n < count; n += 1) {
    seek((n / count) * length.value);
    stills.push(new Uint8Array(await (await still("image/webp")).arrayBuffer()));
  }
  seek(time);
  view.playing.value = playing;
  const { width, height } = drawn.canvas;
  const loop = animatedWebp(stills, width, height, Math.round((1000 * length.value) / count));
  save(new Blob([loop as BlobPart], { type: "image/webp" }), `${name}.webp`);
  did("export");
  toast(`Saved ${name}.webp, ${count} frames.`);
}
