import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone } from '#shared/base/zoned-time.ts';
import {
  dayRange,
  isDuration,
  momentAt,
  monthOf,
  normalMoment,
  shiftTime,
  weekdayOf,
  yearRange,
} from '#shared/query/time-span.ts';

const at = (text: string): number => Date.parse(text);

describe('durations', () => {
  it.each([
    ['2026-01-31T00:00:00Z', 'P1M', 1, '2026-02-28T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', 'P1Y', -1, '2023-02-28T00:00:00.000Z'],
    ['2026-03-31T12:00:00Z', 'P1M', -1, '2026-02-28T12:00:00.000Z'],
    ['2026-01-15T00:00:00Z', 'P14M', -1, '2024-11-15T00:00:00.000Z'],
    ['2026-05-04T12:00:00Z', 'P1W2DT3H4M5.006S', 1, '2026-05-13T15:04:05.006Z'],
    ['2026-05-04T12:00:00Z', 'PT90M', -1, '2026-05-04T10:30:00.000Z'],
  ] as const)('%s and %s', (from, duration, sign, expected) => {
    expect(new Date(shiftTime(at(from), duration, sign)!).toISOString()).toBe(expected);
  });

  it.each(['', 'P', 'PT', 'P1', 'P1H', 'PT1D', '1D', 'P-1D', 'P1.5D', 'P1DT', 'p1d', 'P99999Y'])(
    '%s is none',
    (text) => {
      expect(isDuration(text)).toBe(false);
      expect(shiftTime(0, text, 1)).toBeNull();
    },
  );

  it('stay within four-digit years', () => {
    expect(shiftTime(at('2026-01-01T00:00:00Z'), 'P9000Y', 1)).toBeNull();
    expect(momentAt('now+P9000Y', at('2026-01-01T00:00:00Z'))).toBe('9999-12-31T23:59:59.999Z');
    expect(momentAt('now-P9000Y', at('2026-01-01T00:00:00Z'))).toBe('0001-01-01T00:00:00.000Z');
  });
});

describe('moments', () => {
  it.each([
    ['2026-05-04', '2026-05-04T00:00:00.000Z'],
    ['2026-05-04T12:00:00 02:00', '2026-05-04T10:00:00.000Z'],
    ['now', 'now'],
    ['now P1D', 'now+P1D'],
    ['now-PT1H', 'now-PT1H'],
  ])('%s', (text, expected) => {
    expect(normalMoment(text)).toBe(expected);
  });

  it.each([
    '',
    'NOW',
    'now-',
    'now-1',
    'yesterday',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '2026-05-04T12:00:00',
  ])('%s is none', (text) => {
    expect(normalMoment(text)).toBeNull();
  });
});

describe('days in a time zone', () => {
  it.each([
    ['2026-05-04', 'UTC', '2026-05-04T00:00:00.000Z', '2026-05-05T00:00:00.000Z'],
    ['2026-05-04', 'Europe/Oslo', '2026-05-03T22:00:00.000Z', '2026-05-04T22:00:00.000Z'],
    ['2026-03-29', 'Europe/Oslo', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Oslo', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-05-04', 'Asia/Kathmandu', '2026-05-03T18:15:00.000Z', '2026-05-04T18:15:00.000Z'],
    // Midnight does not exist on this day: clocks went from 23:59 to 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // A day that was skipped altogether.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s', (day, timeZone, from, until) => {
    expect(dayRange({ at: day }, timeZone, 0)).toEqual([from, until]);
  });

  it('reads moments in the zone that is asked for', () => {
    const night = at('2026-05-03T22:30:00Z');
    expect(dayRange({ at: 'now' }, 'Europe/Oslo', night)[0]).toBe('2026-05-03T22:00:00.000Z');
    expect(dayRange({ at: 'now', timeZone: 'UTC' }, 'Europe/Oslo', night)[0]).toBe('2026-05-03T00:00:00.000Z');
    expect(yearRange(2026, 'Europe/Oslo')).toEqual(['2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z']);
    expect(monthOf('2025-12-31T23:30:00.000Z', 'Europe/Oslo')).toBe(1);
    expect(weekdayOf('2026-05-03T22:30:00.000Z', 'Europe/Oslo')).toBe(1);
    expect(weekdayOf('2026-05-03T22:30:00.000Z', 'UTC')).toBe(7);
  });

  it('lie one after the other without a gap', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Oslo',
      'America/Sao_Paulo',
      'Pacific/Apia',
      'Africa/Monrovia',
      'Australia/Lord_Howe',
    );
    fc.assert(
      fc.property(fc.integer({ min: at('1900-01-01'), max: at('2100-01-01') }), zones, (ms, timeZone) => {
        const day = new Date(ms).toISOString().slice(0, 10);
        const next = new Date(at(day) + 86_400_000).toISOString().slice(0, 10);
        expect(dayRange({ at: day }, timeZone, 0)[1]).toBe(dayRange({ at: next }, timeZone, 0)[0]);
      }),
    );
  });

  it('knows its zones', () => {
    expect(['UTC', 'Europe/Oslo', 'Etc/GMT+5'].map(isTimeZone)).toEqual([true, true, true]);
    expect(['', 'Mars/Olympus', '__proto__', '../etc', 'x'.repeat(100)].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
