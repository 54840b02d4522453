/** Photos of business cards in the file store: not `files`, whose addresses can be public, but under a prefix of their own. */
import { buffer } from 'node:stream/consumers';
import { type FileStore, MissingObject } from './contract.ts';
import { photoKey, photosPrefix } from './file-parts.ts';

interface Key {
  readonly tenant: string;
  readonly id: string;
  readonly sha256: string;
}

export function openLeadPhotos(store: FileStore) {
  return {
    async put({ id, sha256, tenant }: Key, bytes: Uint8Array): Promise<void> {
      await store.put(photoKey(tenant, id, sha256), one(bytes), bytes.length);
    },
    async read({ id, sha256, tenant }: Key): Promise<Uint8Array | null> {
      try {
        return await buffer(await store.open(photoKey(tenant, id, sha256)));
      } catch (fault) {
        if (fault instanceof MissingObject) return null;
        throw fault;
      }
    },
    erase: ({ id, tenant }: Pick<Key, 'tenant' | 'id'>): Promise<void> =>
      store.deleteAll(`${photosPrefix(tenant)}${id}/`),
  };
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
