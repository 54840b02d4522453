/**
 * Photos of business cards on the disk of an exhibitor's device, sealed and bound to their edit. Which of them may stay is
 * decided by the visitor's word (kiosk/leads/photo-keeper.ts).
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { createListeners } from '#shared/base/observable.ts';
import { forgetDocuments, type ReplicaCollections } from './database.ts';
import { SealBroken, type Sealer } from './sealer.ts';

export interface LeadPhotos {
  has(id: string): boolean;
  ids(): readonly string[];
  /** Durable when it resolves. */
  put(id: string, jpeg: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Null: it is not there, or cannot be opened any more. */
  read(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Gone from the disk, not only from view. */
  forget(ids: readonly string[]): Promise<void>;
  /** @returns the function that ends it */
  onChange(listener: () => void): () => void;
}

const placeOf = (id: string): string => `lead photo ${id}`;

export async function openLeadPhotos(
  collection: ReplicaCollections['lead_photos'],
  sealer: Sealer,
): Promise<LeadPhotos> {
  const changed = createListeners();
  const held = new Set((await collection.find().exec()).map(({ primary }) => primary));
  return {
    has: (id) => held.has(id),
    ids: () => [...held],
    async put(id, jpeg) {
      await collection.upsert({ id, sealed: toBase64url(new Uint8Array(await sealer.seal(jpeg, placeOf(id)))) });
      held.add(id);
      changed.notify();
    },
    async read(id) {
      const stored = await collection.findOne(id).exec();
      const sealed = stored && fromBase64url(stored.sealed);
      if (!sealed) return null;
      try {
        return await sealer.open(sealed, placeOf(id));
      } catch (error) {
        if (error instanceof SealBroken) return null;
        throw error;
      }
    },
    async forget(ids) {
      if (ids.length === 0) return;
      await forgetDocuments(collection, ids);
      for (const id of ids) held.delete(id);
      changed.notify();
    },
    onChange: changed.subscribe,
  };
}

/** The photos of a kiosk that makes no leads, as in simulations of a gate: there are none. `put` rejects. */
export const noLeadPhotos: LeadPhotos = {
  has: () => false,
  ids: () => [],
  put: async () => {
    throw new Error('this kiosk keeps no photos');
  },
  read: async () => null,
  forget: async () => undefined,
  onChange: () => () => {},
};
