// One WebSocket for the page: drags in both directions, events of jobs, of the library and of other tabs. Of each drag one
// request is under way and the newest waits; older ones are dropped.
import { signal } from "../core/signal";
import { type Container, decode } from "./container";
import { ApiError } from "./error";
import { errorOf } from "./http";
import type { MotionHeader } from "./motions";
import { merge } from "./patch";

/** An answer of a live request. */
export type LiveAnswer = Container<MotionHeader<unknown>>;

/** A verb that is asked again and again while a hand moves. */
export interface LiveRequest {
  verb: string;
  request: Record<string, unknown>;
  answered(answer: LiveAnswer, seq: number): void;
  refused(error: ApiError): void;
}

/** The part of a WebSocket that is used, so that tests can do without one. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

interface Opened {
  what: LiveRequest;
  seq: number;
  inFlight: boolean;
  waiting: Record<string, unknown> | null;
  /** All patches so far, for opening it again on another connection. */
  patched: Record<string, unknown>;
}

/** Requests that are open on a connection. */
export class Live {
  private opened = new Map<number, Opened>();
  private next = 1;
  private socket: Socket | null = null;

  /** Opens all requests on a new connection. */
  connect(socket: Socket): void {
    this.socket = socket;
    for (const [id, opened] of this.opened) this.sendOpen(id, opened);
  }

  /** The connection is gone; requests wait for the next. */
  disconnect(): void {
    this.socket = null;
  }

  /** Whether an answer is awaited. */
  get isWaiting(): boolean {
    return [...this.opened.values()].some((opened) => opened.inFlight);
  }

  /** Begins a request; its first answer has the number 0. */
  open(what: LiveRequest): number {
    const id = this.next;
    this.next += 1;
    const opened: Opened = { what, seq: 0, inFlight: false, waiting: null, patched: what.request };
    this.opened.set(id, opened);
    this.sendOpen(id, opened);
    return id;
  }

  private sendOpen(id: number, opened: Opened): void {
    opened.waiting = null;
    opened.inFlight = this.socket !== null;
    this.socket?.send(JSON.stringify({ open: id, verb: opened.what.verb, request: opened.patched }));
  }

  /** Asks for another answer; what waits is replaced. */
  set(id: number, patch: Record<string, unknown>): void {
    const opened = this.opened.get(id);
    if (!opened) return;
    opened.patched = merge(opened.patched, patch) as Record<string, unknown>;
    opened.waiting = merge(opened.waiting ?? {}, patch) as Record<string, unknown>;
    this.pump(id, opened);
  }

  private pump(id: number, opened: Opened): void {
    if (opened.inFlight || !opened.waiting || !this.socket) return;
    opened.seq += 1;
    opened.inFlight = true;
    this.socket.send(JSON.stringify({ set: id, seq: opened.seq, patch: opened.waiting, window: null }));
    opened.waiting = null;
  }

  /** Ends a request. */
  close(id: number): void {
    if (this.opened.delete(id)) this.socket?.send(JSON.stringify({ close: id }));
  }

  /** Takes an answer in. */
  receive(bytes: ArrayBuffer): void {
    const answer = decode<MotionHeader<unknown>>(bytes);
    const opened = this.answeredBy(answer.header.live);
    if (opened) opened.what.answered(answer, answer.header.seq ?? 0);
  }

  /** Takes a refusal in. */
  refuse(live: number, refusal: Parameters<typeof errorOf>[1]): void {
    this.answeredBy(live)?.what.refused(errorOf(422, refusal));
  }

  private answeredBy(id: number | undefined): Opened | null {
    const opened = id === undefined ? undefined : this.opened.get(id);
    if (!opened || id === undefined) return null;
    opened.inFlight = false;
    this.pump(id, opened);
    return opened;
  }
}

/** Requests of this page. */
export const live = new Live();

/** Whether the server is there. */
export const connected = signal<"waiting" | "yes" | "no">("waiting");
