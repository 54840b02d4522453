/** Decides whether a request is sent again, and after how long. Pure: jitter and the server's clock are passed in. */

export interface RetryRule {
  /** Attempts after the first; 0 turns retrying off. */
  readonly retriesMax: number;
  /** Wait before the first retry; doubles each time. */
  readonly firstMs: number;
  /** Maximum wait. A server that asks for longer is not waited for: the call fails with `retryAfterMs`. */
  readonly waitMaxMs: number;
}

export const retryDefault: RetryRule = { retriesMax: 4, firstMs: 250, waitMaxMs: 60_000 };

/**
 * Cases in which a request may be repeated: `always`, as a repetition does nothing that the first did not (reads, keyed
 * creates, merge patches, deletes); `refused` only where the server surely did nothing (a conditional write: done once,
 * its version is another).
 */
export type Repeatable = 'always' | 'refused';

/**
 * @param status of the answer; 0 where there was none, or not all of it
 * @param code of the refusal: what `storage_unavailable` speaks of may have been done all the same
 */
export function mayRepeat(repeatable: Repeatable, status: number, code: string): boolean {
  if (status === 429) return true;
  if (repeatable === 'always') return status === 0 || status === 502 || status === 503 || status === 504;
  // A gateway's own 503 does not say whether the server did the work.
  return status === 503 && (code === 'overloaded' || code === 'rate_limited');
}

/**
 * @param attempt how many were made, from 1
 * @param askedMs Retry-After; null: not said. Never less than that
 * @param share of 1: the jitter, so that clients that failed together do not come back together
 * @returns milliseconds to wait; null: longer than the rule allows
 */
export function waitMs(rule: RetryRule, attempt: number, askedMs: number | null, share: number): number | null {
  const backoff = Math.min(rule.firstMs * 2 ** (attempt - 1), rule.waitMaxMs) * (0.5 + share / 2);
  const wait = Math.max(backoff, askedMs ?? 0);
  return wait <= rule.waitMaxMs ? wait : null;
}

/** `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3). @param nowText the answer's own `Date` header */
export function retryAfterMs(header: string | null, nowText: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const [at, now] = [Date.parse(header), Date.parse(nowText ?? '')];
  return Number.isNaN(at) || Number.isNaN(now) ? null : Math.max(0, at - now);
}
