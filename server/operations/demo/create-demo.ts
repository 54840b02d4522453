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
import type { TenantRecord } from '../../core/tenants/control.ts';
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
  /** Null where the tenant was there already. */
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

/** People beside those with an imported ticket: pending, cancelled, one who paid, one whose transfer is awaited. */
export const demoExtras = 4;

/** Supervisor of the demo alone: known to everyone who reads this, and good for no other event. */
export const demoSupervisor = { name: 'Sam Carter', pin: '480915' } as const;
const importMax = 1_000;
/** Check-ins that are looked at to find people who have not come. */
const comeMax = 1_000;
export const demoGates = ['main-entrance', 'workshop-room'] as const;

/** @returns the body of the answer; empty when it is no object @throws Error where the action is refused */
export async function act(
  assembly: Pick<DemoServer, 'platform'>,
  actor: Actor,
  action: string,
  input: unknown,
): Promise<Record<string, unknown>> {
  const outcome = await assembly.platform.run(actor, { verb: 'act', action, input });
  if (outcome.kind === 'refused')
    throw new Error(`${action}: ${outcome.errors.map((e) => `${e.path ?? ''} ${e.message}`).join(' ')}`);
  const value = outcome.kind === 'answer' ? outcome.value : null;
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isObject(body) ? body : {};
}

const sampleAction = 'events.add_sample_event';

/**
 * An event with people, orders and test payments; the one that is there is left alone. Without the part `sample` the server
 * has no such action, and nothing is added.
 */
export async function addSampleEvent({ platform }: Pick<DemoServer, 'platform'>, sandbox: TenantRecord): Promise<void> {
  const { actions } = await platform.registry(sandbox.id);
  if (actions.has(sampleAction)) await act({ platform }, systemActor(sandbox.id, 'seed'), sampleAction, {});
}

/** @param testPayments else no card is charged for the supporter's ticket: a demo takes no real money */
function demoEvent(nowMs: number, testPayments: boolean) {
  const bankTransfer = { enabled: true, instructions: 'This is a demo: transfer nothing.', holdDays: 30 };
  return {
    stripe: { enabled: testPayments, bankTransfer },
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

/** One order that is paid, by a test payment where there are any, and one that waits for a bank transfer. */
async function placeOrders(assembly: DemoServer, actor: Actor, eventId: string, testPayments: boolean): Promise<void> {
  const order = (method: 'online' | 'bank_transfer', attendee: Person) =>
    act(assembly, actor, 'events.order', { eventId, method, items: [{ ticketType: 'paid', attendee }] });
  const paula = { name: 'Paula Paid', email: 'paula@example.org', company: 'Prompt & Sons', role: 'Buyer' };
  const paid = String((await order(testPayments ? 'online' : 'bank_transfer', paula))['id']);
  if (testPayments) await act(assembly, actor, 'events.pay_test', { orderId: paid });
  else await act(assembly, actor, 'events.mark_order_paid', { eventId, orderId: paid });
  await order('bank_transfer', {
    name: 'Owen Open',
    email: 'owen@example.org',
    company: 'Two Days Ltd',
    role: 'Clerk',
  });
}

/** @param attendees how many people have an imported, confirmed ticket; `demoExtras` come on top */
export async function createDemo(
  assembly: DemoServer,
  { attendees, slug = 'demo', onProgress }: { attendees: number; slug?: string; onProgress?: (done: number) => void },
): Promise<Demo> {
  const known = await assembly.directory.bySlug(slug);
  const made = known
    ? null
    : await createTenant(assembly, {
        slug,
        plan: 'enterprise',
        modules: [...assembly.modules.registryOf(['events']).modules],
        demo: true,
      });
  if (made && !made.ok) throw new Error(made.errors[0].message);
  const tenant = known ?? must(made, 'a new tenant').value.tenant;
  const actor = systemActor(tenant.id, 'demo');

  const { secretKey, testPayments, webhookSecrets } = assembly.config.stripe;
  const { actions } = await assembly.platform.registry(tenant.id);
  const isOwn = testPayments && secretKey === null && webhookSecrets.length === 0;
  const hasTestPayments = isOwn && actions.has('events.pay_test');
  const event = await act(assembly, actor, 'events.create', demoEvent(assembly.clock(), hasTestPayments));
  const eventId = String(event['id']);
  await act(assembly, actor, 'events.set_supervisor', { eventId, ...demoSupervisor });
  const ids: string[] = [];
  let batch: (Person & { ticketType: string })[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const answer = await act(assembly, actor, 'events.import_attendees', { eventId, attendees: batch });
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
    String((await act(assembly, actor, 'events.register', { eventId, ticketType, attendee: person }))['id']);
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
  await act(assembly, actor, 'events.cancel_registration', { eventId, registrationId: cancelled });
  await placeOrders(assembly, actor, eventId, hasTestPayments);
  if (made)
    await addSampleEvent(assembly, must(await assembly.directory.sandboxOf(tenant.id), 'the sandbox of a tenant'));

  return {
    tenant: tenant.id,
    apiKey: made ? made.value.apiKey : null,
    sandbox: made ? made.value.sandbox : null,
    eventId,
    gates: demoGates,
    registrations: ids.length + demoExtras,
    supervisor: demoSupervisor,
    ticketPages: await demoTicketPages(assembly, actor, await assembly.directory.open(tenant), eventId),
  };
}

/** Returns the pages of people who have not come yet, in the order of the list, and of the two who are not let in. */
export async function demoTicketPages(
  assembly: DemoServer,
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
      const { ticketPage, attendee } = await act(assembly, actor, 'events.registration', {
        eventId,
        registrationId: id,
      });
      pages.push({ says, name: isObject(attendee) ? String(attendee['name']) : '', url: String(ticketPage) });
    }
  return pages;
}
