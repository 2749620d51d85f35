// The connection: it is opened again when the server comes back, and what the server tells is passed on.
import type { Change } from "../core/history";
import { connected, live } from "./live";
import type { JobEvent } from "../types.gen";

/** What the server tells unasked. */
export interface Told {
  hello(tab: string, numbers: { revision: number; library: number }): void;
  job(event: JobEvent): void;
  library(revision: number): void;
  workspace(revision: number, command: Change, tab: string): void;
}

/** Milliseconds before trying again; grows up to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
let pause = FIRST_PAUSE;

/** Connects, and again for ever. */
export function connect(told: Told): void {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => {
    pause = FIRST_PAUSE;
    connected.value = "yes";
    live.connect(socket);
  });
  socket.addEventListener("message", ({ data }) => {
    if (data instanceof ArrayBuffer) live.receive(data);
    else hear(JSON.parse(String(data)) as Record<string, never>, told);
  });
  socket.addEventListener("close", () => {
    live.disconnect();
    connected.value = "no";
    setTimeout(() => connect(told), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
}

function hear(message: Record<string, never>, told: Told): void {
  if ("live" in message) live.refuse(message.live, message.seq, message.error);
  else if ("job" in message) told.job(message as unknown as JobEvent);
  else if ("library" in message) told.library(message.library);
  else if ("workspace" in message) told.workspace(message.workspace, message.command, message.tab);
  else if ("hello" in message) told.hello(message["hello"]["tab"], message["hello"]);
}
