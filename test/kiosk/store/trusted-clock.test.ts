import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClockAnchor, createTrustedClock, parseAnchor } from '#kiosk/store/trusted-clock.ts';
import { hourMs, minuteMs } from '#shared/base/time.ts';

const startMs = Date.UTC(2026, 4, 4, 9);

/** A device whose clock of the day can be set and whose monotonic clock cannot. */
function device(wallMs: number) {
  let monotonicMs = 1_000;
  let wall = wallMs;
  return {
    clocks: { monotonicMs: () => monotonicMs, wallMs: () => wall },
    pass(ms: number) {
      monotonicMs += ms;
      wall += ms;
    },
    setWall(ms: number) {
      wall = ms;
    },
    now: () => monotonicMs,
  };
}

describe('the trusted clock', () => {
  test('trusts nothing before the server was heard once', () => {
    const clock = createTrustedClock(device(startMs).clocks, null);
    expect(clock.trusted()).toBe(false);
    expect(clock.anchor()).toBeNull();
  });

  test('Q05 goes by the server and the monotonic clock, however wrong the clock of the day is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40 * hourMs, max: 40 * hourMs }),
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 0, max: 60_000 }),
        (wrongMs, roundTripMs, passedMs) => {
          const machine = device(startMs + wrongMs);
          const clock = createTrustedClock(machine.clocks, null);
          const sentAt = machine.now();
          machine.pass(roundTripMs);
          clock.observe(startMs, sentAt, machine.now());
          machine.pass(passedMs);
          expect(clock.trusted()).toBe(true);
          // The answer was made somewhere between sending and receiving.
          expect(Math.abs(clock.now() - (startMs + passedMs))).toBeLessThanOrEqual(roundTripMs + 1);
          expect(clock.offsetMs() + machine.clocks.wallMs()).toBe(clock.now());
        },
      ),
    );
  });

  test.each([-3_000, 3_000, -24 * hourMs, 24 * hourMs])(
    'loses trust when the clock of the day jumps by %d ms, and keeps the time',
    (jumpMs) => {
      const machine = device(startMs);
      const clock = createTrustedClock(machine.clocks, null);
      clock.observe(startMs, machine.now(), machine.now());
      machine.pass(minuteMs);
      machine.setWall(machine.clocks.wallMs() + jumpMs);
      expect(clock.trusted()).toBe(false);
      expect(clock.now()).toBe(startMs + minuteMs);
      clock.observe(startMs + minuteMs, machine.now(), machine.now());
      expect(clock.trusted()).toBe(true);
    },
  );

  test('a clock that is slewed within its bounds is no jump', () => {
    const machine = device(startMs);
    const clock = createTrustedClock(machine.clocks, null);
    clock.observe(startMs, machine.now(), machine.now());
    for (let i = 0; i < 600; i++) {
      machine.pass(minuteMs);
      machine.setWall(machine.clocks.wallMs() + 30);
      expect(clock.trusted()).toBe(true);
    }
  });

  test('a slow answer does not spoil a good measurement, a contradiction replaces it', () => {
    const machine = device(startMs);
    const clock = createTrustedClock(machine.clocks, null);
    clock.observe(startMs, machine.now() - 2, machine.now());
    const good = clock.now();
    clock.observe(startMs - 1_100, machine.now() - 4_000, machine.now());
    expect(clock.now()).toBe(good);
    clock.observe(startMs + hourMs, machine.now() - 4_000, machine.now());
    expect(clock.now() - good).toBeGreaterThan(hourMs - 5_000);
  });

  test('after a restart it goes on from what it knew, unless the clock of the day stands before that or far beyond', () => {
    const saved: ClockAnchor = { wallOffsetMs: 5_000, latestMs: startMs };
    const restart = (wallMs: number) => createTrustedClock(device(wallMs).clocks, saved);
    const good = restart(startMs - 5_000 + hourMs);
    expect([good.trusted(), good.now()]).toEqual([true, startMs + hourMs]);
    expect(restart(startMs - 5_000 - hourMs).trusted()).toBe(false);
    expect(restart(startMs + 30 * 24 * hourMs).trusted()).toBe(false);
  });

  test('reads its anchor back and nothing else', () => {
    const anchor: ClockAnchor = { wallOffsetMs: -3, latestMs: startMs };
    expect(parseAnchor(JSON.parse(JSON.stringify(anchor)))).toEqual(anchor);
    expect(parseAnchor({ wallOffsetMs: '3' })).toBeNull();
  });
});
