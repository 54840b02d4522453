/** Stores the scans received from other kiosks on this kiosk's disk, sealed, so that they survive a restart. */
import { forgetDocuments, type HeardDoc, type ReplicaCollections } from './database.ts';
import { SealBroken, type Sealer } from './sealer.ts';

export interface HeardRow {
  /** Id of the scan. */
  readonly id: string;
  /** The stored value, checked by its reader: an older version may have written it. */
  readonly value: unknown;
}

export interface HeardRows {
  /** Returns the rows in no order, without those that cannot be opened any more. */
  all(): Promise<readonly HeardRow[]>;
  put(rows: readonly HeardRow[]): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
  forgetAll(): Promise<void>;
}

const placeOf = (id: string): string => `heard ${id}`;

export function rxdbHeardRows(collection: ReplicaCollections['heard'], sealer: Sealer): HeardRows {
  async function opened({ id, sealed }: HeardDoc): Promise<HeardRow | null> {
    try {
      return { id, value: await sealer.openJson(sealed, placeOf(id)) };
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }

  return {
    async all() {
      const docs = await collection.find().exec();
      return (await Promise.all(docs.map((doc) => opened(doc.toJSON())))).filter((row) => row !== null);
    },
    async put(rows) {
      const sealed = rows.map(async ({ id, value }) => ({ id, sealed: await sealer.sealJson(value, placeOf(id)) }));
      await collection.bulkUpsert(await Promise.all(sealed));
    },
    forget: (ids) => (ids.length === 0 ? Promise.resolve() : forgetDocuments(collection, ids)),
    async forgetAll() {
      await forgetDocuments(
        collection,
        (await collection.find().exec()).map((doc) => doc.primary),
      );
    },
  };
}
