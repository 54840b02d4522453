/** Rows that were read, stored in chunks until they are written: an import resumes after a restart. */
import { ok, type Result } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { ImportRow } from './import-row.ts';
import { importChunks } from './import-tables.ts';

/** Rows of one transaction: other writers of the tenant wait for about 50 ms. */
export const chunkRows = 150;
/** Records taken back or cleared in one transaction. */
export const batchMax = 300;

export type Commit = <T>(plan: (tx: Transaction) => Promise<Result<T>>) => Promise<Result<T>>;

/** Takes rows one by one and writes a chunk whenever one is full; `flush` writes the rest. */
export function chunkWriter(importId: string, commit: Commit) {
  let waiting: ImportRow[] = [];
  let position = 0;
  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    const at = position++;
    await commit(async (tx) => {
      await tx.create(importChunks, { import: importId, position: at, rows });
      return ok(null);
    });
  }
  return {
    async add(row: ImportRow): Promise<void> {
      waiting.push(row);
      if (waiting.length >= chunkRows) await flush();
    },
    flush,
  };
}

/** @returns whether there may be more */
export async function dropChunks(tx: Transaction, importId: string): Promise<boolean> {
  const found = await tx.find(importChunks, { where: where({ import: importId }), limit: batchMax });
  for (const { id } of found) await tx.delete(importChunks, id);
  return found.length === batchMax;
}
