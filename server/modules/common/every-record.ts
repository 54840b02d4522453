/** Reads all records that meet a condition, however many: a page at a time, in the order of their ids. */
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { Reader } from '../../store/contract.ts';

const pageMax = 1_000;

/** Outside a transaction the pages are read one after another: what is written meanwhile may be in or out. */
export function everyRecord<C extends CollectionDefinition>(
  reader: Reader,
  collection: C,
  where: Condition,
): AsyncGenerator<RecordOf<C>>;
export function everyRecord(reader: Reader, collection: string, where: Condition): AsyncGenerator<StoredRecord>;
export async function* everyRecord(reader: Reader, collection: CollectionDefinition | string, where: Condition) {
  const name = typeof collection === 'string' ? collection : collection.name;
  for (let after: string | undefined; ; ) {
    const page: readonly StoredRecord[] = await reader.find(name, {
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
