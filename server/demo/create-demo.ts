/**
 * A demo tenant with one event whose doors are open now, so that a newcomer can scan at once. Everything comes in by
 * the same actions an organizer would use.
 */
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { type Clock, dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { type Actor, systemActor } from '../access/actor.ts';
import type { Platform } from '../platform.ts';
import { type CreatedTenant, createTenant, type TenantParts } from './create-tenant.ts';
import { type Person, people } from './people.ts';

export interface DemoHouse extends TenantParts {
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
  readonly ticketPages: readonly { readonly says: string; readonly name: string; readonly url: string }[];
}

/** Of the demo alone: known to everybody who reads this, and good for no other event. */
export const demoSupervisor = { name: 'Sam Carter', pin: '480915' } as const;
const importMax = 1_000;
export const demoGates = ['main-entrance', 'workshop-room'] as const;

async function act(house: DemoHouse, actor: Actor, action: string, input: unknown): Promise<Record<string, unknown>> {
  const outcome = await house.platform.run(actor, { verb: 'act', action, input });
  if (outcome.kind === 'refused')
    throw new Error(`${action}: ${outcome.errors.map((e) => `${e.path ?? ''} ${e.message}`).join(' ')}`);
  const value = outcome.kind === 'answer' ? outcome.value : null;
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isObject(body) ? body : {};
}

function demoEvent(nowMs: number) {
  return {
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
  house: DemoHouse,
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

  const event = await act(house, actor, 'events.create', demoEvent(house.clock()));
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
  const pending = await register('paid', {
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

  const page = async (says: string, registrationId: string | undefined) => {
    if (!registrationId) return [];
    const { ticketPage, attendee } = await act(house, actor, 'events.registration', { eventId, registrationId });
    return [{ says, name: isObject(attendee) ? String(attendee['name']) : '', url: String(ticketPage) }];
  };
  return {
    tenant: tenant.id,
    apiKey: made ? made.value.apiKey : null,
    sandbox: made ? made.value.sandbox : null,
    eventId,
    gates: demoGates,
    registrations: ids.length + 2,
    supervisor: demoSupervisor,
    ticketPages: [
      ...(await page('admitted', ids[0])),
      ...(await page('admitted', ids[1])),
      ...(await page('admitted', ids[2])),
      ...(await page('VIP: also welcome at the workshop room', ids[4])),
      ...(await page('not confirmed: payment pending', pending)),
      ...(await page('cancelled', cancelled)),
    ],
  };
}
