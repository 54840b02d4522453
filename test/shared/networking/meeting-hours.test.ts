/** The server sets meetings within the programme of a day, else by day, never at night. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import { zonedInput } from '#shared/base/zoned-input.ts';
import { dayBegins, dayEnds, isWithin, meetingHours } from '#shared/networking/meeting-hours.ts';

const zones = ['UTC', 'Europe/Oslo', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu', 'America/Los_Angeles'];
const hourMs = 3_600_000;
const span = (startMs: number, hours: number) => ({
  startsAt: isoTime(startMs),
  endsAt: isoTime(startMs + hours * hourMs),
});
const clock = (iso: string, zone: string) => zonedInput(Date.parse(iso), zone).slice(11);

const eventOf = fc.record({
  startMs: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
  hours: fc.integer({ min: 25, max: 24 * 10 }),
  timezone: fc.constantFrom(...zones),
});

describe('the hours of meetings', () => {
  test('lie inside the event, do not overlap, and lie by day where a day has no programme', () => {
    fc.assert(
      fc.property(eventOf, ({ hours, startMs, timezone }) => {
        const event = { ...span(startMs, hours), timezone };
        const found = meetingHours(event, []);
        expect(found.length).toBeGreaterThan(0);
        for (const [n, one] of found.entries()) {
          expect(one.startsAt < one.endsAt).toBe(true);
          expect(isWithin([event], one)).toBe(true);
          expect(clock(one.startsAt, timezone) >= dayBegins).toBe(true);
          expect(clock(one.endsAt, timezone) <= dayEnds).toBe(true);
          expect((found[n - 1]?.endsAt ?? '') <= one.startsAt).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are those of the programme on a day that has one', () => {
    const sessionsOf = fc.array(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.integer({ min: 1, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(eventOf, sessionsOf, ({ hours, startMs, timezone }, drawn) => {
        const event = { ...span(startMs, hours), timezone };
        const programme = drawn.map(({ at, length }) =>
          span(startMs + Math.floor((at * (hours - length) * hourMs) / 60_000) * 60_000, length),
        );
        const found = meetingHours(event, programme);
        const day = (iso: string) => zonedInput(Date.parse(iso), timezone).slice(0, 10);
        for (const one of programme) expect(isWithin(found, one)).toBe(true);
        for (const one of found) {
          const ofDay = programme.filter(({ startsAt }) => day(startsAt) === day(one.startsAt));
          if (ofDay.length === 0) continue;
          expect(one.startsAt).toBe(ofDay.map(({ startsAt }) => startsAt).toSorted()[0]);
          expect(one.endsAt).toBe(
            ofDay
              .map(({ endsAt }) => endsAt)
              .toSorted()
              .at(-1),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are those of an evening without a programme, which has no others', () => {
    const evening = { ...span(Date.UTC(2026, 4, 11, 19), 4), timezone: 'Europe/Oslo' };
    expect(meetingHours(evening, [])).toEqual([{ startsAt: evening.startsAt, endsAt: evening.endsAt }]);
  });
});
