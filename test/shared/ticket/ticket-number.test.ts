/** Ticket numbers: their form, their event tag, and numbers as people type them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventTag, isTicketNumber, readTicketNumber, tagOf, ticketNumber } from '#shared/ticket/ticket-number.ts';

const eventId = '01900000-0000-7000-8000-0123456789ab';
const randomBytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe('a ticket number', () => {
  test('is the tag of its event and eighty random bits, in Crockford characters', () => {
    // The low 30 bits of 0x456789ab, five at a time: 00010 10110 01111 00010 01101 01011.
    expect(eventTag(eventId)).toBe('2PF2DB');
    expect(ticketNumber(eventId, new Uint8Array(10))).toBe(`${eventTag(eventId)}0000000000000000`);
    expect(ticketNumber(eventId, new Uint8Array(10).fill(255))).toBe(`${eventTag(eventId)}ZZZZZZZZZZZZZZZZ`);
    expect(ticketNumber(eventId, Uint8Array.of(0x08, 0x42, 0x10, 0x84, 0x21, 0, 0, 0, 0, 1))).toBe(
      `${eventTag(eventId)}1111111100000001`,
    );
  });

  test('names its event for any event and random bytes', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), randomBytes, (id, random) => {
        const number = ticketNumber(id, random);
        expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{22}$/);
        expect(tagOf(number)).toBe(eventTag(id));
        expect(isTicketNumber(number)).toBe(true);
      }),
    );
  });

  test('differs where the random bytes differ', () => {
    fc.assert(
      fc.property(randomBytes, randomBytes, (a, b) => {
        const same = Buffer.compare(a, b) === 0;
        expect(ticketNumber(eventId, a) === ticketNumber(eventId, b)).toBe(same);
      }),
    );
  });

  test('is read as a person types it: lower case, O for 0, I and L for 1, grouped', () => {
    expect(readTicketNumber('5cy4tb-oiL1-0000-0000-0000')).toBe('5CY4TB0111000000000000');
    expect(tagOf('5cy4tbOOOOiiiiLLLL0000')).toBe('5CY4TB');
  });

  test.each([
    ['one character short', '5CY4TB000000000000000'],
    ['one too many', '5CY4TB00000000000000000'],
    ['a U, which the alphabet leaves out', '5CY4TB000000000000000U'],
    ['a number of another system', 'TICKET-2026/00017'],
    ['nothing', ''],
    ['far too much', '0'.repeat(100_000)],
    ['a letter that upper-cases into another', 'ſ'.repeat(22)],
  ])('has no tag when it is %s', (_, text) => {
    expect(readTicketNumber(text)).toBeNull();
    expect(tagOf(text)).toBeNull();
  });

  test.each([
    ['', false],
    ['A', true],
    ['TICKET-2026/00017', true],
    ['Row 4 seat 17', true],
    [' A', false],
    ['A ', false],
    ['A\nB', false],
    ['A\u0000', false],
    ['Ä', false],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
    [17, false],
    [null, false],
  ])('a number of another system may be %j: %s', (text, allowed) => {
    expect(isTicketNumber(text)).toBe(allowed);
  });
});
