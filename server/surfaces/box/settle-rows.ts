/** Rows that wait for a way up and came down: another way was quicker, and there is nothing left to send. */
import { ok } from '#shared/base/result.ts';
import type { Document } from './apply-documents.ts';
import type { BoxState } from './box-state.ts';
import { type BoxRowRecord, boxActor, boxRows } from './tables.ts';

/** Whether it is this row; another scan under its id is for the server upstream to refuse. */
function isOf(row: BoxRowRecord | null, { record }: Document): boolean {
  if (row?.state !== 'waiting' || record === null) return false;
  const { counter } = JSON.parse(row.document) as { readonly counter?: unknown };
  return record['kiosk'] === row.kiosk && record['counter'] === counter;
}

/** @param scans that the server upstream sent */
export async function settleRows({ store }: Pick<BoxState, 'store'>, scans: readonly Document[]): Promise<void> {
  const waiting: Document[] = [];
  for (const scan of scans) if (isOf(await store.get(boxRows, scan.id), scan)) waiting.push(scan);
  if (waiting.length === 0) return;
  const done = await store.commit(boxActor, async (tx) => {
    for (const scan of waiting)
      if (isOf(await tx.get(boxRows, scan.id), scan)) await tx.update(boxRows, scan.id, { state: 'duplicate' });
    return ok(null);
  });
  if (!done.ok) throw new Error(done.errors[0].message);
}
