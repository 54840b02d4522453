/** Derives what a station may do at all from its own state: revoked, locked by its lease, without a clock. */
import { parseTime } from '../base/time.ts';
import type { CorrectedTime } from './corrected-clock.ts';
import type { GateContext } from './facts.ts';

export interface DeviceStanding {
  /** The server said so, or the kiosk's own record came down with a date of revocation. */
  readonly revoked: boolean;
  /** `credentials.leaseExpiresAt`, ISO 8601, renewed with every token; a text that cannot be read counts as expired. */
  readonly leaseExpiresAt: string;
  /** The server refused a token with `lease_expired`. */
  readonly leaseRefused: boolean;
  readonly online: boolean;
  /**
   * The latest time ever known (`ClockAnchor.latestMs`), which judges the lease while the clock is not trusted. Setting the
   * clock back therefore lengthens no lease. Null: the server was never heard.
   */
  readonly latestKnownMs: number | null;
}

export function stationFacts(device: DeviceStanding, time: CorrectedTime): GateContext['station'] {
  const expiresMs = parseTime(device.leaseExpiresAt);
  const atLeastMs = time.trusted ? time.nowMs : device.latestKnownMs;
  return {
    revoked: device.revoked,
    leaseExpired: device.leaseRefused || expiresMs === null || (atLeastMs !== null && atLeastMs > expiresMs),
    clockTrusted: time.trusted,
    clockAssumed: time.assumed,
    online: device.online,
  };
}
