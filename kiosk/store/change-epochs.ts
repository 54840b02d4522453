/**
 * Change documents on the disk, by epoch: which lie on top of the packed roster, and which are superfluous. An epoch
 * begins with every new packed roster, with every wipe, and at a start that finds superfluous documents; it is part of a
 * document's key.
 */
import type { RosterCursor } from './replica.ts';
import type { ChangeDoc, ChangeRows } from './rows.ts';

export interface ChangeEpochs {
  /** The key of a document that is written now. */
  keyOf(collection: string, id: string): string;
  begin(): void;
  /**
   * @param packed the packed roster as it stands on the disk; null: none
   * @returns the documents on top of it; any other is swept later, also what a wipe left
   */
  onDisk(packed: RosterCursor | null): Promise<readonly ChangeDoc[]>;
  /** Documents may lie on the disk, or still be on their way there, that a new packed roster has made superfluous. */
  markUnswept(): void;
  isUnswept(): boolean;
  /** Drops superfluous documents. @param packed asked after the documents have been read */
  sweep(packed: () => RosterCursor | null): Promise<void>;
}

export function createChangeEpochs(changes: ChangeRows): ChangeEpochs {
  let epoch = 0;
  let unswept = false;
  return {
    keyOf: (collection, id) => `${epoch}:${collection}:${id}`,
    begin() {
      epoch += 1;
    },
    async onDisk(packed) {
      const docs = await changes.all();
      for (const doc of docs) epoch = Math.max(epoch, epochOf(doc.key));
      const relevant = docs.filter((doc) => liesOn(doc, packed));
      if (relevant.length < docs.length) {
        epoch += 1;
        unswept = true;
      }
      return relevant;
    },
    markUnswept() {
      unswept = true;
    },
    isUnswept: () => unswept,
    /**
     * Keys of the current epoch stay while there is a packed roster: they are still being written. Not the epoch alone
     * decides, because a fold that failed has begun an epoch, too.
     */
    async sweep(packed) {
      unswept = false;
      try {
        const docs = await changes.all();
        const under = packed();
        const superfluous = docs.filter((doc) => under === null || (epochOf(doc.key) < epoch && !liesOn(doc, under)));
        if (superfluous.length > 0) await changes.forget(superfluous.map((doc) => doc.key));
      } catch (error) {
        unswept = true;
        throw error;
      }
    },
  };
}

function liesOn(doc: ChangeDoc, packed: RosterCursor | null): boolean {
  return packed !== null && doc.base === packed.base && doc.seq > packed.seq;
}

function epochOf(key: string): number {
  return Number(key.slice(0, key.indexOf(':')));
}
