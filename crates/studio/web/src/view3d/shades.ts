// The colours of figures: what leads in those of its sides, everything else in one of its own.
import { Color } from "three";
import type { Actor } from "../motion/stage";
import { lineColor, palette } from "./colors";
import type { Drawn } from "./figures";

/** The colour of an actor as a whole. */
export function colorOf(actor: Actor): string {
  if (actor.role === "linear") return palette.value.linear;
  if (actor.role === "main" && actor.clip === null) return palette.value.result;
  return lineColor(actor.color);
}

/** The colours of an actor's limbs: sides on solid figures, its own colour on ghosts. */
export function shades(actor: Actor): Drawn["color"] {
  const colors = palette.value;
  if (actor.role === "main" || actor.role === "match") {
    const of = { left: new Color(colors.left), right: new Color(colors.right), middle: new Color(colors.middle) };
    return (side) => of[side];
  }
  const own = new Color(colorOf(actor));
  return () => own;
}
