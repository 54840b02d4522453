/**
 * Notes in a kiosk's record that it opened a live line, and when it lost its latest one. Each line has a name, so that a
 * kiosk that went on at another server is not taken for gone by the server it left, whichever of the two notices first. The
 * events module's `watch-presence` judges whether the kiosk is gone.
 */

import { ok, type Result } from '#shared/base/result.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import { inContact } from '#shared/sync/presence.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';

const changedBy = 'system:kiosk-lines';

export interface KioskLines {
  /** @param line a name that no other line has, in any process */
  opened(kioskId: string, line: string): Promise<Result<unknown>>;
  /** Called where the kiosk or the network ended the line, not where this server stops. */
  closed(kioskId: string, line: string): Promise<Result<unknown>>;
}

type Patch = Readonly<Record<string, unknown>>;

export function openKioskLines(storeOf: (kioskId: string) => Promise<TenantStore | null>): KioskLines {
  async function note(kioskId: string, patchOf: (kiosk: KioskRecord, now: string) => Patch | null) {
    const store = await storeOf(kioskId);
    if (!store) return ok(null);
    return store.commit(changedBy, async (tx: Transaction) => {
      const kiosk = await tx.get(kiosks, kioskId);
      const patch = kiosk && kiosk.revokedAt === null ? patchOf(kiosk, tx.now) : null;
      return ok(patch && (await tx.update('kiosks', kioskId, patch)));
    });
  }

  return {
    opened: (kioskId, line) => note(kioskId, (kiosk, now) => ({ ...inContact(kiosk, now), line })),
    closed: (kioskId, line) =>
      note(kioskId, (kiosk, now) => (kiosk.line === line ? { line: null, lineLostAt: now } : null)),
  };
}
