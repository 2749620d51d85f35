// What is selected proposes a tool: one clip is looked at, several are blended, or compared as the last ones were.
import { effect } from "../core/signal";
import { type ToolId, view } from "../core/view";

/** Tools that take several clips. */
const TOGETHER: ToolId[] = ["register", "blend", "transition"];
/** Tools that have nothing to do with what is selected. */
const APART: ToolId[] = ["control", "sketch"];

/** The tool after a selection of `before` clips became one of `now`; `last` was the last that compared several. */
export function proposed(tool: ToolId, last: ToolId, before: number, now: number): ToolId {
  if (now >= 2 && before < 2) return TOGETHER.includes(tool) ? tool : last;
  if (now === 1 && before > 1 && TOGETHER.includes(tool)) return "inspect";
  if (now === 1 && before === 0 && [...TOGETHER, ...APART].includes(tool)) return "inspect";
  return tool;
}

/** Opens the tool that suits the selection whenever it changes. */
export function proposeTools(): void {
  let last: ToolId = "blend";
  effect(() => {
    if (TOGETHER.includes(view.tool.value)) last = view.tool.value;
  });
  let before = view.selection.peek().length;
  effect(() => {
    const now = view.selection.value.length;
    if (now !== before) view.tool.value = proposed(view.tool.peek(), last, before, now);
    before = now;
  });
}
