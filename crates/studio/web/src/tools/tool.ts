// What a tool is: a panel, a hint for the hand, what is on stage while it is open, and what can be exported of it.
import { computed, signal } from "../core/signal";
import { session } from "../core/store";
import { type ToolId, view } from "../core/view";
import { setStage, type Stage } from "../motion/stage";
import type { Asked } from "../net/verbs";

/** Something that can be exported: the request that makes it, under a name. */
export interface Exportable {
  name: string;
  asked: Asked;
  /** Whether the request makes a motion; otherwise only its picture, command and Python lines can be had. */
  hasMotion: boolean;
  /** Places of the document that it is made with. */
  settings?: string[];
}

export interface Tool {
  id: ToolId;
  title: string;
  /** A verb without which there is no such tool. */
  needs?: string;
  /** What the panel is about: names of clips. */
  about(): string;
  panel(): HTMLElement;
  /** What the hand can do now. */
  hint(): string;
  stage(): Stage;
  exportable(): Exportable | null;
}

const tools = signal<ReadonlyMap<ToolId, Tool>>(new Map());

/** Adds a tool to the workspace. */
export function addTool(tool: Tool): void {
  setStage(tool.id, () => tool.stage());
  tools.value = new Map(tools.peek()).set(tool.id, tool);
}

/** The tools that there are. */
export const allTools = computed(() => [...tools.value.values()].filter(({ needs }) => !needs || needs in (session.value?.verbs ?? {})));

/** The open tool. */
export const openTool = computed(() => tools.value.get(view.tool.value) ?? tools.value.get("inspect") ?? null);

/** What would be exported now. */
export const exportable = computed(() => openTool.value?.exportable() ?? null);

/** The input that names a clip of the library. */
export const inputOf = (name: string): string => `#${name}`;
