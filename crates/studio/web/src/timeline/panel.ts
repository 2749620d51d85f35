// The timeline: one canvas under a row of buttons.
import { h, onResize } from "../core/dom";
import { paintSoon } from "../core/frame";
import { onDrag, place } from "../core/gesture";
import { effect } from "../core/signal";
import { view } from "../core/view";
import { plantsOf } from "../library/clips";
import { main } from "../motion/stage";
import { palette } from "../view3d/colors";
import { addAt, begin, shape } from "./drags";
import { drawTimeline, FIRST } from "./draw";
import { chosen, plantList } from "./plants";
import { troubles } from "./quality";
import { extent, held, marks, room, rows, spans } from "./rows";
import { panned, secsOf, zoomed } from "./scale";
import { transport } from "./transport";
import { chosenKey, curve, keyList } from "./weights";
import { scaleNow, size, span } from "./window";

function wheel(event: WheelEvent): void {
  event.preventDefault();
  const scale = scaleNow();
  if (event.ctrlKey) span.value = zoomed(scale, secsOf(scale, event.offsetX), Math.exp(event.deltaY / 400), extent.value);
  else span.value = panned([scale.from, scale.to], ((event.deltaX + event.deltaY) / scale.width) * (scale.to - scale.from), extent.value);
}

function canvas(): HTMLElement {
  const picture = h("canvas", { class: "timeline-canvas", role: "img", "aria-label": "Timeline: drag the ruler to scrub, drag over the motion to select a range" });
  const holder = h("div", { class: "timeline-holder" }, picture);
  const pen = picture.getContext("2d");
  const paint = () => {
    if (!pen) return;
    const { width, height } = size.value;
    const ratio = Math.min(devicePixelRatio, 2);
    if (picture.width !== Math.round(width * ratio) || picture.height !== Math.round(height * ratio)) {
      picture.width = Math.round(width * ratio);
      picture.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const clip = main.value?.clip;
    const corrected = clip ? (plantsOf(clip)?.corrected ?? []) : [];
    const { time } = view;
    const range = main.value?.clip ? view.range.value : null;
    drawTimeline(pen, { scale: scaleNow(), rows: rows.value, height, time: time.value, range, marks: marks.value, troubles: troubles.value, spans: spans.value, held: held.value, selected: chosen.value, corrected, curve: curve.value });
  };
  onResize(holder, (width, height) => {
    size.value = { width, height };
    room.value = height - FIRST;
  });
  effect(() => {
    void [size.value, span.value, view.time.value, view.range.value, rows.value, marks.value, troubles.value, spans.value, held.value, chosen.value, curve.value, chosenKey.value, palette.value, view.commonTime.value];
    paintSoon(paint);
  });
  effect(() => {
    void main.value?.key;
    span.value = null;
  });
  onDrag(picture, begin);
  picture.addEventListener("pointermove", (event) => shape(picture, event));
  picture.addEventListener("wheel", wheel, { passive: false });
  picture.addEventListener("dblclick", (event) => addAt(place(event, picture)));
  return holder;
}

/** The panel. */
export function timelinePanel(): HTMLElement {
  return h("section", { class: "timeline panel", "aria-label": "Timeline", "data-panel": "timeline" }, transport(), canvas(), plantList(), keyList());
}
