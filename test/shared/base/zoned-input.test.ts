/** Dates and times as fields of a form hold them, in the zone of an event. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayStart, fromZonedInput, timeZones, zonedInput } from '#shared/base/zoned-input.ts';

const minuteMs = 60_000;

describe('a moment in a field', () => {
  test.each([
    ['2027-03-20T09:30', 'Europe/Berlin', '2027-03-20T08:30:00.000Z'],
    ['2027-07-20T09:30', 'Europe/Berlin', '2027-07-20T07:30:00.000Z'],
    ['2027-03-20T09:30', 'America/New_York', '2027-03-20T13:30:00.000Z'],
    ['2027-03-20T09:30', 'Asia/Kathmandu', '2027-03-20T03:45:00.000Z'],
    ['2027-03-20T09:30', 'UTC', '2027-03-20T09:30:00.000Z'],
    ['', 'UTC', null],
    ['nonsense', 'UTC', null],
  ])('%s in %s', (text, zone, iso) => {
    expect(fromZonedInput(text, zone)).toBe(iso);
  });

  test('that clocks skip is an hour later, and one that they have twice is the first', () => {
    // 28 March 2027, 02:00 to 03:00 does not exist in Berlin; 31 October 2027, 02:00 to 03:00 comes twice.
    expect(fromZonedInput('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z');
    expect(zonedInput(Date.parse('2027-03-28T01:30:00Z'), 'Europe/Berlin')).toBe('2027-03-28T03:30');
    expect(fromZonedInput('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z');
  });

  test('read and written again is the same on the clock of the zone', () => {
    const zone = fc.constantFrom(...timeZones());
    const minute = fc.integer({ min: 16_000_000, max: 66_000_000 }).map((n) => n * minuteMs);
    fc.assert(
      fc.property(zone, minute, (timeZone, ms) => {
        const text = zonedInput(ms, timeZone);
        expect(zonedInput(Date.parse(fromZonedInput(text, timeZone) ?? ''), timeZone)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('a day begins at midnight of the zone, or at 01:00 where clocks skip midnight', () => {
    const iso = (ms: number) => new Date(ms).toISOString();
    expect(iso(dayStart(Date.parse('2027-03-28T20:00:00Z'), 'Europe/Berlin'))).toBe('2027-03-27T23:00:00.000Z');
    // Beirut moved its clocks at midnight on 27 March 2022.
    expect(iso(dayStart(Date.parse('2022-03-27T12:00:00Z'), 'Asia/Beirut'))).toBe('2022-03-26T22:00:00.000Z');
  });
});
