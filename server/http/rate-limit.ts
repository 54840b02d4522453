/**
 * Requests per tenant and minute, by plan. Fixed windows: what a client is told (`Reset`) is then exactly true.
 * Kiosks do not count: a scan must never be refused for a quota.
 */
import type { Response } from 'express';
import { type Clock, minuteMs } from '#shared/base/time.ts';
import type { Plan } from '../tenants/control.ts';
import { RefusalError } from './refusal-error.ts';

export const requestsPerMinute: Readonly<Record<Plan, number | null>> = {
  starter: 100,
  business: 500,
  enterprise: null,
};

const tenantsMax = 100_000;

export interface RateLimit {
  /** Counts one request, sets the headers, and throws the 429 when it was one too many. */
  count(tenant: string, plan: Plan, response: Response): void;
}

export function createRateLimit(clock: Clock): RateLimit {
  let window = -1;
  let used = new Map<string, number>();
  return {
    count(tenant, plan, response) {
      const limit = requestsPerMinute[plan];
      if (limit === null) return;
      const now = clock();
      const current = Math.floor(now / minuteMs);
      if (current !== window || used.size > tenantsMax) {
        window = current;
        used = new Map();
      }
      const count = (used.get(tenant) ?? 0) + 1;
      used.set(tenant, count);
      const remaining = Math.max(0, limit - count);
      const resetSeconds = Math.max(1, Math.ceil(((current + 1) * minuteMs - now) / 1000));
      response.setHeader('RateLimit-Policy', `"minute";q=${limit};w=60`);
      response.setHeader('RateLimit', `"minute";r=${remaining};t=${resetSeconds}`);
      response.setHeader('X-RateLimit-Limit', limit);
      response.setHeader('X-RateLimit-Remaining', remaining);
      response.setHeader('X-RateLimit-Reset', resetSeconds);
      if (count > limit)
        throw new RefusalError(
          [
            {
              code: 'rate_limited',
              message: `The plan ${plan} allows ${limit} requests a minute. Wait ${resetSeconds} seconds.`,
              detail: { limit, resetSeconds },
            },
          ],
          { headers: { 'Retry-After': String(resetSeconds) } },
        );
    },
  };
}
