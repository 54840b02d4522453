import { describe, expect, test } from 'vitest';
import { decide } from '#shared/admission/decide.ts';
import {
  makeWalkIn,
  type WalkInEntry,
  walkInFacts,
  walkInProblems,
  walkInRandomBytes,
} from '#shared/admission/walk-in.ts';
import { readBadgeCode } from '#shared/ticket/badge-code.ts';
import { eventTag, readTicketNumber, tagOf } from '#shared/ticket/ticket-number.ts';
import { attempt, eventId, minutesAgo } from './attempt.ts';

const type = { id: 'day-ticket', event: eventId, walkIn: true, amount: 4_900, currency: 'EUR' };
const entry: WalkInEntry = {
  ticketType: 'day-ticket',
  name: ' Mary Shelley ',
  email: null,
  company: null,
  role: null,
  payment: 'card',
  paymentReference: '0042',
};
const making = {
  id: 'walk-in-1',
  registration: 'registration-9',
  scan: 'scan-1',
  kiosk: 'kiosk-1',
  staff: 'Kim',
  registeredAt: minutesAgo(0),
  random: Uint8Array.from({ length: walkInRandomBytes }, (_, i) => i * 11),
};

describe('an entry of a walk-in', () => {
  test.each([
    ['is good', entry, type, []],
    ['needs a name', { ...entry, name: '  ' }, type, ['name_missing']],
    [
      'needs a ticket type that is sold at the gate',
      entry,
      { ...type, walkIn: false },
      ['ticket_type_not_for_walk_ins'],
    ],
    ['needs a ticket type', entry, null, ['ticket_type_not_for_walk_ins']],
    ['needs to be paid', { ...entry, payment: 'none' as const }, type, ['payment_missing']],
    ['needs nothing paid where it is free', { ...entry, payment: 'none' as const }, { ...type, amount: 0 }, []],
    ['needs the number of the receipt', { ...entry, paymentReference: ' ' }, type, ['payment_reference_missing']],
    ['needs none in cash', { ...entry, payment: 'cash' as const, paymentReference: null }, type, []],
  ])('%s', (_, given, of, problems) => {
    expect(walkInProblems(given, of)).toEqual(problems);
  });
});

test('a walk-in carries a ticket number with the tag of its event, and a badge code', () => {
  const walkIn = makeWalkIn(entry, type, making);
  expect(readTicketNumber(walkIn.ticketNumber)).toBe(walkIn.ticketNumber);
  expect(tagOf(walkIn.ticketNumber)).toBe(eventTag(eventId));
  expect(readBadgeCode(walkIn.badgeCode)).toBe(walkIn.badgeCode);
  expect(walkIn).toMatchObject({
    name: 'Mary Shelley',
    amount: 4_900,
    currency: 'EUR',
    scan: 'scan-1',
    event: eventId,
  });
  expect(JSON.stringify(walkIn)).not.toContain('random');
});

test('is decided like anyone else: by the gate, its hours and its rooms', () => {
  const walkIn = makeWalkIn(entry, type, making);
  const looked = attempt({ noCode: true, signature: 'missing', rooms: [{ remaining: 0 }] });
  const of = (rooms: (typeof looked)['facts']['rooms']) =>
    decide({ ...looked, facts: { ...looked.facts, rooms, registration: walkInFacts(walkIn) } }).code;
  expect(of([])).toBe('admitted');
  expect(of(looked.facts.rooms)).toBe('gate_full');
});
