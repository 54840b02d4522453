/** The rows of journal and roster in their RxDB collections. */
import { forgetDocuments, type ReplicaCollections } from './database.ts';
import type { ChangeDoc, ChangeRows, ScanDoc, ScanRows } from './rows.ts';

export function rxdbScanRows(scans: ReplicaCollections['scans']): ScanRows {
  return {
    async insert(row) {
      await scans.insert({ ...row });
    },
    async after(counter, limit) {
      const query = { selector: { counter: { $gt: counter } }, sort: [{ counter: 'asc' as const }] };
      const docs = await scans.find(limit === undefined ? query : { ...query, limit }).exec();
      return docs.map((doc) => doc.toJSON() as ScanDoc);
    },
    async lastCounter() {
      return (await scans.findOne({ selector: {}, sort: [{ counter: 'desc' }] }).exec())?.counter ?? 0;
    },
    async byIds(ids) {
      const docs = await scans.findByIds([...ids]).exec();
      return [...docs.values()].map((doc) => doc.toJSON() as ScanDoc);
    },
    forget: (ids) => forgetDocuments(scans, ids),
  };
}

/** @param opening the roster is read while the database is still being opened */
export function rxdbChangeRows(opening: Promise<ReplicaCollections['changes']>): ChangeRows {
  return {
    all: async () => (await (await opening).find().exec()).map((doc) => doc.toJSON() as ChangeDoc),
    forget: async (keys) => forgetDocuments(await opening, keys),
  };
}
