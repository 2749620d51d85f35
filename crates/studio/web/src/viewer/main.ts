// A page of its own that shows one clip: the viewport of the Studio with a button and a bar. The Python package puts it into
// notebooks, beside the clip as JSON in the element `clip`.
import { h, onResize } from "../core/dom";
import { onDrag } from "../core/gesture";
import { effect } from "../core/signal";
import { view } from "../core/view";
import { playAtOnce, seek, startPlaying, step, toggle } from "../motion/play";
import { actor, length, rate, setStage } from "../motion/stage";
import { navigating, zoomWithWheel } from "../view3d/navigate";
import { Viewport } from "../view3d/viewport";
import { type Packed, unpacked } from "./unpack";

const packed = JSON.parse(document.getElementById("clip")?.textContent ?? "null") as Packed;
const motion = unpacked(packed);
const canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": `${motion.name}. Drag to turn, wheel to zoom, space to play.` });
const holder = h("div", { class: "view" }, canvas);
const play = h("button", { type: "button" });
const bar = h("input", { type: "range", min: 0, max: motion.frames - 1, step: 1, "aria-label": "frame" });
const time = h("output", {});
document.body.replaceChildren(holder, h("footer", {}, play, bar, time));

setStage("inspect", () => ({ actors: [actor(motion, "main")], common: false }));
view.tool.value = "inspect";
show();

function show(): void {
  let viewport: Viewport;
  try {
    viewport = new Viewport(canvas);
  } catch {
    holder.replaceChildren(h("p", {}, "This browser cannot draw 3D: it has no WebGL 2."));
    return;
  }
  const size = { width: 1, height: 1 };
  onResize(holder, (width, height) => {
    [size.width, size.height] = [Math.max(1, width), Math.max(1, height)];
    viewport.resize(size.width, size.height);
  });
  onDrag(canvas, (at, event) => navigating(at, event, size));
  zoomWithWheel(canvas);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  listen();
  startPlaying();
  playAtOnce();
}

function listen(): void {
  play.addEventListener("click", toggle);
  bar.addEventListener("input", () => {
    view.playing.value = false;
    seek(Number(bar.value) / rate.value);
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.key === " ") toggle();
    else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  });
  effect(() => {
    play.textContent = view.playing.value ? "Pause" : "Play";
  });
  effect(() => {
    bar.value = String(Math.round(view.time.value * rate.value));
    time.textContent = `${view.time.value.toFixed(2)} of ${length.value.toFixed(2)} s`;
  });
}
