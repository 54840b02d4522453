/**
 * The event's venue key and what is derived from it: one sealing key for each generation, day and sender. The server makes
 * a new generation at each revocation; the one before still reads for an hour and seals nothing.
 */
import { dayMs, hourMs } from '../base/time.ts';
import type { PeerClock, PeerCrypto, SealingKey, VenueKey, VenueKeys } from './ports.ts';

export const venueKeyBytes = 32;
/** Time after a rotation in which frames under the key before are read. */
export const previousReadsMs = hourMs;
/** A frame of yesterday may be on its way at midnight, and clocks are a little off. */
const dayEdgeMs = hourMs;
/** Maximum number of derived keys that are kept: two generations, two days and every kiosk of a large event. */
const keysKept = 1_000;

/** Whole days since 1970, UTC. */
export function dayOf(nowMs: number): number {
  return Math.max(0, Math.floor(nowMs / dayMs));
}

/** Whether a frame of this day may come now. A clock that is not trusted cannot tell: freshness is proven anyway (PE8). */
export function isDayNow(day: number, clock: Pick<PeerClock, 'now' | 'trusted'>): boolean {
  if (!clock.trusted()) return true;
  const nowMs = clock.now();
  return nowMs >= day * dayMs - dayEdgeMs && nowMs < (day + 1) * dayMs + dayEdgeMs;
}

/**
 * A kiosk that has the newer key had it from the server, so its clock was measured; one that is not trusted all the same
 * cannot tell when the hour is over, and goes without.
 *
 * @returns the key that opens frames of a generation, or why none does
 */
export function readingKey(
  { current, previous }: VenueKeys,
  generation: number,
  clock: Pick<PeerClock, 'now' | 'trusted'>,
): VenueKey | 'key_unknown' | 'key_expired' {
  if (generation === current.generation) return current;
  if (generation > current.generation) return 'key_unknown';
  const reads = previous?.generation === generation && clock.trusted() && clock.now() < previous.readsUntilMs;
  return reads ? previous : 'key_expired';
}

export type SealingKeys = (of: {
  readonly venue: VenueKey;
  readonly day: number;
  readonly sender: string;
}) => Promise<SealingKey>;

/** Derives each key once: HKDF over the venue key, salted with the event, for one generation, day and sender. */
export function createSealingKeys(crypto: PeerCrypto, event: string): SealingKeys {
  const derived = new Map<string, { readonly secret: Uint8Array; readonly key: Promise<SealingKey> }>();
  return ({ venue, day, sender }) => {
    const info = `gatehouse-peer-v1\n${venue.generation}\n${day}\n${sender}`;
    const known = derived.get(info);
    if (known?.secret === venue.key) return known.key;
    if (derived.size >= keysKept) derived.clear();
    const key = crypto.deriveKey(venue.key, crypto.encode(event), crypto.encode(info));
    derived.set(info, { secret: venue.key, key });
    return key;
  };
}
