/**
 * Edits of leads on the disk, in their RxDB collection: sealed and bound to their place like scans, because notes and
 * photos name people.
 */
import { forgetDocuments, type ReplicaCollections, type StoredLeadEdit } from './database.ts';
import type { DeviceLeadEdit } from './device-lead-edit.ts';
import { SealBroken, type Sealer } from './sealer.ts';

export interface LeadEditRow {
  readonly id: string;
  /** Number in this device's own count over all its edits: 1, 2, 3 … */
  readonly counter: number;
  readonly edit: DeviceLeadEdit;
}

/** Rows on the disk may have been changed by hand, or sealed with a key that is gone. */
export interface LeadRows {
  /** All of them or none. Durable when it resolves; what rejects may have been written all the same. */
  insert(rows: readonly LeadEditRow[]): Promise<void>;
  /** Returns rows by counter, ascending, without those that cannot be read. */
  after(counter: number): Promise<readonly LeadEditRow[]>;
  /** Rows met so far that are there and cannot be read. */
  damaged(): readonly Pick<LeadEditRow, 'id' | 'counter'>[];
  /** Returns the highest counter of any row, also of one that cannot be opened; 0 when there is none. */
  lastCounter(): Promise<number>;
  /** Gone from the disk, not only from view. */
  forget(ids: readonly string[]): Promise<void>;
}

const placeOf = ({ id, counter }: Pick<LeadEditRow, 'id' | 'counter'>): string => `lead edit ${counter} ${id}`;

export function rxdbLeadRows(edits: ReplicaCollections['lead_edits'], sealer: Sealer): LeadRows {
  const damaged = new Map<string, Pick<LeadEditRow, 'id' | 'counter'>>();

  async function open({ id, counter, sealed }: StoredLeadEdit): Promise<LeadEditRow | null> {
    try {
      return { id, counter, edit: (await sealer.openJson(sealed, placeOf({ id, counter }))) as DeviceLeadEdit };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      damaged.set(id, { id, counter });
      return null;
    }
  }

  return {
    async insert(rows) {
      const stored = await Promise.all(
        rows.map(async ({ id, counter, edit }) => ({
          id,
          counter,
          sealed: await sealer.sealJson(edit, placeOf({ id, counter })),
        })),
      );
      // One transaction of IndexedDB: a capture and what comes with it are there together.
      const { error } = await edits.bulkInsert(stored);
      const [first] = error;
      if (first !== undefined) throw new Error('an edit of a lead was not stored', { cause: first });
    },
    async after(counter) {
      const query = { selector: { counter: { $gt: counter } }, sort: [{ counter: 'asc' as const }] };
      const stored = (await edits.find(query).exec()).map((doc) => doc.toJSON() as StoredLeadEdit);
      return (await Promise.all(stored.map(open))).filter((row) => row !== null);
    },
    damaged: () => [...damaged.values()],
    lastCounter: async () => (await edits.findOne({ selector: {}, sort: [{ counter: 'desc' }] }).exec())?.counter ?? 0,
    forget: (ids) => forgetDocuments(edits, ids),
  };
}
