/** The ticket page and its parts as public pages of the module. */

import { chooseLanguage, type Language } from '#shared/base/languages.ts';
import { type EventRecord, events, ticketTypes } from '#shared/modules/events/event.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { codeTimes } from '#shared/ticket/series.ts';
import { formatCompact, formatJson } from '#shared/ticket/ticket-code.ts';
import type { PageAnswer, PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { tabsOf } from '../attendee-page/tabs.ts';
import { organizerName } from '../organization/organizer.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { openCodeSigner } from '../ticket-keys.ts';
import { renderTicketManifest, ticketIconPng } from './manifest.ts';
import { type ShownCode, type TicketPageData, ticketPageCodes, ticketPageState } from './page-data.ts';
import { serviceWorkerScript } from './page-files.ts';
import { renderTicketPage, ticketPageHeaders } from './render-ticket-page.ts';

const absent: PageAnswer = { status: 404, type: 'text/plain', body: '' };
const dayLong = { 'Cache-Control': 'public, max-age=86400' };
const iconSides = [192, 512] as const;

/** Drawn when first asked for: a picture takes longer than a start should wait. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function seriesOf(
  reader: Reader,
  event: EventRecord,
  number: string,
  nowMs: number,
  ports: EventsPorts,
): Promise<readonly ShownCode[]> {
  const signer = await openCodeSigner(reader, event.id, ports);
  if (!signer) return [];
  return codeTimes(event, nowMs).map((timestamp) => {
    const code = signer.codeAt(number, timestamp);
    return { timestamp, text: formatCompact(code) ?? formatJson(code) };
  });
}

/** A worker obeys the policy it came with, not that of its pages: this one fetches them, and does nothing else. */
const workerHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
};

async function dataOf(
  reader: Reader,
  secret: string,
  path: string,
  nonce: string,
  language: Language,
  nowMs: number,
  ports: EventsPorts,
  withCodes: boolean,
): Promise<TicketPageData | null> {
  const registration = await reader.findOne(registrations, { pageSecret: secret });
  const event = registration && (await reader.get(events, registration.event));
  const type = registration && (await reader.get(ticketTypes, registration.ticketType));
  if (!registration || !event) return null;
  const state = ticketPageState(registration, event);
  const isGood = state === 'confirmed';
  return {
    nonce,
    path,
    language,
    nowMs,
    event: { ...event, organizer: await organizerName(reader, event) },
    attendee: registration,
    ticketTypeName: type?.name ?? '',
    ticketNumber: registration.ticketNumber,
    state,
    tabs: withCodes ? await tabsOf(reader, event, registration) : [],
    checkedInAt: registration.checkedInAt,
    series: {
      replayWindowMinutes: event.replayWindowMinutes,
      codes: isGood && withCodes ? await seriesOf(reader, event, registration.ticketNumber, nowMs, ports) : [],
    },
  };
}

export function ticketPages(ports: EventsPorts): readonly PublicPage[] {
  const part = (
    path: string,
    cut: string,
    render: (data: TicketPageData) => Omit<PageAnswer, 'status'>,
  ): PublicPage => ({
    path,
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
    async answer({ params, path: asked, nonce, query, acceptLanguage }, reader, { clock }) {
      const page = asked.slice(0, asked.length - cut.length);
      const language = chooseLanguage(query.get('lang'), acceptLanguage);
      // A look at the state, which open pages take often, signs nothing.
      const withCodes = query.get('only') !== 'state';
      const data = await dataOf(reader, params['secret'] ?? '', page, nonce, language, clock(), ports, withCodes);
      return data ? { status: 200, ...render(data) } : absent;
    },
  });
  const shared = (
    path: string,
    body: () => string | Uint8Array,
    type: string,
    headers: Readonly<Record<string, string>>,
  ): PublicPage => ({
    path,
    tenantOf: null,
    answer: async () => ({ status: 200, type, body: body(), headers }),
  });
  return [
    // The shared files first: their names hold a dot, which no secret does.
    shared('/t/sw.js', () => serviceWorkerScript, 'text/javascript', workerHeaders),
    ...iconSides.map((side) =>
      shared(
        `/t/icon-${side}.png`,
        once(() => ticketIconPng(side)),
        'image/png',
        dayLong,
      ),
    ),
    part('/t/:secret', '', (data) => ({
      type: 'text/html; charset=utf-8',
      body: renderTicketPage(data),
      headers: ticketPageHeaders(data.nonce),
    })),
    part('/t/:secret/codes', '/codes', (data) => ({
      type: 'application/json',
      body: JSON.stringify(ticketPageCodes(data)),
    })),
    part('/t/:secret/manifest.webmanifest', '/manifest.webmanifest', (data) => ({
      type: 'application/manifest+json',
      body: renderTicketManifest(data),
    })),
  ];
}
