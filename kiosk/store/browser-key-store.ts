/**
 * Keeps the keys of a kiosk in a plain browser: the secret ones are not extractable, and all are in an IndexedDB database
 * of their own. Scripts cannot read the secret ones. A person who has the profile folder and time can; therefore Electron
 * brings another store (host-key-store.ts). One window at a time uses this store.
 */
import { Dexie, type Table } from 'dexie';
import type { KeyStore } from './key-store.ts';

interface KeyRow {
  readonly name: 'data' | 'device';
  readonly key: CryptoKey | CryptoKeyPair;
}

export interface BrowserKeyStore extends KeyStore {
  /** The place of this kiosk's keys: this store, the machine's key store, or none chosen yet. */
  place(): Promise<'here' | 'guarded' | 'undecided'>;
  /** Records that the machine's own key store keeps the keys from now on. Called by `chooseKeyStore`. */
  markGuarded(): Promise<void>;
}

export function openBrowserKeyStore(databaseName: string): BrowserKeyStore {
  // A key lost with the power would make a whole replica unreadable: wait for the disk.
  const database = new Dexie(`${databaseName}-keys`, { chromeTransactionDurability: 'strict', cache: 'disabled' });
  database.version(1).stores({ keys: 'name' });
  const keys: Table<KeyRow, string> = database.table('keys');
  const marks: Table<{ readonly name: 'guarded' }, string> = database.table('keys');

  async function loadOrMake(name: KeyRow['name'], make: () => Promise<KeyRow['key']>): Promise<KeyRow['key']> {
    const kept = await keys.get(name);
    if (kept) return kept.key;
    const key = await make();
    await keys.add({ name, key });
    return key;
  }

  return {
    dataKey: async () =>
      (await loadOrMake('data', () =>
        crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
      )) as CryptoKey,
    deviceKey: async () =>
      (await loadOrMake(
        'device',
        () => crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']) as Promise<CryptoKeyPair>,
      )) as CryptoKeyPair,
    forget: () => keys.bulkDelete(['data', 'device']),
    async place() {
      if ((await marks.get('guarded')) !== undefined) return 'guarded';
      return (await keys.count()) > 0 ? 'here' : 'undecided';
    },
    async markGuarded() {
      await marks.put({ name: 'guarded' });
    },
  };
}
