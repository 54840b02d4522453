/**
 * Scans in the mesh that the server upstream has as well: they are no facts of their own any more, and are forgotten after a
 * while (PE10). Learned from the answers to scans that were sent up, and from scans that came down.
 */
import type { MeshParts } from '#shared/peers/mesh.ts';
import type { HeardRows } from '#shared/peers/ports.ts';
import type { TenantStore } from '../../../store/contract.ts';
import { boxRows } from '../tables.ts';

/** Rows under the ids of scans. */
export interface HeldRows extends HeardRows {
  all(): Promise<readonly { readonly id: string; readonly value: unknown }[]>;
}

export interface Settled {
  readonly isCovered: MeshParts['isCovered'];
  /** The given rows, watched: `isCovered` follows what is put into them and forgotten. */
  readonly rows: HeardRows;
  /** Ids of scans that the server upstream has answered, or sent. */
  upstreamHas(ids: readonly string[]): void;
}

/** @param rows the rows of the mesh, with those from before this start */
export async function createSettled(store: TenantStore, rows: HeldRows): Promise<Settled> {
  const known = new Map<string, boolean>();
  for (const { id } of await rows.all()) {
    const row = await store.get(boxRows, id);
    known.set(id, row !== null && row.state !== 'waiting');
  }
  return {
    isCovered: ({ id }) => known.get(id) === true,
    rows: {
      all: rows.all,
      put(entries) {
        for (const { id } of entries) if (!known.has(id)) known.set(id, false);
        return rows.put(entries);
      },
      forget(ids) {
        for (const id of ids) known.delete(id);
        return rows.forget(ids);
      },
    },
    upstreamHas(ids) {
      for (const id of ids) if (known.has(id)) known.set(id, true);
    },
  };
}
