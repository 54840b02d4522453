/**
 * Checks that a kiosk holds the key it was paired with: the kiosk signs a nonce of the server. Nonces are stamped, not
 * stored; only the used ones are kept, until a minute after they expire.
 */
import { verify } from 'node:crypto';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isObject } from '#shared/base/json.ts';
import { type Clock, minuteMs } from '#shared/base/time.ts';
import { ed25519PublicKey } from '../credentials/ed25519-key.ts';
import { randomToken } from '../credentials/new-id.ts';
import type { Secrets } from '../credentials/secrets.ts';

const nonceMs = minuteMs;

export interface DeviceProof {
  /** @returns a nonce that is good for a minute */
  challenge(kioskId: string): string;
  /** True once in this process for each nonce of ours, within a minute, for the kiosk it was made for. */
  use(kioskId: string, nonce: string): boolean;
}

/** Content of a kiosk's stamp: its id, and the time until which it is valid (Unix milliseconds). */
export interface KioskStamp {
  readonly k: string;
  readonly e: number;
}

export function readKioskStamp(payload: string | null): KioskStamp | null {
  if (payload === null) return null;
  const value: unknown = JSON.parse(payload);
  return isObject(value) && typeof value['k'] === 'string' && typeof value['e'] === 'number'
    ? { k: value['k'], e: value['e'] }
    : null;
}

export function createDeviceProof(secrets: Pick<Secrets, 'stamp' | 'unstamp'>, clock: Clock): DeviceProof {
  /** Nonce → when it runs out; in the order of use, so that the old ones stand in front. */
  const used = new Map<string, number>();
  return {
    challenge: (kioskId) =>
      secrets.stamp('kiosk-nonce', JSON.stringify({ k: kioskId, e: clock() + nonceMs, r: randomToken(8) })),
    use(kioskId, nonce) {
      const now = clock();
      for (const [old, until] of used) {
        if (until >= now - nonceMs) break;
        used.delete(old);
      }
      const stamped = readKioskStamp(secrets.unstamp('kiosk-nonce', nonce));
      if (!stamped || stamped.k !== kioskId || stamped.e < now || used.has(nonce)) return false;
      used.set(nonce, stamped.e);
      return true;
    },
  };
}

/** @param publicKey raw Ed25519, base64url; @param signature base64url; false also for what is neither */
export function isSignedBy(publicKey: string, message: string, signature: string): boolean {
  const key = fromBase64url(publicKey);
  const sig = fromBase64url(signature);
  if (key?.length !== 32 || sig?.length !== 64) return false;
  return verify(null, Buffer.from(message), ed25519PublicKey(key), sig);
}
