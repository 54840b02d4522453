/**
 * An open public page asks its own address for `text/event-stream` and is sent `look` when something that it follows has
 * changed: never what. It then reads the page again, under the same rules as any visitor. `id` is a place in the log, so that a
 * page that comes back, to any server, is sent `look` only where it has missed something.
 */
import type { Request, Response } from 'express';
import { subscriberNetwork } from '#shared/base/network-address.ts';
import { secondMs } from '#shared/base/time.ts';
import type { PublicPage, Topic } from '../../core/collections/public-page.ts';
import type { TopicTails, TopicWatch } from '../../core/log/tails/topic-tails.ts';
import { addressOf } from '../../http/client-address.ts';
import { RefusalError } from '../../http/refusal-error.ts';

/** Maximum numbers of streams open at the same time; that of a server leaves connections for everything else. */
export interface StreamBounds {
  readonly server: number;
  readonly tenant: number;
  /** Streams at the secret address of one person: phones, and tabs of each. */
  readonly address: number;
  /** Streams of one network, on pages that everyone may open. */
  readonly network: number;
}
export const streamBounds: StreamBounds = { server: 8_000, tenant: 5_000, address: 12, network: 200 };

/** Proxies close a connection on which nothing is sent for long; a page that hears nothing knows that it is offline. */
const beatMs = 12 * secondMs;
/** Pages that were cut off together come back over this time. */
const returnWithinMs = 4 * secondMs;
/** Interval at which a page that was refused a stream asks for the page. */
const retrySeconds = 30;
/** Number of answers a second to pages that are woken together: they spread over that time. */
const looksPerSecond = 2_000;
const spreadMaxMs = 10 * secondMs;
/** Maximum number of bytes that wait for a client: one that does not read this little is gone. */
const waitingBytesMax = 16 * 1024;

export interface PageStreams {
  open(request: Request, response: Response, page: PublicPage, tenant: string, topics: readonly Topic[]): Promise<void>;
  /** Ends all: pages come back to another server. */
  close(): void;
}

export function acceptsEvents({ headers, method }: Request): boolean {
  return method === 'GET' && /^text\/event-stream\s*(?:;|,|$)/.test(headers.accept ?? '');
}

const spreadOf = (together: number) =>
  together <= 1 ? 0 : Math.min(spreadMaxMs, Math.round((together / looksPerSecond) * secondMs));

const lookEvent = (id: string, together: number) =>
  `id: ${id}\nevent: look\ndata: {"spreadMs":${spreadOf(together)}}\n\n`;

export function createPageStreams(tails: TopicTails, bounds: StreamBounds): PageStreams {
  const held = new Map<string, number>();
  const open = new Set<Response>();
  let isClosed = false;

  /** @returns the release */
  function hold(request: Request, { countedBy = 'network' }: PublicPage, tenant: string): () => void {
    const whose =
      countedBy === 'address'
        ? ([`address ${request.path}`, bounds.address] as const)
        : ([`network ${subscriberNetwork(addressOf(request))}`, bounds.network] as const);
    const counted = [['server', bounds.server] as const, [`tenant ${tenant}`, bounds.tenant] as const, whose];
    if (isClosed || counted.some(([name, max]) => (held.get(name) ?? 0) >= max))
      throw new RefusalError(
        [{ code: 'overloaded', message: 'Too many pages are open here. Ask for the page itself now and then.' }],
        { headers: { 'Retry-After': String(retrySeconds) }, forGuest: true },
      );
    for (const [name] of counted) held.set(name, (held.get(name) ?? 0) + 1);
    return () => {
      for (const [name] of counted) {
        const left = (held.get(name) ?? 1) - 1;
        if (left > 0) held.set(name, left);
        else held.delete(name);
      }
    };
  }

  function begin(response: Response): void {
    response.status(200);
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store, no-transform');
    response.setHeader('X-Accel-Buffering', 'no');
    response.setHeader('X-Robots-Tag', 'noindex');
    response.flushHeaders();
    response.write(`retry: ${Math.round(secondMs + Math.random() * returnWithinMs)}\n\n`);
  }

  function write(response: Response, text: string): void {
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > waitingBytesMax) response.destroy();
    else response.write(text);
  }

  const beating = setInterval(() => {
    for (const response of open) write(response, 'event: beat\ndata: {}\n\n');
  }, beatMs);
  beating.unref();

  return {
    async open(request, response, page, tenant, topics) {
      const release = hold(request, page, tenant);
      let watch: TopicWatch | null = null;
      response.once('close', () => {
        open.delete(response);
        watch?.stop();
        release();
      });
      const watcher = {
        look: (id: string, together: number) => write(response, lookEvent(id, together)),
        ended: () => void response.end(),
      };
      const lastId = request.headers['last-event-id'];
      // A page that is woken before its head was sent is sent `look` below in any case.
      let isWoken = false;
      let isBegun = false;
      const early = {
        ...watcher,
        look(id: string, together: number) {
          isWoken = true;
          if (isBegun) watcher.look(id, together);
        },
      };
      watch = await tails.watch(tenant, topics, early, typeof lastId === 'string' ? lastId : null);
      if (response.destroyed || response.writableEnded) return watch.stop();
      open.add(response);
      begin(response);
      isBegun = true;
      if (watch.hasMissed || isWoken) write(response, lookEvent(watch.id, 1));
      else write(response, `id: ${watch.id}\nevent: here\ndata: {}\n\n`);
    },
    close() {
      isClosed = true;
      clearInterval(beating);
      for (const response of [...open]) response.end();
    },
  };
}
