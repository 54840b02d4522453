/** One event with a gate, registrations and a clock of its own, shared by the tests of `events.checkin`. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import {
  ada,
  confirmedPlace,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

export let house: EventsModule;
export let eventId: string;
export let count = 0;

/** Opens the server of a test file; each test has an event of its own and begins at the opening time. */
export function openCheckin(): void {
  beforeAll(async () => {
    house = await openEventsModule();
  });
  beforeEach(async () => {
    house.nowMs = openingTime;
    await openEvent();
  });
  afterAll(() => house.close());
}

export const makeEvent = async (more: object = {}) =>
  textAt((await house.act('events.create', sampleEvent({ ...more }))).body, 'id');
/** The event that the helpers below speak of from now on. */
export async function openEvent(more: object = {}): Promise<void> {
  eventId = await makeEvent(more);
}
export const person = () => ({ ...ada, email: `guest${count++}@example.org` });
export const place = (event = eventId, ticketType = 'free') => confirmedPlace(house, event, person(), ticketType);
export const checkin = (input: object, actor?: Actor) =>
  house.act('events.checkin', { gateId: 'main-entrance', ...input }, actor);
export const supervisor = (): Actor => ({
  tenant: house.tenant,
  kind: 'user',
  id: 'u1',
  scopes: new Set(['events:write']),
  roles: new Set(['supervisor']),
});
export const write = (collection: string, id: string, patch: object) =>
  house.store.commit('system:test', async (tx) => ({ ok: true, value: await tx.update(collection, id, { ...patch }) }));
