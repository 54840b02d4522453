/**
 * The error that a call of the SDK throws: the server's refusal with its codes, or why there was no answer. Nothing
 * else is thrown.
 */
import type { Refusal } from '../base/result.ts';
import type { authRefusalStatuses } from '../modules/auth/refusals.ts';
import type { eventRefusals } from '../modules/events/refusals.ts';
import type { mediaRefusalStatuses } from '../modules/media/refusals.ts';
import type { webhookRefusalStatuses } from '../modules/webhooks/refusals.ts';
import type { PlatformRefusal } from '../schema/refusals.ts';

/** Codes for a call without a valid answer from the server. */
export type ClientCode =
  /** The connection could not be made, or broke before the answer was whole: what was asked may have been done. */
  | 'connection_failed'
  /** `timeoutMs` went by without an answer: what was asked may have been done. */
  | 'timeout'
  /** The caller's signal. */
  | 'aborted'
  /** The answer is none of Gatehouse's. */
  | 'unreadable_answer'
  /** There is no session (any more): log in. */
  | 'logged_out';

/** Modules may bring codes of their own besides. */
export type ErrorCode =
  | ClientCode
  | PlatformRefusal
  | keyof typeof eventRefusals
  | keyof typeof authRefusalStatuses
  | keyof typeof mediaRefusalStatuses
  | keyof typeof webhookRefusalStatuses
  | (string & {});

export interface ErrorFacts {
  /** 0 where there was no answer. */
  readonly status?: number;
  readonly errors?: readonly Refusal[];
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

export class GatehouseError extends Error {
  /** Code of the first refusal: branch on it. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Every refusal, one for each field that does not fit; `path` is the field as it was sent. */
  readonly errors: readonly Refusal[];
  /** The request's id, for a report to the operator of the server. */
  readonly requestId: string | null;
  /** Time for which the server asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'GatehouseError';
    this.code = code;
    this.status = facts.status ?? 0;
    this.errors = facts.errors ?? [{ code, message }];
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

export type Settled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: GatehouseError };

/** A call's outcome as a value: `const made = await settled(client.pages.create(…)); if (!made.ok) made.error.code`. */
export async function settled<T>(call: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await call };
  } catch (fault) {
    if (fault instanceof GatehouseError) return { ok: false, error: fault };
    throw fault;
  }
}
