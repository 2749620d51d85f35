// Adding files: dropped or chosen together they are one group, so that side files (ASF, .bin, textures) are found.
import { h } from "../core/dom";
import { signal } from "../core/signal";
import { session } from "../core/store";
import { view } from "../core/view";
import { count, megabytes, words } from "../core/words";
import { ApiError } from "../net/error";
import { request } from "../net/http";
import { cancelJob, runJob } from "../net/jobs";
import { ask } from "../net/verbs";
import type { LibraryAddAnswer, NoteFacts, SamplesAnswer } from "../types.gen";
import { toast } from "../ui/toast";
import { openDialog } from "../ui/dialog";
import { prose } from "../ui/prose";
import { clips, fresh, refreshClips } from "./clips";
import { notesList } from "./notes";
import { choose } from "./select";

/** Something that is being added, and what stops it. */
export interface Importing {
  line: string;
  cancel(): void;
}

/** What is being added. */
export const importing = signal<Importing[]>([]);

function say(line: string, cancel: () => void): () => void {
  const one = { line, cancel };
  importing.value = [...importing.peek(), one];
  return () => {
    importing.value = importing.peek().filter((other) => other !== one);
  };
}

/** Opens the browser's dialog for files. */
export async function chooseFiles(): Promise<void> {
  const field = h("input", { type: "file", multiple: true, accept: ".bvh,.asf,.amc,.glb,.gltf,.fbx,.vrma,.bin,.png,.jpg" });
  field.addEventListener("change", () => void addFiles([...(field.files ?? [])]));
  field.click();
}

/** Adds files to the library. */
export async function addFiles(files: File[]): Promise<void> {
  const fitting = files.filter(fits);
  if (fitting.length === 0) return;
  const group = crypto.randomUUID().slice(0, 18);
  const stop = new AbortController();
  const sent = await sendAll(group, fitting, stop);
  if (stop.signal.aborted) return void toast(words.addingCancelled);
  if (sent > 0) await add([`upload:${group}`], fitting.length === 1 ? fitting[0].name : count(fitting.length, "file"));
}

/** Says so when a file is too large; the server would refuse it after it has all been sent. */
function fits(file: File): boolean {
  const limit = session.value?.limits.upload_bytes ?? Infinity;
  if (file.size <= limit) return true;
  const size = megabytes(file.size);
  toast(words.tooLargeWay(String(Math.ceil(file.size / 1e6))), { heading: words.tooLarge(file.name, size, megabytes(limit)), bad: true });
  return false;
}

async function sendAll(group: string, files: File[], stop: AbortController): Promise<number> {
  let sent = 0;
  for (const [n, file] of files.entries()) {
    const done = say(`Reading ${file.name}, ${n + 1} of ${files.length}`, () => stop.abort());
    try {
      await readable(file);
      await request(`/api/uploads/${group}/${n}?name=${encodeURIComponent(file.name)}`, { method: "PUT", body: file, signal: stop.signal });
      sent += 1;
    } catch (thrown) {
      if (stop.signal.aborted) return sent;
      refused(file.name, ApiError.of(thrown).message);
    } finally {
      done();
    }
  }
  return sent;
}

/** Fails for a folder, and for a file that is gone: a request with it would fail as if the server were gone. */
async function readable(file: File): Promise<void> {
  await file.slice(0, 1).arrayBuffer().catch(() => {
    throw new ApiError(400, "unreadable", words.unreadable);
  });
}

function refused(file: string, reason: string): void {
  toast(reason, {
    heading: words.notAdded(file), bad: true,
    actions: [{ label: "Details", run: () => openDialog(words.notAdded(file), h("p", {}, prose(reason))) }],
  });
}

/** The name of a file without its folder: where the server keeps uploads is of no use to a person. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).pop() || path;
}

/** Adds inputs to the library. */
async function add(inputs: string[], what: string): Promise<void> {
  let job = "";
  const done = say(`Reading ${what}`, () => void cancelJob(job));
  try {
    const { answer, event } = await runJob<LibraryAddAnswer>({ verb: "library.add", request: { inputs } }, (id) => {
      job = id;
    });
    await refreshClips();
    for (const { input, message } of answer.errors) refused(baseName(input), message.replaceAll(input, baseName(input)));
    welcome([...answer.added, ...answer.changed], event.notes ?? []);
  } catch (thrown) {
    const error = ApiError.of(thrown);
    if (error.code === "cancelled") toast(words.addingCancelled);
    else refused(what, error.message);
  } finally {
    done();
  }
}

/** Shows what was added; what somebody works with stays selected. */
function welcome(names: string[], notes: NoteFacts[]): void {
  if (names.length === 0) return;
  const open = () => choose(names[0], [], { add: false, range: false });
  const isBusy = view.selection.peek().length > 0;
  fresh.value = names;
  if (!isBusy) open();
  const noticed = clips.value.filter((clip) => names.includes(clip.name)).flatMap((clip) => clip.notes);
  const all = noticed.length > 0 ? noticed : notes;
  toast(`Added ${names.length === 1 ? names[0] : count(names.length, "clip")}${all.length > 0 ? `; ${count(all.length, "note")} from the reader` : ""}.`, {
    actions: [
      ...(all.length > 0 ? [{ label: "Show notes", run: () => openDialog("What the reader noticed", notesList(all)) }] : []),
      ...(isBusy ? [{ label: `Select ${names[0]}`, run: open }] : []),
    ],
  });
}

/** Adds the built-in samples. */
export async function addSamples(): Promise<void> {
  const { samples } = await ask<SamplesAnswer>({ verb: "samples", request: {} });
  await add(samples.map(({ name }) => `sample:${name}`), "the samples");
}

/** Lets files be dropped anywhere on the page. */
export function acceptDrops(): void {
  const mark = (on: boolean) => document.body.classList.toggle("dropping", on);
  document.addEventListener("dragover", (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    void addFiles([...(event.dataTransfer?.files ?? [])]);
  });
}
