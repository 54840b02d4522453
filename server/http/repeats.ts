/**
 * Requests that are sent again and again and need no further question, such as a player's heartbeats: answered before
 * anything else looks at them. Once a route has answered in full, its repeats are answered here for five minutes, 600 a
 * minute at most; after that, and for anything unusual, the request takes the whole way again.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, minuteMs } from '#shared/base/time.ts';

/** Addresses that are kept; the oldest are forgotten, and take the whole way again. */
const addressesMax = 131_072;
/** Maximum of repeats per minute for one address: the limit of visitors' requests to it. */
const perMinuteMax = 600;
const validMs = 5 * minuteMs;

/** Does once more what was answered. @returns false: the request has to take the whole way */
export type Again = () => boolean;

interface Repeat {
  readonly again: Again;
  readonly untilMs: number;
  minute: number;
  count: number;
}

export interface Repeats {
  /** A POST was answered with 204: what is sent to the same address is done by `again` for five minutes. */
  keep(request: IncomingMessage & { readonly originalUrl: string }, again: Again): void;
  /** @returns whether it was answered */
  answered(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A body, or another method, is no repetition. */
const isPlain = ({ headers, method }: IncomingMessage) =>
  method === 'POST' && headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

/** The host is part of it: some hosts answer pages, others do not. */
const addressOf = (host: string | undefined, url: string | undefined) => `${host ?? ''} ${url ?? ''}`;

const answerHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

export function openRepeats(clock: Clock): Repeats {
  const kept = new Map<string, Repeat>();
  return {
    keep({ headers: { host }, originalUrl }, again) {
      const address = addressOf(host, originalUrl);
      // Put in once more, it is the newest.
      kept.delete(address);
      kept.set(address, { again, untilMs: clock() + validMs, minute: 0, count: 0 });
      for (const [oldest] of kept) {
        if (kept.size <= addressesMax) break;
        kept.delete(oldest);
      }
    },
    answered(request, response) {
      if (!isPlain(request)) return false;
      const address = addressOf(request.headers.host, request.url);
      const repeat = kept.get(address);
      if (!repeat) return false;
      const nowMs = clock();
      const minute = Math.floor(nowMs / minuteMs);
      repeat.count = repeat.minute === minute ? repeat.count + 1 : 1;
      repeat.minute = minute;
      if (nowMs >= repeat.untilMs) kept.delete(address);
      if (nowMs >= repeat.untilMs || repeat.count > perMinuteMax || !repeat.again()) return false;
      response.writeHead(204, answerHeaders).end();
      return true;
    },
  };
}
