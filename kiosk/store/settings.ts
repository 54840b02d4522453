/** Small values by name, sealed: pairing, the ledger, cursors of followers. Not for anything that grows. */
import type { ReplicaCollections } from './database.ts';
import type { Settings } from './replica.ts';
import { SealBroken, type Sealer } from './sealer.ts';

export function openSettings(collection: ReplicaCollections['settings'], sealer: Sealer): Settings {
  return {
    async read(name) {
      const doc = await collection.findOne(name).exec();
      if (doc === null) return null;
      try {
        return await sealer.openJson(doc.sealed, `setting ${name}`);
      } catch (error) {
        // Sealed with a key that is gone: as good as never written.
        if (error instanceof SealBroken) return null;
        throw error;
      }
    },
    async write(name, value) {
      await collection.incrementalUpsert({ name, sealed: await sealer.sealJson(value, `setting ${name}`) });
    },
    async remove(name) {
      await (await collection.findOne(name).exec())?.incrementalRemove();
    },
  };
}
