// What should not happen is shown, with something to send.
import { words } from "../core/words";
import { ApiError } from "../net/error";
import { toast } from "../ui/toast";

function report(thrown: unknown): void {
  const error = ApiError.of(thrown);
  if (error.isGone) return;
  if (error.status > 0 && error.code !== "bug") {
    toast(error.message, { heading: "Refused.", bad: true });
    return;
  }
  const id = crypto.randomUUID().slice(0, 8);
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  toast(`${id}. ${words.bugWay}`, {
    heading: words.bug, bad: true,
    actions: [{ label: "Copy report", run: () => void navigator.clipboard.writeText(`${id}\n${stack}`) }],
  });
  console.error(thrown);
}

/** Shows errors that nothing else handles. */
export function reportBugs(): void {
  addEventListener("error", (event) => report(event.error));
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    report(event.reason);
  });
}
