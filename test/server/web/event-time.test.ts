/** The console writes moments in one form for records, by one clock. */
import { expect, test } from 'vitest';
import { momentAt, timeAt } from '#server/web/parts/event-time.ts';

// The zone of no reader: it stands beside the time.
const event = { timezone: 'Asia/Kolkata' };
const now = Date.parse('2026-11-23T10:00:00Z');

test('a record shows its day, also today’s, and the year where it is another one', () => {
  expect(momentAt(event, '2026-11-23T09:34:00Z', now)).toBe('Mon 23 Nov, 15:04 GMT+5:30');
  expect(momentAt(event, '2025-11-23T09:34:00Z', now)).toBe('Sun, 23 Nov 2025, 15:04 GMT+5:30');
  // New Year comes earlier there than in UTC.
  expect(momentAt(event, '2025-12-31T20:00:00Z', now)).toBe('Thu 1 Jan, 01:30 GMT+5:30');
});

test('a screen of what happens now shows the time alone, by the same clock', () => {
  expect(timeAt(event, '2026-11-23T09:34:00Z', now)).toBe('15:04 GMT+5:30');
  expect(timeAt(event, '2026-11-22T09:34:00Z', now)).toBe('Sun 22 Nov, 15:04 GMT+5:30');
});
