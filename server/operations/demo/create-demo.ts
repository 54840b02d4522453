/**
 * A demo tenant with one event whose doors are open now, so that a newcomer can scan at once. Everything comes in by
 * the same actions an organizer would use.
 */
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { type Clock, dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import type { Platform } from '../../core/platform.ts';
import { type Actor, systemActor } from '../../core/policy/actor.ts';
import type { Config } from '../../start/config.ts';
import type { TenantStore } from '../../store/contract.ts';
import { type CreatedTenant, createTenant, type TenantParts } from './create-tenant.ts';
import { type Person, people } from './people.ts';

export interface DemoServer extends TenantParts {
  readonly config: TenantParts['config'] & Pick<Config, 'stripe'>;
  readonly platform: Platform;
  readonly clock: Clock;
}

export interface Demo {
  readonly tenant: string;
  /** Null where the tenant was there already: keys are shown once. */
  readonly apiKey: string | null;
  readonly sandbox: CreatedTenant['sandbox'] | null;
  readonly eventId: string;
  readonly gates: readonly string[];
  readonly registrations: number;
  /** Admits against a kiosk's verdict. */
  readonly supervisor: { readonly name: string; readonly pin: string };
  /** Ticket pages to scan from, with what a gate will say to each. */
  readonly ticketPages: readonly TicketPage[];
}

export interface TicketPage {
  readonly says: string;
  readonly name: string;
  readonly url: string;
}

/** Of the demo alone: known to everybody who reads this, and good for no other event. */
export const demoSupervisor = { name: 'Sam Carter', pin: '480915' } as const;
const importMax = 1_000;
/** Check-ins that are looked at to find people who have not come. */
const comeMax = 1_000;
export const demoGates = ['main-entrance', 'workshop-room'] as const;

export async function act(
  house: DemoServer,
  actor: Actor,
  action: string,
  input: unknown,
): Promise<Record<string, unknown>> {
  const outcome = await house.platform.run(actor, { verb: 'act', action, input });
  if (outcome.kind === 'refused')
    throw new Error(`${action}: ${outcome.errors.map((e) => `${e.path ?? ''} ${e.message}`).join(' ')}`);
  const value = outcome.kind === 'answer' ? outcome.value : null;
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isObject(body) ? body : {};
}

/** @param testPayments else no card is charged for the supporter's ticket: a demo takes no real money */
function demoEvent(nowMs: number, testPayments: boolean) {
  return {
    ...(!testPayments && { stripe: { enabled: false } }),
    name: 'Open Doors Conference',
    type: 'conference',
    startsAt: isoTime(nowMs - hourMs),
    endsAt: isoTime(nowMs + 3 * dayMs),
    doorsOpenAt: isoTime(nowMs - 2 * hourMs),
    timezone: 'Europe/Berlin',
    venue: 'Alte Kongresshalle, Hall 2',
    tickets: [
      { id: 'standard', name: 'Standard', price: 0, currency: 'EUR', quantity: -1 },
      { id: 'vip', name: 'VIP', price: 0, currency: 'EUR', quantity: -1, perks: ['Workshop room', 'Lounge'] },
      { id: 'paid', name: 'Supporter', price: 49, currency: 'EUR', quantity: 200 },
    ],
    gates: [
      { id: demoGates[0], name: 'Main entrance' },
      { id: demoGates[1], name: 'Workshop room', list: 'workshops', ticketTypes: ['vip'] },
    ],
  };
}

/** @param attendees how many people have a confirmed ticket; a pending and a cancelled one come on top */
export async function createDemo(
  house: DemoServer,
  { attendees, slug = 'demo', onProgress }: { attendees: number; slug?: string; onProgress?: (done: number) => void },
): Promise<Demo> {
  const known = await house.directory.bySlug(slug);
  const made = known
    ? null
    : await createTenant(house, {
        slug,
        plan: 'enterprise',
        modules: [...house.modules.registryOf(['events']).modules],
        demo: true,
      });
  if (made && !made.ok) throw new Error(made.errors[0].message);
  const tenant = known ?? must(made, 'a new tenant').value.tenant;
  const actor = systemActor(tenant.id, 'demo');

  const { secretKey, testPayments } = house.config.stripe;
  const hasTestPayments = testPayments && secretKey === null;
  const event = await act(house, actor, 'events.create', demoEvent(house.clock(), hasTestPayments));
  const eventId = String(event['id']);
  await act(house, actor, 'events.set_supervisor', { eventId, ...demoSupervisor });
  const ids: string[] = [];
  let batch: (Person & { ticketType: string })[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const answer = await act(house, actor, 'events.import_attendees', { eventId, attendees: batch });
    ids.push(...(answer['registrations'] as string[]));
    batch = [];
    onProgress?.(ids.length);
  };
  let n = 0;
  for (const person of people(attendees)) {
    batch.push({ ...person, ticketType: n % 5 === 4 ? 'vip' : 'standard' });
    n += 1;
    if (batch.length === importMax) await flush();
  }
  await flush();

  const register = async (ticketType: string, person: Person) =>
    String((await act(house, actor, 'events.register', { eventId, ticketType, attendee: person }))['id']);
  await register('paid', {
    name: 'Petra Pending',
    email: 'petra@example.org',
    company: 'Slow Bank',
    role: 'Treasurer',
  });
  const cancelled = await register('paid', {
    name: 'Carl Cancelled',
    email: 'carl@example.org',
    company: 'Changed Plans',
    role: 'Traveller',
  });
  await act(house, actor, 'events.cancel_registration', { eventId, registrationId: cancelled });

  return {
    tenant: tenant.id,
    apiKey: made ? made.value.apiKey : null,
    sandbox: made ? made.value.sandbox : null,
    eventId,
    gates: demoGates,
    registrations: ids.length + 2,
    supervisor: demoSupervisor,
    ticketPages: await demoTicketPages(house, actor, await house.directory.open(tenant), eventId),
  };
}

/** Of people who have not come yet, in the order of the list, and of the two who are not let in. */
export async function demoTicketPages(
  house: DemoServer,
  actor: Actor,
  store: TenantStore,
  eventId: string,
): Promise<readonly TicketPage[]> {
  const types = await store.find('ticket_types', { where: where({ event: eventId }), limit: 10 });
  const typeOf = (key: string) => types.find((type) => type['key'] === key)?.id ?? '';
  const come = await store.find('checkins', { where: where({ event: eventId }), limit: comeMax });
  const isIn = new Set(come.map((checkin) => checkin['registration']));
  const find = async (values: Record<string, unknown>, most: number) => {
    const sort = [{ path: 'createdAt', direction: 'asc' } as const, { path: 'id', direction: 'asc' } as const];
    const limit = most + isIn.size;
    const found = await store.find('registrations', { where: where({ event: eventId, ...values }), sort, limit });
    return found.filter(({ id }) => !isIn.has(id)).slice(0, most);
  };
  const shown: [says: string, registrations: readonly { readonly id: string }[]][] = [
    ['admitted', await find({ status: 'confirmed', ticketType: typeOf('standard') }, 3)],
    ['VIP: also welcome at the workshop room', await find({ status: 'confirmed', ticketType: typeOf('vip') }, 1)],
    ['not confirmed: payment pending', await find({ status: 'pending' }, 1)],
    ['cancelled', await find({ status: 'cancelled' }, 1)],
  ];
  const pages: TicketPage[] = [];
  for (const [says, registrations] of shown)
    for (const { id } of registrations) {
      const { ticketPage, attendee } = await act(house, actor, 'events.registration', { eventId, registrationId: id });
      pages.push({ says, name: isObject(attendee) ? String(attendee['name']) : '', url: String(ticketPage) });
    }
  return pages;
}
