/**
 * Requests per tenant and minute, by plan, counted for all processes together where the store can (shared-counter.ts).
 * Windows are fixed, so that the `Reset` header is exact. Kiosks do not count: a scan must never be refused for a quota. Every
 * other answer to an identified request carries the tenant's quota, also where there is no limit: then the quota is the
 * largest number the header can hold.
 */
import type { Response } from 'express';
import { type Clock, minuteMs, secondMs } from '#shared/base/time.ts';
import type { Plan } from '../core/tenants/control.ts';
import type { Quota } from '../store/contract.ts';
import { localCounter } from './local-counter.ts';
import { RefusalError } from './refusal-error.ts';
import { sharedCounter } from './shared-counter.ts';

/** Maximum of requests per minute by plan; null: no limit. */
export const requestsPerMinute: Readonly<Record<Plan, number | null>> = {
  starter: 100,
  business: 500,
  enterprise: null,
};

/** The largest integer of a structured field, RFC 9651 section 3.3.1. */
export const unlimited = 999_999_999_999_999;

export interface RateLimit {
  /**
   * Counts one request, sets the headers, and throws the 429 when it was one too many.
   *
   * @param agreed requests per minute agreed with this tenant; absent or null: what the plan says
   */
  count(tenant: string, plan: Plan, response: Response, agreed?: number | null): Promise<void>;
}

function show(response: Response, limit: number, remaining: number, resetSeconds: number): void {
  response.setHeader('RateLimit-Policy', `"minute";q=${limit};w=60`);
  response.setHeader('RateLimit', `"minute";r=${remaining};t=${resetSeconds}`);
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', resetSeconds);
}

/** @param quota null: this process counts alone */
export function createRateLimit(clock: Clock, quota: Quota | null = null): RateLimit {
  const minutes = quota === null ? localCounter(clock) : sharedCounter(quota, clock);
  const resetOf = (minute: number) => Math.max(1, Math.ceil(((minute + 1) * minuteMs - clock()) / secondMs));
  return {
    async count(tenant, plan, response, agreed = null) {
      const limit = agreed ?? requestsPerMinute[plan];
      if (limit === null) return show(response, unlimited, unlimited, resetOf(Math.floor(clock() / minuteMs)));
      const { minute, isOver, remaining } = await minutes.take(tenant, limit);
      const resetSeconds = resetOf(minute);
      show(response, limit, remaining, resetSeconds);
      if (isOver)
        throw new RefusalError(
          [
            {
              code: 'rate_limited',
              message: `Your plan (${plan}) allows ${limit} requests per minute. Wait ${resetSeconds} s.`,
              detail: { limit, resetSeconds },
            },
          ],
          { headers: { 'Retry-After': String(resetSeconds) } },
        );
    },
  };
}
