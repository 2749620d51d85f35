// One WebSocket for the page: drags in both directions, events of jobs, of the library and of other tabs. Of each drag one
// request is under way and the newest waits; older ones are dropped. A change asks for a draft, which is there at once; when the
// hand rests, the whole result is asked for.
import { signal } from "../core/signal";
import { type Container, decode } from "./container";
import { ApiError } from "./error";
import { errorOf } from "./http";
import type { MotionHeader } from "./motions";
import { composed, merge } from "./patch";

/** An answer of a live request. */
export type LiveAnswer = Container<MotionHeader<unknown>>;

/** A verb that is asked again and again while a hand moves. */
export interface LiveRequest {
  verb: string;
  request: Record<string, unknown>;
  /** Told with the moment that [`Live.set`] was given for what is answered. */
  answered(answer: LiveAnswer, at: number): void;
  refused(error: ApiError): void;
}

/** The part of a WebSocket that is used, so that tests can do without one. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

interface Opened {
  what: LiveRequest;
  /** The number of the last message. */
  seq: number;
  /** The change that is under way, and when the hand made it. */
  going: { seq: number; at: number } | null;
  waiting: { patch: Record<string, unknown>; at: number } | null;
  /** All patches so far, for opening it again on another connection. */
  patched: Record<string, unknown>;
  /** Set while the hand may still go on. */
  rest: ReturnType<typeof setTimeout> | null;
  /** The number of the message that asked for the whole result. */
  finishing: number | null;
}

/** Milliseconds without a change after which the hand rests. */
export const REST_MS = 60;

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
    return [...this.opened.values()].some(({ going, rest, finishing }) => going !== null || rest !== null || finishing !== null);
  }

  /** Begins a request; its first answer has the number 0. */
  open(what: LiveRequest): number {
    const id = this.next;
    this.next += 1;
    const opened: Opened = { what, seq: 0, going: null, waiting: null, patched: what.request, rest: null, finishing: null };
    this.opened.set(id, opened);
    this.sendOpen(id, opened);
    return id;
  }

  private sendOpen(id: number, opened: Opened): void {
    this.stir(opened);
    opened.waiting = null;
    opened.finishing = null;
    opened.going = this.socket === null ? null : { seq: 0, at: 0 };
    this.socket?.send(JSON.stringify({ open: id, verb: opened.what.verb, request: opened.patched }));
  }

  /** Asks for another answer, `at` the moment that the hand moved; what waits is replaced. */
  set(id: number, patch: Record<string, unknown>, at = 0): void {
    const opened = this.opened.get(id);
    if (!opened) return;
    this.stir(opened);
    opened.patched = merge(opened.patched, patch) as Record<string, unknown>;
    opened.waiting = { patch: composed(opened.waiting?.patch ?? {}, patch), at };
    this.pump(id, opened);
  }

  private pump(id: number, opened: Opened): void {
    if (opened.going || !opened.waiting || !this.socket) return;
    const { patch, at } = opened.waiting;
    opened.seq += 1;
    opened.going = { seq: opened.seq, at };
    opened.waiting = null;
    this.socket.send(JSON.stringify({ set: id, seq: opened.seq, patch, draft: true }));
  }

  /** The hand goes on. */
  private stir(opened: Opened): void {
    if (opened.rest !== null) clearTimeout(opened.rest);
    opened.rest = null;
  }

  /** The hand rests: the whole result is wanted. */
  private finish(id: number, opened: Opened): void {
    opened.rest = null;
    if (!this.socket) return;
    opened.seq += 1;
    opened.finishing = opened.seq;
    this.socket.send(JSON.stringify({ set: id, seq: opened.seq }));
  }

  /** Ends a request. */
  close(id: number): void {
    const opened = this.opened.get(id);
    if (!opened) return;
    this.stir(opened);
    this.opened.delete(id);
    this.socket?.send(JSON.stringify({ close: id }));
  }

  /** Takes an answer in. */
  receive(bytes: ArrayBuffer): void {
    const answer = decode<MotionHeader<unknown>>(bytes);
    const { live: id, seq = 0, draft } = answer.header;
    this.settle(id, seq, draft !== undefined, (what, at) => what.answered(answer, at));
  }

  /** Takes a refusal in. */
  refuse(id: number, seq: number, refusal: Parameters<typeof errorOf>[1]): void {
    this.settle(id, seq, false, (what) => what.refused(errorOf(422, refusal)));
  }

  /** What was answered is told, unless the hand has gone on since the whole result was asked for. */
  private settle(id: number | undefined, seq: number, isDraft: boolean, tell: (what: LiveRequest, at: number) => void): void {
    const opened = id === undefined ? undefined : this.opened.get(id);
    if (!opened || id === undefined) return;
    if (opened.going?.seq === seq) {
      const { at } = opened.going;
      opened.going = null;
      this.pump(id, opened);
      tell(opened.what, at);
      if (isDraft && !opened.going) opened.rest = setTimeout(() => this.finish(id, opened), REST_MS);
    } else if (opened.finishing === seq) {
      opened.finishing = null;
      if (!opened.going && opened.rest === null) tell(opened.what, 0);
    }
  }
}

/** Requests of this page. */
export const live = new Live();

/** Whether the server is there. */
export const connected = signal<"waiting" | "yes" | "no">("waiting");
