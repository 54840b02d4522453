/**
 * Requests per tenant and minute, by plan. Fixed windows: what a client is told (`Reset`) is then exactly true.
 * Kiosks do not count: a scan must never be refused for a quota. Every answer to anybody else says where the tenant
 * stands, also where there is no limit: then the quota is the largest number such a header can say.
 */
import type { Response } from 'express';
import { type Clock, minuteMs, secondMs } from '#shared/base/time.ts';
import type { Plan } from '../tenants/control.ts';
import { RefusalError } from './refusal-error.ts';

export const requestsPerMinute: Readonly<Record<Plan, number | null>> = {
  starter: 100,
  business: 500,
  enterprise: null,
};

const tenantsMax = 100_000;

/** The largest integer of a structured field, RFC 9651 section 3.3.1. */
export const unlimited = 999_999_999_999_999;

export interface RateLimit {
  /**
   * Counts one request, sets the headers, and throws the 429 when it was one too many.
   *
   * @param agreed requests a minute, where something else was agreed than the plan says
   */
  count(tenant: string, plan: Plan, response: Response, agreed?: number | null): void;
}

function show(response: Response, limit: number, remaining: number, resetSeconds: number): void {
  response.setHeader('RateLimit-Policy', `"minute";q=${limit};w=60`);
  response.setHeader('RateLimit', `"minute";r=${remaining};t=${resetSeconds}`);
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', resetSeconds);
}

export function createRateLimit(clock: Clock): RateLimit {
  let window = -1;
  let used = new Map<string, number>();
  return {
    count(tenant, plan, response, agreed = null) {
      const limit = agreed ?? requestsPerMinute[plan];
      const now = clock();
      const current = Math.floor(now / minuteMs);
      const resetSeconds = Math.max(1, Math.ceil(((current + 1) * minuteMs - now) / secondMs));
      if (limit === null) return show(response, unlimited, unlimited, resetSeconds);
      if (current !== window || used.size > tenantsMax) {
        window = current;
        used = new Map();
      }
      const count = (used.get(tenant) ?? 0) + 1;
      used.set(tenant, count);
      show(response, limit, Math.max(0, limit - count), resetSeconds);
      if (count > limit)
        throw new RefusalError(
          [
            {
              code: 'rate_limited',
              message: `Your plan (${plan}) allows ${limit} requests a minute. Wait ${resetSeconds} seconds.`,
              detail: { limit, resetSeconds },
            },
          ],
          { headers: { 'Retry-After': String(resetSeconds) } },
        );
    },
  };
}
