// A slider: one native range input. Moving previews, letting go commits; arrows commit each step.
import { h } from "../core/dom";

/** What a slider sets. */
export interface SliderOptions {
  label: string;
  min: () => number;
  max: () => number;
  step: number;
  value: () => number;
  preview(value: number): void;
  commit(value: number): void;
  /** What screen readers say for a value. */
  words?: (value: number) => string;
  disabled?: () => boolean;
  id?: string;
  class?: string;
}

/** A slider. */
export function slider(options: SliderOptions): HTMLInputElement {
  const { label, step, words } = options;
  const input: HTMLInputElement = h("input", {
    type: "range",
    class: options.class ?? "slider",
    ...(options.id ? { id: options.id } : {}),
    "aria-label": label,
    min: () => options.min(),
    max: () => options.max(),
    step,
    oninput: () => options.preview(input.valueAsNumber),
    onchange: () => options.commit(input.valueAsNumber),
    ...(options.disabled ? { disabled: options.disabled } : {}),
    ...(words ? { "aria-valuetext": () => words(options.value()) } : {}),
    value: () => String(options.value()),
  });
  return input;
}

/** A number that can be typed. */
export function numberField(options: Omit<SliderOptions, "preview"> & { digits?: number; preview?: (value: number) => void }): HTMLInputElement {
  const digits = options.digits ?? 2;
  const input: HTMLInputElement = h("input", {
    type: "number",
    class: options.class ?? "number",
    ...(options.id ? { id: options.id } : {}),
    "aria-label": options.label,
    step: options.step,
    ...(options.disabled ? { disabled: options.disabled } : {}),
    onchange: () => {
      if (Number.isFinite(input.valueAsNumber)) options.commit(input.valueAsNumber);
    },
    value: () => options.value().toFixed(digits),
  });
  return input;
}
