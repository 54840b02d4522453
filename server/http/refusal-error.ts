/** A refusal on its way out through Express: thrown by middleware and surfaces, answered by the one error handler. */
import type { Refusal } from '#shared/base/result.ts';

export class RefusalError extends Error {
  readonly errors: readonly [Refusal, ...Refusal[]];
  readonly headers: Readonly<Record<string, string>>;
  /** HTTP status; undefined: that of the first code. */
  readonly status: number | undefined;
  /** A browser's page about it is read by guests of an event, who have no console. */
  readonly forGuest: boolean;
  constructor(
    errors: readonly [Refusal, ...Refusal[]],
    {
      forGuest = false,
      headers = {},
      status,
    }: { forGuest?: boolean; headers?: Readonly<Record<string, string>>; status?: number } = {},
  ) {
    // The stack of a refusal is never read, and capturing one takes as long as some reads: when an event sells out,
    // nearly every answer is one.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(errors[0].code);
    Error.stackTraceLimit = stackTraceLimit;
    this.errors = errors;
    this.headers = headers;
    this.status = status;
    this.forGuest = forGuest;
  }
}

export function refusal(
  code: string,
  message: string,
  more: { path?: string; detail?: Record<string, unknown> } = {},
): RefusalError {
  return new RefusalError([{ code, message, ...more }]);
}
