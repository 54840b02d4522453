/** Times in the zone of an event, for a reader in any zone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differ, formatIn, timesIn, zoneName } from '#shared/base/zoned-time.ts';

const summer = Date.UTC(2026, 5, 1, 12, 3, 27);
const winter = Date.UTC(2026, 0, 1, 23, 30, 5);

describe('a time', () => {
  test.each([
    ['Europe/Oslo', 'Europe/Oslo', '14:03', '14:03:27'],
    ['Europe/Oslo', 'Europe/Berlin', '14:03', '14:03:27'],
    ['Europe/Oslo', 'America/New_York', '14:03 CEST', '14:03:27 CEST'],
    ['America/New_York', 'Europe/Oslo', '08:03 EDT', '08:03:27 EDT'],
    ['Asia/Kolkata', 'UTC', '17:33 GMT+5:30', '17:33:27 GMT+5:30'],
    ['Not/A_Zone', 'Europe/Oslo', '12:03 UTC', '12:03:27 UTC'],
    ['UTC', 'Europe/London', '12:03 UTC', '12:03:27 UTC'],
  ])('of %s, read in %s', (zone, reader, short, exact) => {
    const { exactTime, time } = timesIn(zone, 'en-GB', reader);
    expect([time(summer), exactTime(summer)]).toEqual([short, exact]);
  });

  test('changes its name with the season, and its day with the zone', () => {
    expect([zoneName(summer, 'Europe/Oslo'), zoneName(winter, 'Europe/Oslo')]).toEqual(['CEST', 'CET']);
    const inLanguages = ['de-DE', 'fr-FR', 'en-GB'].map((tag) => zoneName(summer, 'Europe/Oslo', tag));
    expect(inLanguages).toEqual(['MESZ', 'UTC+2', 'CEST']);
    expect(timesIn('Europe/Oslo', 'en-GB', 'UTC').dayAndTime(winter)).toMatch(/2 Jan.*00:30 CET$/);
    expect(timesIn('UTC', 'en-GB', 'UTC').exactDayAndTime(winter)).toMatch(/1 Jan.*23:30:05$/);
    expect(timesIn('Europe/Oslo').isSameDay(winter, winter + 60 * 60_000)).toBe(true);
    expect(timesIn('UTC').isSameDay(winter, winter + 60 * 60_000)).toBe(false);
  });

  test('stands without its zone exactly where the reader sees the same on their own clock', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(zone, zone, fc.integer({ min: 0, max: 4e12 }), (event, reader, ms) => {
        const shown = timesIn(event, 'en-GB', reader).exactDayAndTime(ms);
        const own = timesIn(reader, 'en-GB', reader).exactDayAndTime(ms);
        expect(shown === own).toBe(!differ(ms, event, reader));
        if (shown !== own) expect(shown.endsWith(zoneName(ms, event))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('of the same shape is made once', () => {
    expect(formatIn({ hour: 'numeric' }, 'UTC', 'en')).toBe(formatIn({ hour: 'numeric' }, 'UTC', 'en'));
  });
});

test('nothing else makes text of a moment', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const makers = ['server', 'shared', 'kiosk'].flatMap((wing) =>
    readdirSync(join(root, wing), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${wing}/${name}`)
      .filter((name) =>
        /Intl\.DateTimeFormat\(|\.toLocale(?:Date|Time)?String\(/.test(readFileSync(join(root, name), 'utf8')),
      ),
  );
  expect(makers.sort()).toEqual(
    [
      'shared/base/zoned-time.ts',
      // These reckon with zones, and show nothing.
      'shared/base/zoned-input.ts',
      'shared/admission/event-day.ts',
      'shared/query/time-span.ts',
      // The page of a printer that stands beside its reader, and knows no event.
      'kiosk/host/printers/virtual/virtual-printer-html.ts',
    ].sort(),
  );
});
