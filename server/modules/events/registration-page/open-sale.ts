/** Finds what is sold at an address: the event, whether its page may be seen, and its offer. */
import { assert } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { chooseLanguage } from '#shared/base/languages.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import type { PageContext, PageRequest, TenantFinder } from '../../../core/collections/public-page.ts';
import { systemActor } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { offerAction } from '../orders/offer.ts';
import { organizerOf } from '../organization/organizer.ts';
import { type PageTenant, readTenantText, tenantText } from '../page-tenant.ts';
import type { EventsPorts } from '../ports.ts';
import type { Chosen } from './cart.ts';
import { eventFacts } from './event-facts.ts';
import { readingOf } from './frame.ts';
import type { Offer, Quote, Sale } from './sale.ts';

export interface EventAddress extends PageTenant {
  readonly event: string;
}

export function addressIn(params: Readonly<Record<string, string>>): EventAddress {
  const { event = '', tenant = '' } = params;
  return { ...readTenantText(tenant), event };
}

export function pagePath(tenantSlug: string, sandbox: boolean, eventSlug: string): string {
  return `/e/${tenantText({ tenant: tenantSlug, sandbox })}/${eventSlug}`;
}

export function tenantOfAddress(params: Readonly<Record<string, string>>, find: TenantFinder): Promise<string | null> {
  const { sandbox, tenant } = addressIn(params);
  return find.bySlug(tenant, sandbox);
}

const previewPurpose = 'event-preview';
type Sealing = Pick<EventsPorts, 'open' | 'seal'>;

/** Makes the `preview` value of the organizer's link to a page that is not public. @param untilMs Unix milliseconds */
export function sealPreview({ seal }: Sealing, event: string, untilMs: number): string {
  return seal(previewPurpose, Buffer.from(JSON.stringify({ event, untilMs })));
}

function mayPreview({ open }: Sealing, sealed: string | null, event: string, nowMs: number): boolean {
  const plain = sealed === null ? null : open(previewPurpose, sealed);
  const said: unknown = plain && JSON.parse(Buffer.from(plain).toString('utf8'));
  return isObject(said) && said['event'] === event && Number(said['untilMs']) > nowMs;
}

async function eventAt(reader: Reader, named: string): Promise<EventRecord | null> {
  if (reader.shapeOf('events') === null) return null;
  const bySlug = await reader.findOne(events, { slug: named });
  return bySlug ?? (isId(named) ? await reader.get(events, named) : null);
}

export interface Opened {
  readonly event: EventRecord;
  readonly facts: Sale['facts'];
  readonly reading: Sale['reading'];
  /** The page is seen through the organizer's preview link alone: it is not public. */
  readonly preview: boolean;
}

/** @returns null where there is no page: no such event or, without a preview link, a draft or an event without a page */
export async function openEvent(
  ports: Sealing,
  asked: PageRequest,
  reader: Reader,
  { clock }: PageContext,
): Promise<Opened | null> {
  const address = addressIn(asked.params);
  const event = await eventAt(reader, address.event);
  if (!event) return null;
  const preview = mayPreview(ports, asked.query.get('preview'), event.id, clock());
  const isPublic = event.publicPage && event.status !== 'draft';
  if (!isPublic && !preview) return null;
  const language = chooseLanguage(asked.query.get('lang'), asked.acceptLanguage);
  // The browser's path may have more after the event's own part: the summary, the calendar file.
  const [, folder = '', tenant = '', named = ''] = /^(.*\/e\/)([^/]+)\/([^/]+)/.exec(asked.path) ?? [];
  const path = `${folder}${tenant}/${named}`;
  return {
    event,
    preview: preview && !isPublic,
    facts: eventFacts(event, path, address.sandbox, await organizerOf(reader, event, address)),
    reading: readingOf({ ...asked, path }, language),
  };
}

/** @param voucher code as typed; null: none */
export async function offerOf(
  { clock, run, tenant }: PageContext,
  { event, preview }: Pick<Opened, 'event' | 'preview'>,
  voucher: string | null,
  reader: Reader,
  newId: () => string,
): Promise<Result<Offer>> {
  if (preview) {
    // A draft sells to no guest: the organizer's link views it with the platform's own rights.
    const { handler } = offerAction;
    assert(handler.kind === 'read', 'an offer takes nothing');
    const context = { actor: systemActor(tenant, 'preview'), clock, newId };
    return handler.run(reader, { eventId: event.id, voucher } as never, context) as Promise<Result<Offer>>;
  }
  const done = await run('events.offer', { eventId: event.id, ...(voucher !== null && { voucher }) });
  return done.ok ? ok(done.value as Offer) : done;
}

/** @returns null where nothing is chosen */
export async function quoteOf(
  { run }: PageContext,
  { event }: Pick<Opened, 'event'>,
  people: readonly Chosen[],
  voucher: string | null,
): Promise<Result<Quote> | null> {
  if (people.length === 0) return null;
  const items = people.map(({ addOns, ticketType }) => ({ ticketType, ...(addOns.length > 0 && { addOns }) }));
  const done = await run('events.quote', { eventId: event.id, items, ...(voucher !== null && { voucher }) });
  return done.ok ? ok(done.value as Quote) : done;
}
