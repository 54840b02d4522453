/** Reads all records that meet a condition, however many: a page at a time, in the order of their ids. */
import type { Condition } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Reader } from '../../store/contract.ts';

const pageMax = 1_000;

/** Outside a transaction the pages are read one after another: what is written meanwhile may be in or out. */
export async function* everyRecord(reader: Reader, collection: string, where: Condition): AsyncGenerator<StoredRecord> {
  for (let after: string | undefined; ; ) {
    const page = await reader.find(collection, {
      where,
      sort: [{ path: 'id', direction: 'asc' }],
      ...(after !== undefined && { after: [after] }),
      limit: pageMax,
    });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < pageMax) return;
  }
}
