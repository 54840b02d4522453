/** A ticket page mounted in plain HTTP as the product mounts it, with a server clock and states that a test turns. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { ticketPagePaths } from '#server/modules/events/attendee-page/page-paths.ts';
import { renderTicketManifest, ticketIconPng } from '#server/modules/events/ticket-page/manifest.ts';
import { type TicketPageData, ticketPageCodes } from '#server/modules/events/ticket-page/page-data.ts';
import { serviceWorkerScript } from '#server/modules/events/ticket-page/page-files.ts';
import { renderTicketPage, ticketPageHeaders } from '#server/modules/events/ticket-page/render-ticket-page.ts';
import { codeTimes } from '#shared/ticket/series.ts';
import { formatCompact } from '#shared/ticket/ticket-code.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { issueTicketCode } from '#shared/ticket/ticket-signature.ts';
import { freePort } from '../../../fixtures/free-port.ts';
import { ticketKeyPair } from '../../../fixtures/ticket-signing.ts';

export const eventId = '01900000-0000-7000-8000-0123456789ab';
export const signingKey = ticketKeyPair(1);
export const number = ticketNumber(eventId, Uint8Array.of(10, 20, 30, 40, 50, 60, 70, 80, 90, 100));
export const startsMs = Date.parse('2026-09-14T07:00:00.000Z');
const hours = {
  doorsOpenAt: '2026-09-14T06:00:00.000Z',
  startsAt: '2026-09-14T07:00:00.000Z',
  endsAt: '2026-09-14T16:00:00.000Z',
};
const path = '/t/kX3vQ9secret';

export interface TicketSite {
  readonly url: string;
  /** The server's clock, set by the test. */
  nowMs: number;
  change: Partial<TicketPageData>;
  windowMinutes: number;
  gone: boolean;
  readonly requests: string[];
  start(): Promise<void>;
  /** Cuts the network: the server accepts no more connections. */
  stop(): Promise<void>;
}

export async function ticketSite(): Promise<TicketSite> {
  const port = await freePort();
  let server: Server | null = null;
  const site: TicketSite = {
    url: `http://127.0.0.1:${port}${path}`,
    nowMs: startsMs,
    change: {},
    windowMinutes: 60,
    gone: false,
    requests: [],
    async start() {
      server = createServer((request, response) => {
        site.requests.push(request.url!);
        const [status, headers, body] = answer(site, request.url!);
        response.writeHead(status, headers).end(body);
      });
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    },
    async stop() {
      const stopping = server;
      server = null;
      stopping?.closeAllConnections();
      await new Promise<void>((resolve) => (stopping ? stopping.close(() => resolve()) : resolve()));
    },
  };
  await site.start();
  return site;
}

export function pageData(
  site: Pick<TicketSite, 'nowMs' | 'change' | 'windowMinutes'>,
  nonce = 'nonce-for-tests-0000',
): TicketPageData {
  const opening = { ...hours, replayWindowMinutes: site.windowMinutes };
  return {
    nonce,
    path,
    language: 'en',
    nowMs: site.nowMs,
    event: {
      name: 'Harbour Conference 2026',
      ...hours,
      timezone: 'Europe/Berlin',
      venue: 'Kampnagel, Jarrestraße 20, Hamburg',
      organizer: 'Nordlicht Events GmbH',
    },
    attendee: { name: 'Zoë Łukasiewicz', company: 'Nordlicht Analytics' },
    ticketTypeName: 'VIP – all sessions',
    ticketNumber: number,
    state: 'confirmed',
    checkedInAt: null,
    series: {
      replayWindowMinutes: site.windowMinutes,
      codes: codeTimes(opening, site.nowMs).map((timestamp) => ({ timestamp, text: codeText(timestamp) })),
    },
    ...site.change,
  };
}

export function codeText(timestamp: number): string {
  return formatCompact(issueTicketCode({ eventId, ticketNumber: number, timestamp }, signingKey.sign))!;
}

function answer(site: TicketSite, url: string): [number, Record<string, string>, string | Uint8Array] {
  const nonce = randomBytes(18).toString('base64');
  const paths = ticketPagePaths(path);
  const data = pageData(site, nonce);
  if (site.gone) return [404, { 'Content-Type': 'text/plain' }, 'gone'];
  if (url === path) return [200, { ...ticketPageHeaders(nonce) }, renderTicketPage(data)];
  if (url === `${paths.codes}?only=state`) {
    const look = ticketPageCodes({ ...data, series: { ...data.series, codes: [] } });
    return [200, { 'Content-Type': 'application/json' }, JSON.stringify(look)];
  }
  if (url === paths.codes) return [200, { 'Content-Type': 'application/json' }, JSON.stringify(ticketPageCodes(data))];
  if (url === paths.manifest) return [200, { 'Content-Type': 'application/manifest+json' }, renderTicketManifest(data)];
  if (url === paths.worker) return [200, { 'Content-Type': 'text/javascript' }, serviceWorkerScript];
  if (url === paths.icon192) return [200, { 'Content-Type': 'image/png' }, ticketIconPng(192)];
  if (url === paths.icon512) return [200, { 'Content-Type': 'image/png' }, ticketIconPng(512)];
  return [404, {}, ''];
}
