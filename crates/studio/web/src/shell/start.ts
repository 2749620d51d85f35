// What happens when the page opens, and each time the server comes back.
import type { Change } from "../core/history";
import type { Json } from "../core/document";
import { flush } from "../core/signal";
import { doc, history, session, storeSteps, tab } from "../core/store";
import { TOOLS, view } from "../core/view";
import { words } from "../core/words";
import { forgetPlants, refreshClips } from "../library/clips";
import { getJson } from "../net/http";
import { hearJob, refreshJobs } from "../net/jobs";
import { connect } from "../net/socket";
import { keysOf } from "../core/pointer";
import type { SessionFacts } from "../types.gen";
import { toast } from "../ui/toast";
import { offerTour } from "./tour";

/** The numbers of the document and of the library. */
interface Revisions {
  revision: number;
  library: number;
}

/** Fetches everything that may have changed while the page was not connected. */
async function refresh(): Promise<Revisions> {
  const [about, workspace, library] = await Promise.all([
    getJson<SessionFacts>("/api/session"),
    getJson<{ revision: number; document: Json }>("/api/workspace"),
    refreshClips(),
    refreshJobs(),
  ]);
  session.value = about;
  doc.load(workspace.document);
  history.reapply();
  await history.flush();
  return { revision: workspace.revision, library };
}

/** A change that another tab made. */
function otherTab(command: Change): void {
  if (command.type === "rename") void refreshClips();
  else doc.apply(command.path, command.after);
  if (command.type === "plants") forgetPlants(keysOf(command.path)[1] ?? "");
  const keys = keysOf(command.path);
  const tool = TOOLS.find((id) => id === keys[0]);
  toast(words.otherTab(keys.join(" ")), { actions: tool ? [{ label: "Show", run: () => void (view.tool.value = tool) }] : [] });
}

/** Keeps what has changed since the last frame, too. */
function leave(): void {
  flush();
  storeSteps();
}

/** Connects and keeps the page up to date. */
export async function start(): Promise<void> {
  addEventListener("pagehide", leave);
  history.overtaken = (change, reason) => toast(reason ? `${reason.message}` : words.otherTab(change.words), reason ? { heading: "Not kept.", bad: true } : {});
  const first = refresh();
  let isKnown = false;
  connect({
    hello: (id, { revision, library }) => {
      tab.id = id;
      const wasKnown = isKnown;
      isKnown = true;
      // The first greeting finds what was just fetched, unless something changed in between.
      void first.then(async (seen) => {
        const isFresh = !wasKnown && seen.revision === revision && seen.library === library;
        await (isFresh ? refreshJobs() : refresh());
      });
    },
    job: hearJob,
    library: () => void refreshClips(),
    workspace: (_, command, from) => {
      if (from !== tab.id) otherTab(command);
    },
  });
  await first;
  offerTour();
}
