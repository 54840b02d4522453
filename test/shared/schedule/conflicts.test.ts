/** Overlaps and conflicts of a schedule: by examples and against the obvious way to count. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { conflictsOf, nameKey, type Planned, scheduleConflicts } from '#shared/schedule/conflicts.ts';
import { overlaps, type Span } from '#shared/schedule/overlaps.ts';

const span = (from: number, to: number): Span => ({
  startsAt: isoTime(from * minuteMs),
  endsAt: isoTime(to * minuteMs),
});
const event = span(0, 100);

describe('overlaps', () => {
  test.each([
    [span(0, 10), span(10, 20), false],
    [span(0, 10), span(9, 20), true],
    [span(0, 30), span(10, 20), true],
    [span(0, 10), span(20, 30), false],
    // Another spelling of the same moment.
    [
      { startsAt: '2026-05-04T10:00:00+02:00', endsAt: '2026-05-04T11:00:00+02:00' },
      { startsAt: '2026-05-04T08:30:00Z', endsAt: '2026-05-04T09:30:00Z' },
      true,
    ],
  ])('%o and %o: %s', (a, b, expected) => {
    expect([overlaps(a, b), overlaps(b, a)]).toEqual([expected, expected]);
  });

  const spans = fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 20 })).map(([from, size]) => span(from, from + size));

  test('is symmetric, holds of itself, and is what two people in one minute share', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const minutes = ({ endsAt, startsAt }: Span) =>
          Array.from(
            { length: (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs },
            (_, i) => Date.parse(startsAt) + i * minuteMs,
          );
        const shared = minutes(a).some((minute) => minutes(b).includes(minute));
        expect(overlaps(a, b)).toBe(shared);
        expect(overlaps(b, a)).toBe(shared);
        expect(overlaps(a, a)).toBe(true);
      }),
    );
  });
});

describe('conflicts of a schedule', () => {
  const session = fc.record({
    from: fc.integer({ min: -10, max: 100 }),
    size: fc.integer({ min: 1, max: 30 }),
    room: fc.constantFrom(null, 'A', ' a', 'Ａ', 'B', ''),
    speakers: fc.subarray(['Ada', 'ADA', 'Bo']),
  });
  const schedules = fc
    .array(session, { maxLength: 12 })
    .map((all) =>
      all.map(
        ({ from, room, size, speakers }, i): Planned => ({ id: `s${i}`, ...span(from, from + size), room, speakers }),
      ),
    );

  test('are the same as by comparing every pair', () => {
    fc.assert(
      fc.property(schedules, (all) => {
        const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
        const names = ({ room, speakers }: Planned) =>
          new Set([
            ...(room ? [`room ${nameKey(room)}`] : []),
            ...(speakers ?? []).map((name) => `speaker ${nameKey(name)}`),
          ]);
        const expected = pairs.flatMap(([a, b]) =>
          overlaps(a, b)
            ? [...names(a)].filter((name) => names(b).has(name)).map((name) => [name, a.id, b.id].sort().join())
            : [],
        );
        const found = scheduleConflicts(all, event);
        const double = found.flatMap(({ kind, name, sessions }) =>
          name === null ? [] : [[`${kind} ${nameKey(name)}`, ...sessions].sort().join()],
        );
        expect(double.sort()).toEqual(expected.sort());
        const outside = all.filter(({ endsAt, startsAt }) => startsAt < event.startsAt || endsAt > event.endsAt);
        expect(
          found
            .filter(({ kind }) => kind === 'outside_event')
            .map(({ sessions }) => sessions[0])
            .sort(),
        ).toEqual(outside.map(({ id }) => id).sort());
        for (const one of all)
          expect(conflictsOf(one, all)).toHaveLength(
            found.filter(({ name, sessions }) => name !== null && sessions.includes(one.id)).length,
          );
      }),
    );
  });
});
