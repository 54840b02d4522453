/** One event as paired kiosks see it: scans that they push and what the followers make of them, for tests of gates. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import {
  ada,
  at,
  codeNow,
  confirmedPlace,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

export let house: EventsModule;
export let eventId: string;
export let made = 0;

/** Opens the server of a test file; each test begins at the opening time. */
export function openGateLab(): void {
  beforeAll(async () => {
    house = await openEventsModule();
  });
  beforeEach(() => {
    house.nowMs = openingTime;
  });
  afterAll(() => house.close());
}

/** Ten bytes that no other call gave. */
export function unique(): Uint8Array {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(6, ++made);
  return bytes;
}
export const newId = () => uuidv7(house.nowMs, unique());
export const kioskIds = [1, 2, 3].map((n) => uuidv7(openingTime, new Uint8Array(10).fill(n)));

export async function makeEvent(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  eventId = textAt((await house.act('events.create', sampleEvent(more))).body, 'id');
  return eventId;
}
export const person = () => ({ ...ada, email: `door${made++}@example.org` });
export const place = (ticketType = 'free') => confirmedPlace(house, eventId, person(), ticketType);
export const supervisor = (): Actor => ({
  tenant: house.tenant,
  kind: 'user',
  id: 'u1',
  scopes: new Set(['events:read', 'events:write']),
  roles: new Set(['supervisor']),
});
export const organizer = (): Actor => ({ ...supervisor(), kind: 'key', id: 'organizer', roles: new Set() });
export const enter = async (registration: string, gateId: string, more: object = {}, actor?: Actor) => {
  const qrCode = await codeNow(house, eventId, registration);
  return house.act('events.checkin', { qrCode, gateId, ...more }, actor);
};
export const codeOf = (answer: { readonly body: object }) => {
  const errors = at(answer.body, 'errors');
  return Array.isArray(errors) ? (errors[0] as { code: string }).code : 'admitted';
};
export const detailOf = (answer: { readonly body: object }) => listAt(answer.body, 'errors')[0]!['detail'];
export async function declare(collection: string, values: object) {
  const outcome = await house.create(collection, newId(), { event: eventId, ...values }, organizer());
  if (outcome.kind === 'refused') return outcome.errors[0].code;
  return outcome.kind === 'record' ? outcome.record.id : outcome.kind;
}
export const gateNamed = async (key: string) => (await house.all('gates', { event: eventId, key }))[0]!;
export const typeNamed = async (key: string) => (await house.all('ticket_types', { event: eventId, key }))[0]!;
export const kiosk = async (n: number, gate = 'hall') => house.kiosk(eventId, (await gateNamed(gate)).id, kioskIds[n]!);

/** A scan as a kiosk pushes it. */
export async function push(n: number, values: object) {
  const list = (await gateNamed('hall'))['list'];
  const id = newId();
  const scan = {
    event: eventId,
    gate: 'hall',
    list,
    kiosk: kioskIds[n],
    counter: made,
    registration: null,
    ticketNumber: null,
    verdict: 'admitted',
    flags: ['offline'],
    scannedAt: isoTime(house.nowMs),
    ruleVersion: 2,
    source: 'wedge',
    ...values,
  };
  return { id, outcome: await house.create('scans', id, scan, await kiosk(n)) };
}
export const refusalCode = (outcome: Awaited<ReturnType<EventsModule['create']>>) =>
  outcome.kind === 'refused' ? outcome.errors[0].code : outcome.kind;
