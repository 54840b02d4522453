/** A badge hangs in plain view: what is photographed off it opens no gate. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { badgeCode, badgeCodeRandomBytes, readBadgeCode } from '#shared/ticket/badge-code.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { formatCompact, formatJson } from '#shared/ticket/ticket-code.ts';
import { readTicketNumber, ticketNumber } from '#shared/ticket/ticket-number.ts';
import { issueTicketCode } from '#shared/ticket/ticket-signature.ts';
import { ticketKeyPair } from '../../fixtures/ticket-signing.ts';

const anyBadge = fc
  .uint8Array({ minLength: badgeCodeRandomBytes, maxLength: badgeCodeRandomBytes })
  .map((random) => badgeCode(random));
const eventId = '01900000-0000-7000-8000-000000000001';

test('a badge code is no ticket code and no ticket number, however it is typed', () => {
  fc.assert(
    fc.property(anyBadge, fc.constantFrom('', ' ', '\r\n', '\t'), (badge, around) => {
      for (const text of [badge, badge.toLowerCase(), `${around}${badge}${around}`, `"${badge}"`]) {
        expect(parseTicketCode(text)).toEqual({ ok: false, reason: 'malformed' });
        expect(readTicketNumber(text)).toBeNull();
      }
    }),
    { numRuns: 5_000 },
  );
  // All digits: JSON of its own.
  expect(parseTicketCode('12345678901234567890').ok).toBe(false);
});

test('a ticket code is no badge code', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.nat(2_000_000_000), (random, timestamp) => {
      const number = ticketNumber(eventId, random);
      const code = issueTicketCode({ eventId, ticketNumber: number, timestamp }, ticketKeyPair(1).sign);
      for (const text of [number, formatJson(code), formatCompact(code)!]) expect(readBadgeCode(text)).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('reads back what it made, also in small letters and with the scanner’s line end', () => {
  fc.assert(
    fc.property(anyBadge, (badge) => {
      expect(readBadgeCode(`${badge.toLowerCase()}\r\n`)).toBe(badge);
    }),
  );
  for (const text of ['', 'B17', 'G'.repeat(20), '0'.repeat(19), '0'.repeat(21)])
    expect(readBadgeCode(text)).toBeNull();
});
