// Undo and redo, and what was undone in words.
import { history } from "../core/store";
import type { Step } from "../core/history";
import { refreshClips } from "../library/clips";
import { toast } from "../ui/toast";

async function after(step: Step | null, what: string): Promise<void> {
  if (!step) return;
  toast(`${what}: ${step[0].words}.`);
  if (step.every(({ type }) => type === "set")) return;
  await history.flush();
  await refreshClips();
}

/** Takes the last change back. */
export function undo(): void {
  void after(history.undo(), "Undone");
}

/** Does it again. */
export function redo(): void {
  void after(history.redo(), "Done again");
}
