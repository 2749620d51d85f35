// What went wrong, as the server says it.
import type { Hint } from "../types.gen";

/** A refused request, or a server that does not answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly ways: Hint[] = [],
    readonly at: { field?: string; secs?: number; joint?: string } = {},
  ) {
    super(message);
  }

  /** The server is not running. */
  get isGone(): boolean {
    return this.status === 0;
  }

  static of(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof TypeError) return new ApiError(0, "gone", "Segue is not running.");
    return new ApiError(500, "bug", thrown instanceof Error ? thrown.message : String(thrown));
  }
}
