/**
 * The venue key of an event: what its kiosks seal with when they talk to each other on the LAN (shared/peers/SPEC.md). Made
 * when the first kiosk asks, sealed at rest, given to kiosks whose role admits people together with their credentials, and
 * made again in the transaction that notes a revocation.
 */
import { randomBytes } from 'node:crypto';
import { deviceScans } from '#shared/admission/device-scans.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { ok } from '#shared/base/result.ts';
import type { SealPlace } from '#shared/base/seals.ts';
import { hourMs, isoTime, parseTime } from '#shared/base/time.ts';
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { commitControl } from '../../core/tenants/commit-control.ts';
import type { Reader, TenantStore, Transaction } from '../../store/contract.ts';
import type { Secrets } from '../credentials/secrets.ts';
import { type VenueKeyRecord, venueKeyTable } from './tables.ts';

const purpose = 'venue-key';
/** The sealed fields of a venue key, both bound to the place of their record. */
export const sealedVenueKeys = ['sealedKey', 'sealedPrevious'].map((field) => ({
  collection: 'venue_keys',
  field,
  purpose,
}));
const keyBytes = 32;
/** Kiosks learn of a rotation at different times: the previous key stays good for reading for so long. */
const previousReadsMs = hourMs;
const changedBy = 'system:venue-keys';

export type VenueKeyGiven = NonNullable<Credentials['venueKey']>;

export interface VenueKeys {
  /** @returns null for a kiosk whose role admits no one; a box gives it to its kiosks */
  of(tenant: string, kiosk: Pick<KioskRecord, 'event' | 'role'>): Promise<VenueKeyGiven | null>;
  /** Replaces the key, in the transaction that notes why. Does nothing where no kiosk has asked for a key yet. */
  rotate(tx: Transaction, event: string): Promise<void>;
}

export function openVenueKeys(control: TenantStore, secrets: Pick<Secrets, 'seal' | 'open'>): VenueKeys {
  const placeOf = (id: string): SealPlace => ({ tenant: 'control', collection: 'venue_keys', id });
  const found = (reader: Pick<Reader, 'findOne'>, event: string) => reader.findOne(venueKeyTable, { event });

  function opened(id: string, sealed: string | null): string | null {
    const plain = sealed === null ? null : secrets.open(purpose, sealed, placeOf(id));
    return plain && toBase64url(plain);
  }

  /** @returns null for a key that another server sealed: the tenant was moved here */
  function given({ id, generation, sealedKey, sealedPrevious, rotatedAt }: VenueKeyRecord): VenueKeyGiven | null {
    const since = rotatedAt === null ? null : parseTime(rotatedAt);
    const key = opened(id, sealedKey);
    if (key === null) return null;
    return {
      generation,
      key,
      previousKey: opened(id, sealedPrevious),
      previousUntil: since === null ? null : isoTime(since + previousReadsMs),
    };
  }

  const next = ({ generation, id }: VenueKeyRecord) => ({
    generation: generation + 1,
    sealedKey: secrets.seal(purpose, randomBytes(keyBytes), placeOf(id)),
  });

  async function make(tenant: string, event: string): Promise<VenueKeyRecord> {
    return commitControl(control, changedBy, async (tx) => {
      const there = await found(tx, event);
      if (there) return ok(given(there) ? there : await tx.update(venueKeyTable, there.id, next(there)));
      // Bound to its place, which has an id from now on.
      const record = await tx.create(venueKeyTable, { tenant, event, generation: 1, sealedKey: '-' });
      const sealedKey = secrets.seal(purpose, randomBytes(keyBytes), placeOf(record.id));
      return ok(await tx.update(venueKeyTable, record.id, { sealedKey }));
    });
  }

  return {
    async of(tenant, { event, role }) {
      if (deviceScans[role].sources.length === 0 && role !== 'box') return null;
      const known = await found(control, event);
      return (known && given(known)) ?? given(await make(tenant, event));
    },
    async rotate(tx, event) {
      const known = await found(tx, event);
      if (!known) return;
      const { sealedKey } = known;
      await tx.update(venueKeyTable, known.id, { ...next(known), sealedPrevious: sealedKey, rotatedAt: tx.now });
    },
  };
}
