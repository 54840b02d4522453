/** The bearer tokens of kiosks: stamped for an hour, stored nowhere. */
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { type Clock, dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import type { BoxCredentials, Credentials as CredentialsOfKiosk } from '#shared/sync/down.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Secrets } from '../credentials/secrets.ts';
import { type KioskStamp, readKioskStamp } from './device-proof.ts';

const tokenMs = hourMs;
/** A kiosk that was not in contact for longer (in ms) locks itself and must be paired again. */
export const leaseMs = 3 * dayMs;
const tokenPrefix = credentialPrefixes.kioskToken;
const purpose = 'kiosk-token';
/** Maximum number of tokens whose stamp is remembered; a kiosk has one at a time. */
const stampsMax = 5_000;

/** Credentials of a kiosk, or of a box. */
export type KioskCredentials = CredentialsOfKiosk | BoxCredentials;

/** Keys that a server passes on while it is itself a device of another one: the keys of its kiosks come from there. */
export interface Upstream {
  venueKey(): KioskCredentials['venueKey'];
  /** Null: none yet. */
  sealKey(): string | null;
}

export interface SignedTime {
  /** Unix ms. */
  readonly now: number;
  /** Ed25519 signature of the server, base64url. */
  readonly sig: string;
}

export interface KioskTokens {
  issue(tenant: TenantRecord, kiosk: KioskRecord, venueKey: KioskCredentials['venueKey']): KioskCredentials;
  /** Null: not a token of ours. The caller checks whether it has expired. */
  read(token: string): KioskStamp | null;
  /** SY12: the server's time, signed for this kiosk. */
  time(kioskId: string): SignedTime;
}

/** @param upstream null: this server is no device of another */
export function createKioskTokens(secrets: Secrets, clock: Clock, upstream: Upstream | null = null): KioskTokens {
  const stamps = new Map<string, KioskStamp>();

  function time(kioskId: string): SignedTime {
    const now = clock();
    return { now, sig: secrets.identity.sign(`gatehouse-time-v1\n${kioskId}\n${now}`) };
  }

  return {
    time,
    issue(tenant, kiosk, venueKey) {
      const expiresAt = clock() + tokenMs;
      return {
        kioskId: kiosk.id,
        token: tokenPrefix + secrets.stamp(purpose, JSON.stringify({ k: kiosk.id, e: expiresAt })),
        expiresAt: isoTime(expiresAt),
        leaseExpiresAt: isoTime(clock() + leaseMs),
        event: kiosk.event,
        // An exhibitor's device stands at its booth. A kiosk cannot read credentials without a `gate`.
        gate: kiosk.gate ?? kiosk.exhibitor ?? kiosk.event,
        role: kiosk.role,
        serverKey: secrets.identity.publicKey,
        sealKey: upstream?.sealKey() ?? secrets.sealKey.publicKey,
        demo: tenant.demo,
        signsRows: upstream !== null,
        venueKey,
        time: time(kiosk.id),
      };
    },
    read(token) {
      const known = stamps.get(token);
      if (known) return known;
      if (!token.startsWith(tokenPrefix)) return null;
      const stamp = readKioskStamp(secrets.unstamp(purpose, token.slice(tokenPrefix.length)));
      if (stamp && stamps.size >= stampsMax) stamps.clear();
      if (stamp) stamps.set(token, stamp);
      return stamp;
    },
  };
}
