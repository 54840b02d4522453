/** Times read back as they were written, and the short way to read them means what the long way means. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime, parseTime } from '#shared/base/time.ts';

const firstMs = Date.UTC(2000, 0, 1) - 1_999 * 365 * 24 * 3_600_000;
const lastMs = Date.UTC(9999, 11, 31);

test('what isoTime writes, parseTime reads', () => {
  fc.assert(
    fc.property(fc.integer({ min: firstMs, max: lastMs }), (ms) => {
      expect(parseTime(isoTime(ms))).toBe(ms);
    }),
  );
});

/** In the shape that is stored, but of any digits: months beyond twelve, days that are not, hours after midnight. */
const shaped = fc
  .tuple(
    fc.constantFrom('0000', '0001', '1900', '2000', '2026', '9999'),
    ...[13, 32, 25, 61, 61].map((max) => fc.integer({ min: 0, max })),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([year, month, day, hour, minute, second, ms]) => {
    const two = (n: unknown) => String(n).padStart(2, '0');
    return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}`;
  });

test('with Z and with +00:00 it is the same moment, or none', () => {
  fc.assert(
    fc.property(shaped, (text) => {
      expect(parseTime(`${text}Z`)).toBe(parseTime(`${text}+00:00`));
    }),
    { numRuns: 2_000 },
  );
  for (const wrong of [
    '2026-02-30T10:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    'Thu Jan 01 2026 00:00 Z',
  ])
    expect(parseTime(wrong)).toBeNull();
});
