// The buttons over the timeline: playing, what is wrong and where, plants, zoom.
import { h, text, when } from "../core/dom";
import { view } from "../core/view";
import { count, secs } from "../core/words";
import { plantsOf } from "../library/clips";
import { seek, SPEEDS, step, toggle } from "../motion/play";
import { length, main, rate, stage } from "../motion/stage";
import { button, iconButton } from "../ui/button";
import { openMenu } from "../ui/menu";
import { showNextTrouble } from "./drags";
import { chosen, removePlant, revertPlants } from "./plants";
import { type Trouble, troubles } from "./quality";
import { zoomTimeline } from "./window";

/** How often something is wrong, in words. */
function troubleWords(): string {
  const number = (kind: Trouble["kind"]) => troubles.value.filter((one) => one.kind === kind).length;
  const [slides, jolts] = [number("slide"), number("jolt")];
  const parts = [slides > 0 ? count(slides, "slide") : "", jolts > 0 ? count(jolts, "jolt") : ""];
  return `▲ ${parts.filter(Boolean).join(", ")}`;
}

/** The buttons. */
export function transport(): HTMLElement {
  const speed = button(() => `${view.speed.value}×`, () => openMenu(speed, "Speed", SPEEDS.map((value) => ({
    words: `${value}×`, checked: value === view.speed.value,
    run: () => {
      view.speed.value = value;
    },
  }))), { class: "button small quiet", title: "Speed (< and >)" });
  return h("div", { class: "transport", role: "toolbar", "aria-label": "Playback" },
    iconButton("first", "First frame (Home)", () => seek(0)),
    iconButton("back", "One frame back (←)", () => step(-1)),
    iconButton(() => (view.playing.value ? "pause" : "play"), "Play or pause (Space)", toggle, { class: "play", pressed: () => view.playing.value }),
    iconButton("forward", "One frame on (→)", () => step(1)),
    iconButton("last", "Last frame (End)", () => seek(length.value)),
    iconButton("loop", "Repeat (R)", () => {
      view.looping.value = !view.looping.value;
    }, { pressed: () => view.looping.value }),
    speed,
    h("span", { class: "nums readout" }, text(() => `${secs(view.time.value)} · frame ${Math.round(view.time.value * rate.value)}`)),
    when(() => stage.value.common, h("div", { class: "segments", role: "group", "aria-label": "Time" },
      button("Own time", () => {
        view.commonTime.value = false;
      }, { class: "segment", pressed: () => !view.commonTime.value }),
      button("Common time", () => {
        view.commonTime.value = true;
      }, { class: "segment", pressed: () => view.commonTime.value }))),
    h("span", { class: "grow" }),
    when(() => view.range.value !== null && main.value?.clip != null, h("span", { class: "nums muted" }, text(() => {
      const [a, b] = view.range.value ?? [0, 0];
      return `range ${secs(a)} – ${secs(b)}`;
    }))),
    when(() => troubles.value.length > 0, button(() => troubleWords(), showNextTrouble, { class: "button small quiet", id: "next-trouble", title: "Go to the next (N)" })),
    when(() => chosen.value !== null && main.value?.clip != null, button("Delete plant", () => {
      if (chosen.value) removePlant(chosen.value);
    }, { class: "button small" })),
    when(() => (main.value?.clip ? (plantsOf(main.value.clip)?.corrected.length ?? 0) > 0 : false), button("Revert to detected", revertPlants, { class: "button small" })),
    iconButton("minus", "Zoom out the timeline", () => zoomTimeline(1.5)),
    iconButton("fit", "Show the whole motion", () => zoomTimeline(0)),
    iconButton("plus", "Zoom in the timeline", () => zoomTimeline(1 / 1.5)));
}
