import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventDay, eventDayStart } from '#shared/admission/event-day.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';

test.each([
  ['2026-05-04T21:59:59.999Z', 'Europe/Oslo', '2026-05-04', '2026-05-03T22:00:00.000Z'],
  ['2026-05-04T22:00:00.000Z', 'Europe/Oslo', '2026-05-05', '2026-05-04T22:00:00.000Z'],
  ['2026-05-04T18:29:00.000Z', 'Asia/Kolkata', '2026-05-04', '2026-05-03T18:30:00.000Z'],
  ['2026-05-04T11:59:00.000Z', 'Pacific/Auckland', '2026-05-04', '2026-05-03T12:00:00.000Z'],
  ['2026-05-04T12:00:00.000Z', 'UTC', '2026-05-04', '2026-05-04T00:00:00.000Z'],
  // Clocks go forward from 0:00 to 1:00: the day begins at 1:00.
  ['2026-09-06T12:00:00.000Z', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // And back over the night: 25 hours.
  ['2026-10-26T00:30:00.000Z', 'Europe/Oslo', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['2026-10-25T22:30:00.000Z', 'Europe/Oslo', '2026-10-25', '2026-10-24T22:00:00.000Z'],
])('%s in %s is %s, which begins at %s', (at, zone, day, start) => {
  expect(eventDay(Date.parse(at), zone)).toBe(day);
  expect(isoTime(eventDayStart(Date.parse(at), zone))).toBe(start);
});

test('the start is the first minute of its day, in any zone at any time', () => {
  const zones = ['UTC', 'Europe/Oslo', 'America/Santiago', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(...zones), (hours, zone) => {
      const ms = Date.UTC(2024, 0, 1) + hours * hourMs + 17 * minuteMs;
      const start = eventDayStart(ms, zone);
      expect(start).toBeLessThanOrEqual(ms);
      expect(eventDay(start, zone)).toBe(eventDay(ms, zone));
      expect(eventDay(start - minuteMs, zone)).not.toBe(eventDay(ms, zone));
    }),
    { numRuns: 500 },
  );
});
