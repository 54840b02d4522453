/** An event of three people, for tests of what staff do at a gate: each of them may enter. */
import type { StationIdentity } from '#kiosk/station/station-facts.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { type LabOptions, openStationLab, type StationLab } from '#test/fixtures/station-lab.ts';

const id = (text: string): string => `0197a000-0000-7000-8000-${text.padStart(12, '0')}`;

export const startMs = Date.parse('2026-05-12T09:30:00Z');
export const eventId = id('e1');
export const list = id('c1');
export const event = {
  id: eventId,
  name: 'Harbour Conference',
  status: 'published',
  replayWindowMinutes: 60,
  signatures: 'off',
  timezone: 'Europe/Oslo',
};
export const gate = {
  id: id('d1'),
  event: eventId,
  key: 'hall',
  name: 'Hall',
  list,
  direction: 'entry',
  ticketTypes: [],
  opensAt: null,
  closesAt: null,
  capacity: null,
};
export const hallList = {
  id: list,
  event: eventId,
  key: 'hall',
  name: 'Hall',
  counting: 'once',
  exitFirst: false,
  passbackMinutes: 0,
  capacity: null,
};
export const guestType = {
  id: id('f1'),
  event: eventId,
  key: 'guest',
  name: 'Guest',
  walkIn: true,
  amount: 2_500,
  currency: 'NOK',
};

export function person(n: number, more: object = {}) {
  return {
    id: id(`a${n}`),
    event: eventId,
    ticketType: guestType.id,
    status: 'confirmed',
    paymentStatus: 'paid',
    name: `Person ${n}`,
    email: `person${n}@example.org`,
    company: null,
    role: null,
    ticketNumber: ticketNumber(eventId, new Uint8Array(10).fill(n)),
    badgeCode: `0000000000000000000${n}`,
    revokedAt: null,
    blockedReason: null,
    attentionNote: null,
    group: null,
    answers: null,
    ...more,
  };
}

export const identity: StationIdentity = {
  kioskId: id('b1'),
  event: eventId,
  gate: gate.id,
  role: 'gate',
  demo: false,
};

type Records = LabOptions['records'];

export function openRequestHandler(records: Records = {}, more: Partial<LabOptions> = {}): Promise<StationLab> {
  return openStationLab({
    identity,
    nowMs: startMs,
    ...more,
    records: {
      events: [event],
      gates: [gate],
      checkin_lists: [hallList],
      ticket_types: [guestType],
      registrations: [person(1), person(2), person(3)],
      ...records,
    },
  });
}
