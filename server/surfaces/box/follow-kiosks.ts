/** Kiosks as they come down: each belongs to this box's tenant, and one that was revoked upstream is revoked here. */
import { isObject } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { kiosks as kioskTable } from '#shared/modules/events/gate.ts';
import { commitControl } from '../../core/tenants/commit-control.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { Document } from './apply-documents.ts';
import type { BoxState } from './box-state.ts';
import { boxActor } from './tables.ts';

/** Records the home of a kiosk, before the kiosk's record: a kiosk is found by its home. */
export async function giveHome(control: TenantStore, tenant: string, kiosk: string): Promise<void> {
  if (await control.get('kiosk_homes', kiosk)) return;
  await commitControl(control, boxActor, async (tx) => {
    if (!(await tx.get('kiosk_homes', kiosk))) await tx.create('kiosk_homes', { tenant, revokedAt: null }, kiosk);
    return ok(null);
  });
}

export async function followKiosks(
  state: BoxState,
  control: TenantStore,
  kiosks: Pick<Kiosks, 'revoke'>,
  documents: readonly Document[],
): Promise<void> {
  for (const { collection, id, record } of documents) {
    if (collection !== kioskTable.name || !isObject(record)) continue;
    await giveHome(control, state.tenant.id, id);
    if (record['revokedAt'] === null) continue;
    const known = await state.store.get(kioskTable, id);
    if (known && known.revokedAt === null) await kiosks.revoke(id);
  }
}
