/**
 * Limits requests of visitors without a credential to public pages, by minute and by network or address of the page: a form
 * is dearer than a look. Counted in this process alone; two servers together let through twice as many.
 */
import type { Request } from 'express';
import { subscriberNetwork } from '#shared/base/network-address.ts';
import { type Clock, minuteMs, secondMs } from '#shared/base/time.ts';
import { addressOf } from './client-address.ts';
import { localCounter } from './local-counter.ts';
import { RefusalError } from './refusal-error.ts';

/** Maximum number of requests per minute of what is counted together: a whole company may order from one address. */
export const guestRequestsMax = { look: 600, form: 60 } as const;

/** Unit that is counted together: all pages for a network, or one unguessable address for everyone who has it. */
export type CountedBy = 'network' | 'address';

const tooMany: Readonly<Record<CountedBy, string>> = {
  network: 'Your network sent too many requests.',
  address: 'This page was requested too often.',
};

/** @returns a function that counts a request, and throws the refusal `rate_limited`, with `Retry-After`, for one too many */
export function createGuestLimit(
  clock: Clock,
): (request: Request, kind: 'look' | 'form', by?: CountedBy) => Promise<void> {
  const minutes = localCounter(clock);
  return async (request, kind, by = 'network') => {
    const limit = guestRequestsMax[kind];
    const counted = by === 'network' ? subscriberNetwork(addressOf(request)) : request.path;
    const { isOver, minute } = await minutes.take(`${kind} ${counted}`, limit);
    if (!isOver) return;
    const resetSeconds = Math.max(1, Math.ceil(((minute + 1) * minuteMs - clock()) / secondMs));
    const message = `${tooMany[by]} Wait ${resetSeconds} s, then try again.`;
    throw new RefusalError([{ code: 'rate_limited', message, detail: { limit, resetSeconds } }], {
      headers: { 'Retry-After': String(resetSeconds) },
      forGuest: true,
    });
  };
}
