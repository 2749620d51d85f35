// Undo and redo, and what was undone in words.
import { history } from "../core/store";
import type { Change } from "../core/history";
import { refreshClips } from "../library/clips";
import { toast } from "../ui/toast";

async function after(change: Change | null, what: string): Promise<void> {
  if (!change) return;
  toast(`${what}: ${change.words}.`);
  if (change.type === "set") return;
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
