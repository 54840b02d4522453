/**
 * The rows of journal and roster in their RxDB collections. A scan lies there sealed and bound to its place: it may
 * carry a reason, answers or a walk-in that name people, and what was decided must not be changed on the disk.
 */
import { forgetDocuments, type ReplicaCollections, type StoredScan } from './database.ts';
import type { ChangeDoc, ChangeRows, RecordedScan, ScanDoc, ScanRows } from './rows.ts';
import { SealBroken, type Sealer } from './sealer.ts';

const placeOf = ({ id, counter }: Pick<ScanDoc, 'id' | 'counter'>): string => `scan ${counter} ${id}`;

/** @returns null where it cannot be opened */
export async function openScanRow({ id, counter, scan }: StoredScan, sealer: Sealer): Promise<ScanDoc | null> {
  // Recorded by a version that did not seal.
  if (!('sealed' in scan)) return { id, counter, scan };
  try {
    return { id, counter, scan: (await sealer.openJson(scan.sealed, placeOf({ id, counter }))) as RecordedScan };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

export interface SealedScanRows extends ScanRows {
  damaged(): readonly Pick<ScanDoc, 'id' | 'counter'>[];
}

export function rxdbScanRows(scans: ReplicaCollections['scans'], sealer: Sealer): SealedScanRows {
  const damaged = new Map<string, Pick<ScanDoc, 'id' | 'counter'>>();

  async function openAll(docs: readonly { toJSON(): unknown }[]): Promise<ScanDoc[]> {
    const stored = docs.map((doc) => doc.toJSON() as StoredScan);
    const opened = await Promise.all(stored.map((row) => openScanRow(row, sealer)));
    for (const [at, { id, counter }] of stored.entries()) if (opened[at] === null) damaged.set(id, { id, counter });
    return opened.filter((row) => row !== null);
  }

  return {
    async insert({ id, counter, scan }) {
      await scans.insert({ id, counter, scan: { sealed: await sealer.sealJson(scan, placeOf({ id, counter })) } });
    },
    async after(counter, limit) {
      const query = { selector: { counter: { $gt: counter } }, sort: [{ counter: 'asc' as const }] };
      return openAll(await scans.find(limit === undefined ? query : { ...query, limit }).exec());
    },
    damaged: () => [...damaged.values()],
    async lastCounter(known) {
      const since = scans.find({ selector: { counter: { $gte: known } }, sort: [{ counter: 'asc' }] });
      const found = (await since.exec()).at(-1)?.counter;
      return found ?? (await scans.findOne({ selector: {}, sort: [{ counter: 'desc' }] }).exec())?.counter ?? 0;
    },
    byIds: async (ids) => openAll([...(await scans.findByIds([...ids]).exec()).values()]),
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
