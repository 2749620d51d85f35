// Export of what is shown: motion files, pictures, a looping picture, and the command that does the same.
import { h } from "../core/dom";
import { session } from "../core/store";
import { ApiError } from "../net/error";
import { type ACCEPT, askFile, type Asked, askText } from "../net/verbs";
import { keepResult } from "../library/results";
import { did } from "../shell/toured";
import { exportable, type Exportable } from "../tools/tool";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { type MenuItem, openMenu } from "../ui/menu";
import { toast } from "../ui/toast";
import { fileName, save } from "./save";
import { saveLoop, saveVideo, saveView, videoKind } from "./picture";

const FORMATS: Record<string, { words: string; hint: string }> = {
  glb: { words: "GLB", hint: "game engines, Blender" },
  gltf: { words: "glTF", hint: "as text" },
  bvh: { words: "BVH", hint: "motion capture" },
  amc: { words: "AMC", hint: "Acclaim" },
  npz: { words: "NPZ", hint: "arrays for NumPy" },
};

/** The request under the name that its file will have. */
export function named({ asked: { verb, request }, name: called }: Exportable): Asked {
  const name = fileName(called);
  if (verb === "stance.path" || verb === "pose") return { verb, request: { ...request, name } };
  const make = (request["make"] ?? {}) as Record<string, unknown>;
  return "make" in request || ["blend", "control", "transition", "parametric.at"].includes(verb)
    ? { verb, request: { ...request, make: { ...make, name } } }
    : { verb, request };
}

async function saveAs(what: Exportable, kind: keyof typeof ACCEPT): Promise<void> {
  const name = fileName(what.name);
  try {
    save(await askFile(named(what), kind), `${name}.${kind}`);
    did("export");
    toast(`Saved ${name}.${kind}.`);
  } catch (thrown) {
    toast(ApiError.of(thrown).message, { heading: `${name}.${kind} was not saved.`, bad: true });
  }
}

function motionItems(what: Exportable): MenuItem[] {
  const formats = (session.value?.formats ?? []).filter((format) => format in FORMATS);
  return formats.map((format) => ({ ...FORMATS[format], run: () => void saveAs(what, format as keyof typeof ACCEPT) }));
}

/** Opens the menu. */
export function openExport(anchor: HTMLElement): void {
  const what = exportable.value;
  if (!what) return;
  openMenu(anchor, "Export", [
    ...(what.hasMotion ? motionItems(what) : []),
    ...(what.hasMotion ? [{ words: "Keep in the library…", hint: "as a clip", run: () => void keepResult({ settings: [], ...what }) }] : []),
    { words: "Charts as SVG", hint: "as --plot", run: () => void saveAs(what, "svg") },
    { words: "Picture of the viewport", hint: "PNG", run: () => void saveView(fileName(what.name)) },
    ...(videoKind() ? [{ words: "Video", hint: "WebM", run: () => void saveVideo(fileName(what.name)) }] : []),
    { words: "Looping picture", hint: "WebP", run: () => void saveLoop(fileName(what.name)) },
    { words: "Command and Python…", hint: "copy", run: () => void showCommand(what) },
  ]);
}

/** Text to copy. */
export function copyable(label: string, text: string): HTMLElement {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  };
  return h("div", { class: "copyable" }, h("div", { class: "row" }, h("strong", {}, label), h("span", { class: "grow" }), button("Copy", () => void copy(), { class: "button small" })), h("pre", { tabindex: 0 }, text));
}

/** Shows the command line and the Python lines that give the same result. */
export async function showCommand(what: Exportable): Promise<void> {
  const asked = named(what);
  const [command, python] = await Promise.all([askText(asked, "command"), askText(asked, "python")]);
  openDialog("The same, without the Studio", copyable("Command", command), copyable("Python", python));
}
