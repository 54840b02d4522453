import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { codeFor, codeTimes, maxSeriesCodes } from '#shared/ticket/series.ts';

const ms = (text: string) => Date.parse(text);
const event = {
  doorsOpenAt: '2026-09-14T07:00:00.000Z',
  startsAt: '2026-09-14T09:00:00.000Z',
  endsAt: '2026-09-14T10:00:00.000Z',
  replayWindowMinutes: 60,
};
const spelled = (times: readonly number[]) => times.map((seconds) => isoTime(seconds * 1_000).slice(11, 16));
const series = (times: readonly number[], replayWindowMinutes = 60) => ({
  replayWindowMinutes,
  codes: times.map((timestamp) => ({ timestamp })),
});

describe('the times of a series of codes', () => {
  test('lie half a window apart over the opening hours, once the doors are open', () => {
    expect(spelled(codeTimes(event, ms('2026-09-14T07:00:00Z')))).toEqual([
      ...['07:00', '07:30', '08:00', '08:30', '09:00', '09:30', '10:00'],
    ]);
  });

  test('begin with the one that is good now, on the same grid, so that asking again gives the same codes', () => {
    expect(spelled(codeTimes(event, ms('2026-09-14T09:10:00Z')))).toEqual(['09:00', '09:30', '10:00']);
    expect(spelled(codeTimes(event, ms('2026-09-14T09:29:59Z')))).toEqual(['09:00', '09:30', '10:00']);
  });

  test('hold one for today and then those of the opening hours, days before', () => {
    const times = codeTimes(event, ms('2026-09-10T12:10:00Z'));
    expect(isoTime(times[0]! * 1_000)).toBe('2026-09-10T12:00:00.000Z');
    expect(spelled(times.slice(1))).toEqual(['07:00', '07:30', '08:00', '08:30', '09:00', '09:30', '10:00']);
  });

  test('hold only the one that is good now when the event is over', () => {
    expect(spelled(codeTimes(event, ms('2026-09-14T12:40:00Z')))).toEqual(['12:30']);
  });

  test('begin two hours before the start where nothing says when the doors open', () => {
    const times = codeTimes(
      { ...event, doorsOpenAt: null, startsAt: '2026-09-14T09:10:00.000Z' },
      ms(event.startsAt) - 1e7,
    );
    expect(spelled(times.slice(1, 3))).toEqual(['07:10', '07:40']);
  });

  test('are one for a printed ticket whose window is longer than the event', () => {
    const printed = { ...event, replayWindowMinutes: 60 * 24 * 365 };
    expect(codeTimes(printed, ms('2026-09-14T08:00:00Z'))).toEqual([ms(event.doorsOpenAt) / 1_000]);
  });

  test('are bounded for an event that never ends', () => {
    const endless = { ...event, endsAt: '9999-12-31T00:00:00.000Z', replayWindowMinutes: 1 };
    expect(codeTimes(endless, ms(event.doorsOpenAt))).toHaveLength(maxSeriesCodes);
  });

  test('leave out what a timestamp cannot hold', () => {
    const far = {
      ...event,
      doorsOpenAt: null,
      startsAt: '2150-01-01T00:00:00.000Z',
      endsAt: '2150-01-02T00:00:00.000Z',
    };
    expect(codeTimes(far, ms('2026-09-14T08:00:00Z'))).toHaveLength(1);
  });
});

describe('the code to show', () => {
  const three = series(codeTimes(event, ms('2026-09-14T09:10:00Z')));

  test.each([
    ['the newest that has begun', '09:29:59.999', '09:00'],
    ['the next from its second on', '09:30:00.000', '09:30'],
    ['the last as long as its window lasts', '11:00:00.000', '10:00'],
    ['none once the series has run out', '11:00:00.001', null],
    ['the first up to two minutes ahead', '08:58:00.000', '09:00'],
    ['none before that', '08:57:59.999', null],
  ])('is %s (%s)', (_, at, shown) => {
    const code = codeFor(three, ms(`2026-09-14T${at}Z`));
    expect(code && isoTime(code.timestamp * 1_000).slice(11, 16)).toBe(shown);
  });

  test('has at least half its window left whenever the page is opened during the opening hours', () => {
    const anyEvent = fc.record({
      opensMs: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
      hours: fc.integer({ min: 1, max: 72 }),
      replayWindowMinutes: fc.integer({ min: 40, max: 600 }),
    });
    fc.assert(
      fc.property(anyEvent, fc.double({ min: 0, max: 1, noNaN: true }), (e, share) => {
        const nowMs = e.opensMs + Math.floor(share * e.hours * 60 * minuteMs);
        const endsAt = isoTime(e.opensMs + e.hours * 60 * minuteMs);
        const hours = { ...e, doorsOpenAt: isoTime(e.opensMs), startsAt: isoTime(e.opensMs), endsAt };
        const fetchedEarlier = codeTimes(hours, e.opensMs - 24 * 60 * minuteMs);
        const code = codeFor(series(fetchedEarlier, e.replayWindowMinutes), nowMs);
        expect(code).not.toBeNull();
        const ageMs = nowMs - code!.timestamp * 1_000;
        // A grid of whole seconds may begin up to one second before the doors.
        expect(ageMs).toBeLessThan((e.replayWindowMinutes / 2) * minuteMs + 1_000);
        expect(ageMs).toBeGreaterThanOrEqual(0);
        expect(codeTimes(hours, nowMs)[0]).toBe(code!.timestamp);
      }),
    );
  });
});
