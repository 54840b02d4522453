/** Rows that this box took and has to take up: kept, with their signatures, before their kiosk gets its answer. */
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { isBoxed } from '#shared/sync/signed-row.ts';
import type { TenantStore } from '../../store/contract.ts';
import { boxActor, boxRows } from './tables.ts';

export interface TakenRow {
  readonly document: unknown;
  /** Null: the row was signed for this box (SY25). */
  readonly previous: number | null;
  readonly signature: string;
  /** This box heard it in the mesh itself; absent: a kiosk brought it. */
  readonly heard?: boolean;
}

/**
 * Ignores collections of which a box carries no rows. A row that is here already stays as it came first: its content cannot be
 * another one (SY7).
 */
export async function keepSignedRows(store: TenantStore, collection: string, rows: readonly TakenRow[]): Promise<void> {
  if (rows.length === 0 || !isBoxed(collection)) return;
  const done = await store.commit(boxActor, async (tx) => {
    for (const { document, heard = false, previous, signature } of rows) {
      const { id, kiosk } = isObject(document) ? document : {};
      if (!isId(id) || (await tx.get(boxRows, id))) continue;
      const values = {
        collection,
        kiosk: String(kiosk),
        document: JSON.stringify(document),
        previous,
        signature,
        heard,
      };
      await tx.create(boxRows, { ...values, state: 'waiting' }, id);
    }
    return ok(null);
  });
  must(done.ok ? done : null, 'signed rows are kept');
}
