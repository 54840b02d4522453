/**
 * Where a kiosk's record is: the control database names its tenant, the tenant's database has the record. What happens to
 * a kiosk is written there.
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

export interface KioskRecords {
  /** The id of the tenant. */
  tenantOf(kioskId: string): Promise<string | null>;
  find(kioskId: string): Promise<FoundKiosk | null>;
  /**
   * A renewal starts the kiosk's lease again. Refused when it was revoked in between, or when its nonce was used at
   * another server.
   */
  renew(found: FoundKiosk, nonce: string): Promise<Result<KioskRecord>>;
  /** In both databases: other servers on the control database learn of it by its log. */
  revoke(found: FoundKiosk, onRevoked: () => void): Promise<Result<null>>;
}

/** @param venueKeys made again with each revocation */
export function openKioskRecords(directory: Directory, venueKeys: Pick<VenueKeys, 'rotate'>): KioskRecords {
  const { control } = directory;

  async function tenantOf(kioskId: string): Promise<string | null> {
    const home = isId(kioskId) ? await control.get('kiosk_homes', kioskId) : null;
    return home ? (home['tenant'] as string) : null;
  }

  return {
    tenantOf,
    async find(kioskId) {
      const tenantId = await tenantOf(kioskId);
      const tenant = tenantId === null ? null : await directory.byId(tenantId);
      if (!tenant) return null;
      const store = await directory.open(tenant);
      const kiosk = await store.get(kiosks, kioskId);
      return kiosk ? { tenant, store, kiosk } : null;
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
    async revoke({ kiosk: { id, event, revokedAt }, store }, onRevoked) {
      if (revokedAt === null) {
        const done = await store.commit(changedBy, async (tx) => {
          const kiosk = await tx.get(kiosks, id);
          return ok(kiosk && (await tx.update('kiosks', id, { revokedAt: tx.now, ...gone(kiosk, tx.now) })));
        });
        if (!done.ok) return done;
      }
      onRevoked();
      const noted = await control.commit(changedBy, async (tx) => {
        const home = await tx.get('kiosk_homes', id);
        if (home?.['revokedAt'] !== null) return ok(null);
        await tx.update('kiosk_homes', id, { revokedAt: tx.now });
        await venueKeys.rotate(tx, event);
        return ok(null);
      });
      return noted.ok ? ok(null) : noted;
    },
  };
}
