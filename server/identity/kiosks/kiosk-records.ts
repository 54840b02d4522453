/**
 * Finds, renews and revokes the record of a kiosk. The control database names the kiosk's tenant and notes a revocation; the
 * tenant's database holds the record.
 */
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { gone, inContact } from '#shared/sync/presence.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { TenantStore } from '../../store/contract.ts';
import { credentialHash } from '../credentials/secrets.ts';
import { kioskRevoked, staleNonce } from './kiosk-refusals.ts';
import type { VenueKeys } from './venue-keys.ts';

const changedBy = 'system:kiosks';

export interface FoundKiosk {
  readonly tenant: TenantRecord;
  readonly store: TenantStore;
  readonly kiosk: KioskRecord;
}

interface KioskHome {
  /** Id of the tenant. */
  readonly tenant: string;
  readonly revokedAt: string | null;
}

export interface KioskRecords {
  /** @returns the id of the tenant, null for an unknown kiosk */
  tenantOf(kioskId: string): Promise<string | null>;
  /** @returns a kiosk as revoked as soon as one of the two databases says so; null for an unknown one */
  find(kioskId: string): Promise<FoundKiosk | null>;
  /** Asks the control database alone; true also for an unknown kiosk. */
  isRevoked(kioskId: string): Promise<boolean>;
  /**
   * A renewal starts the kiosk's lease again. Refused when it was revoked in between, or when its nonce was used at
   * another server.
   */
  renew(found: FoundKiosk, nonce: string): Promise<Result<KioskRecord>>;
  /**
   * Revokes the kiosk in both databases. The control database is first, together with the new venue key: a kiosk that learns
   * of the revocation from the tenant's log then asks for a key and gets the new one. Other servers learn of the revocation
   * from the log of the control database.
   */
  revoke(found: FoundKiosk, onRevoked: () => void): Promise<Result<null>>;
}

/** @param venueKeys each revocation makes a new venue key for the event */
export function openKioskRecords(directory: Directory, venueKeys: Pick<VenueKeys, 'rotate'>): KioskRecords {
  const { control } = directory;

  async function homeOf(kioskId: string): Promise<KioskHome | null> {
    const home = isId(kioskId) ? await control.get('kiosk_homes', kioskId) : null;
    return home && { tenant: home['tenant'] as string, revokedAt: home['revokedAt'] as string | null };
  }

  return {
    tenantOf: async (kioskId) => (await homeOf(kioskId))?.tenant ?? null,
    isRevoked: async (kioskId) => (await homeOf(kioskId))?.revokedAt !== null,
    async find(kioskId) {
      const home = await homeOf(kioskId);
      const tenant = home && (await directory.byId(home.tenant));
      if (!tenant) return null;
      const store = await directory.open(tenant);
      const kiosk = await store.get(kiosks, kioskId);
      return kiosk && { tenant, store, kiosk: { ...kiosk, revokedAt: kiosk.revokedAt ?? home.revokedAt } };
    },
    async renew({ kiosk: { id }, store }, nonce) {
      const used = `nonce of kiosk:${credentialHash(nonce)}`;
      const done = await store.commit(changedBy, async (tx) => {
        if (await tx.recall(used)) return staleNonce;
        await tx.remember(used, '', null);
        const kiosk = await tx.get(kiosks, id);
        if (!kiosk || kiosk.revokedAt) return refuse(kioskRevoked);
        return ok(await tx.update(kiosks, id, inContact(kiosk, tx.now)));
      });
      return done.ok ? ok(done.value.value) : done;
    },
    async revoke({ kiosk: { id, event }, store }, onRevoked) {
      const noted = await control.commit(changedBy, async (tx) => {
        const home = await tx.get('kiosk_homes', id);
        if (home?.['revokedAt'] !== null) return ok(null);
        await tx.update('kiosk_homes', id, { revokedAt: tx.now });
        await venueKeys.rotate(tx, event);
        return ok(null);
      });
      if (!noted.ok) return noted;
      const done = await store.commit(changedBy, async (tx) => {
        const kiosk = await tx.get(kiosks, id);
        if (kiosk?.revokedAt === null) await tx.update(kiosks, id, { revokedAt: tx.now, ...gone(kiosk, tx.now) });
        return ok(null);
      });
      if (!done.ok) return done;
      onRevoked();
      return ok(null);
    },
  };
}
