/**
 * Devices with wrong clocks: a kiosk that corrects its own, a ticket page that shows the code of its time. The time
 * matrix is made of them: as a test (corrected-clock.test.ts) and as a table (`npm run time-matrix`).
 */
import {
  applyServerTime,
  type ClockReading,
  type ClockState,
  type CorrectedTime,
  correctedTime,
  startClock,
  watchClock,
} from '#shared/admission/corrected-clock.ts';
import { decide } from '#shared/admission/decide.ts';
import { hourMs, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import { codeTimes } from '#shared/ticket/series.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { attempt, nowMs, ownNumber } from './attempt.ts';

export const skews = [-24 * hourMs, -2 * hourMs, -3 * minuteMs, 0, 3 * minuteMs, 2 * hourMs, 24 * hourMs] as const;
/** The page's skew, the kiosk's: 49 cases. */
export const matrix = skews.flatMap((phone) => skews.map((kiosk) => [phone, kiosk] as const));

/** A kiosk whose wall clock is off; time passes for all its clocks. */
export class Device {
  trueMs: number;
  private readonly bootMs: number;
  wallSkewMs: number;
  state: ClockState;

  constructor(trueMs: number, wallSkewMs: number, saved: Parameters<typeof startClock>[1] = null) {
    this.trueMs = trueMs;
    this.bootMs = trueMs - 5 * secondMs;
    this.wallSkewMs = wallSkewMs;
    this.state = startClock(this.reading(), saved);
  }

  reading(): ClockReading {
    return { monotonicMs: this.trueMs - this.bootMs, wallMs: this.trueMs + this.wallSkewMs };
  }

  pass(ms: number): void {
    this.trueMs += ms;
  }

  /** The server answers in the middle of a round trip. */
  hear(roundTripMs = 40): void {
    const sentAtMs = this.reading().monotonicMs;
    this.pass(roundTripMs);
    const serverNowMs = this.trueMs - roundTripMs / 2;
    const time = { serverNowMs, sentAtMs, receivedAtMs: this.reading().monotonicMs };
    this.state = applyServerTime(this.state, time, this.reading());
  }

  look() {
    this.state = watchClock(this.state, this.reading());
    return correctedTime(this.state);
  }
}

const openingHours = {
  doorsOpenAt: isoTime(nowMs - 3 * hourMs),
  startsAt: isoTime(nowMs - hourMs),
  endsAt: isoTime(nowMs + 8 * hourMs),
  replayWindowMinutes: 60,
};
/** A ticket page's codes, signed ahead for the event's opening hours. */
export const series = {
  replayWindowMinutes: 60,
  codes: codeTimes(openingHours, nowMs - 4 * hourMs).map(
    (timestamp): TicketCode => ({ type: 'event_ticket', ticketNumber: ownNumber, timestamp, signature: null }),
  ),
};

export function verdictBy(
  code: TicketCode,
  time: Pick<CorrectedTime, 'nowMs' | 'trusted'> & { readonly assumed?: boolean },
) {
  const station = {
    revoked: false,
    leaseExpired: false,
    clockTrusted: time.trusted,
    clockAssumed: time.assumed ?? false,
    online: false,
  };
  return decide({ ...attempt({ station }), code, nowMs: time.nowMs }).code;
}
