/**
 * Clocks that are wrong. 7 × 7: the ticket page's clock against the kiosk's, each from a day slow to a day fast. The
 * verdict is the one that true time gives, and the scans stand in true order; or the kiosk says that it cannot know.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anchorOf,
  applyServerTime,
  correctedTime,
  roundTripMaxMs,
  watchClock,
} from '#shared/admission/corrected-clock.ts';
import { stationFacts } from '#shared/admission/device-facts.ts';
import { countOnce, reconcile } from '#shared/admission/reconcile.ts';
import { hourMs, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import { codeFor } from '#shared/ticket/series.ts';
import { nowMs } from './attempt.ts';
import { Device, matrix, series, verdictBy } from './skewed-clocks.ts';

describe('wrong clocks on both sides', () => {
  test.each(matrix)(
    'page %i ms, kiosk %i ms: heard the server an hour ago, the verdict is that of true time',
    (phone, kiosk) => {
      const device = new Device(nowMs - hourMs, kiosk);
      device.hear();
      device.pass(hourMs);
      const shown = codeFor(series, device.trueMs + phone);
      // A page that has no code for its time shows none, and says so: nothing to scan.
      if (shown === null) return expect(Math.abs(phone)).toBeGreaterThan(3 * minuteMs);
      const time = device.look();
      expect(time).toMatchObject({ trusted: true, reason: null });
      expect(Math.abs(time.nowMs - device.trueMs)).toBeLessThanOrEqual(2 * secondMs);
      const right = verdictBy(shown, { nowMs: device.trueMs, trusted: true });
      expect(verdictBy(shown, time)).toBe(right);
      if (Math.abs(phone) <= 3 * minuteMs) expect(right).toBe('admitted');
    },
  );

  test.each(matrix)(
    'page %i ms, kiosk set by %i ms while it was off: says so where it can be known, and is right once it hears the server',
    (phone, kiosk) => {
      const before = new Device(nowMs - 2 * hourMs, 0);
      before.hear();
      before.look();
      const device = new Device(nowMs, kiosk, anchorOf(before.state));
      const shown = codeFor(series, device.trueMs + phone) ?? series.codes[0]!;
      const time = device.look();
      const verdict = verdictBy(shown, time);
      const right = verdictBy(shown, { nowMs: device.trueMs, trusted: true });
      // A clock that is not confirmed refuses no one. Where both are wrong alike, the kiosk cannot know.
      expect(['admitted', 'clock_untrusted']).toContain(verdict);
      if (kiosk < -2 * hourMs - 2 * secondMs) expect(verdict).toBe('clock_untrusted');
      else if (kiosk !== phone && Math.abs(kiosk) > 3 * minuteMs) expect(verdict).toBe('clock_untrusted');
      else if (kiosk === 0) expect(verdict).toBe(right === 'admitted' ? right : 'clock_untrusted');
      device.hear();
      expect(verdictBy(shown, device.look())).toBe(right);
    },
  );

  test.each(matrix)(
    'two kiosks, %i and %i ms off: their scans stand in the order in which they happened',
    (one, other) => {
      const first = new Device(nowMs - hourMs, one);
      const second = new Device(nowMs - hourMs, other);
      for (const device of [first, second]) device.hear();
      first.pass(hourMs);
      second.pass(hourMs + 10 * secondMs);
      const scan = (id: string, device: Device) =>
        ({ id, verdict: 'admitted', flags: ['offline'], scannedAt: isoTime(device.look().nowMs) }) as const;
      const { checkin, conflicts } = reconcile([scan('b-first', first), scan('a-second', second)], countOnce);
      expect([checkin?.id, conflicts.map((c) => c.scan.id)]).toEqual(['b-first', ['a-second']]);
    },
  );

  test.each(matrix.filter(([, jump]) => jump !== 0))(
    'page %i ms, and the kiosk’s clock is set by %i ms: it says so until the server answers',
    (phone, jump) => {
      const device = new Device(nowMs - hourMs, 0);
      device.hear();
      device.pass(hourMs);
      device.wallSkewMs += jump;
      const shown = codeFor(series, device.trueMs + phone) ?? series.codes[0]!;
      expect(verdictBy(shown, device.look())).toBe('clock_untrusted');
      expect(device.look().reason).toBe('clock_jumped');
      device.hear();
      expect(verdictBy(shown, device.look())).toBe(verdictBy(shown, { nowMs: device.trueMs, trusted: true }));
    },
  );
});

describe('the state machine', () => {
  test('says why it is not trusted', () => {
    expect(new Device(nowMs, 0).look().reason).toBe('never_heard');
    const anchor = { wallOffsetMs: 0, latestMs: nowMs };
    expect(new Device(nowMs - hourMs, 0, anchor).look().reason).toBe('clock_before_known');
    expect(new Device(nowMs + 49 * hourMs, 0, anchor).look().reason).toBe('away_too_long');
    expect(new Device(nowMs + 47 * hourMs, 0, anchor).look().reason).toBeNull();
  });

  test('a machine that slept has a monotonic clock that may have stood still: that is a jump', () => {
    const device = new Device(nowMs, 0);
    device.hear();
    const { monotonicMs, wallMs } = device.reading();
    const woken = watchClock(device.state, { monotonicMs: monotonicMs + 10, wallMs: wallMs + hourMs });
    expect(correctedTime(woken).reason).toBe('clock_jumped');
  });

  test('an answer that took too long says nothing, and one from before it was asked is none', () => {
    const device = new Device(nowMs, 0);
    device.hear(roundTripMaxMs + 1);
    expect(device.look().trusted).toBe(false);
    const { monotonicMs } = device.reading();
    const time = { serverNowMs: nowMs, sentAtMs: monotonicMs + 1, receivedAtMs: monotonicMs };
    expect(correctedTime(applyServerTime(device.state, time, device.reading())).trusted).toBe(false);
  });

  test('trusted time is never further off than half the last round trip and the drift', () => {
    const steps = fc.array(fc.record({ passMs: fc.nat(hourMs), roundTripMs: fc.option(fc.nat(12_000)) }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.integer({ min: -40 * hourMs, max: 40 * hourMs }), steps, (skew, all) => {
        const device = new Device(nowMs, skew);
        for (const { passMs, roundTripMs } of all) {
          device.pass(passMs);
          if (roundTripMs !== null) device.hear(roundTripMs);
          const time = device.look();
          if (time.trusted) expect(Math.abs(time.nowMs - device.trueMs)).toBeLessThanOrEqual(roundTripMaxMs / 2 + 1);
        }
      }),
    );
  });
});

describe('what a station may do', () => {
  const device = {
    revoked: false,
    leaseExpiresAt: isoTime(nowMs),
    leaseRefused: false,
    online: false,
    latestKnownMs: null,
  };
  const at = (ms: number, trusted = true) => ({
    nowMs: ms,
    trusted,
    assumed: false,
    reason: trusted ? null : ('clock_jumped' as const),
  });

  test('locks when its lease is over, by a clock it trusts', () => {
    expect(stationFacts(device, at(nowMs)).leaseExpired).toBe(false);
    expect(stationFacts(device, at(nowMs + 1)).leaseExpired).toBe(true);
  });

  test('does not lock by a clock that was set forward, nor stay open by one that was set back', () => {
    expect(stationFacts(device, at(nowMs + 40 * hourMs, false))).toMatchObject({
      leaseExpired: false,
      clockTrusted: false,
    });
    const known = { ...device, latestKnownMs: nowMs + 1 };
    expect(stationFacts(known, at(nowMs - 40 * hourMs, false)).leaseExpired).toBe(true);
  });

  test('doubts an age by a clock that the server has not confirmed since the start, and says when it has', () => {
    const restarted = new Device(nowMs, 0, { wallOffsetMs: 0, latestMs: nowMs - hourMs });
    expect(stationFacts(device, restarted.look())).toMatchObject({ clockTrusted: true, clockAssumed: true });
    restarted.hear();
    expect(stationFacts(device, restarted.look())).toMatchObject({ clockTrusted: true, clockAssumed: false });
  });

  test('locks when the server says so, or the lease cannot be read', () => {
    expect(stationFacts({ ...device, leaseRefused: true }, at(nowMs)).leaseExpired).toBe(true);
    expect(stationFacts({ ...device, leaseExpiresAt: 'soon' }, at(nowMs)).leaseExpired).toBe(true);
    expect(stationFacts({ ...device, revoked: true }, at(nowMs)).revoked).toBe(true);
  });
});
