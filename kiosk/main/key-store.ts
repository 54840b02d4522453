/**
 * The kiosk's secrets (its device key) under the protection of the operating system, through Electron's
 * safeStorage. Where the system offers none (Linux without a keyring) they are kept readable and the host says so.
 */

import type { SafeStorage } from 'electron';
import type { SecretStore } from '#kiosk/host/answer-call.ts';
import { readSecrets, writeSecrets } from '#kiosk/host/keys/secret-file.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';

type Vault = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const sealed = 'sealed:';
const plain = 'plain:';

async function isProtected(vault: Vault, platform: NodeJS.Platform): Promise<boolean> {
  if (!(await vault.isAsyncEncryptionAvailable())) return false;
  // On Linux the backend may be a fixed password in Electron's source: no protection.
  return platform !== 'linux' || !['basic_text', 'unknown'].includes(vault.getSelectedStorageBackend());
}

/** @returns a sentence for the log, null when this machine's secrets are guarded; the screens say it in their language */
export function keyStoreWarning(
  store: SecretStore,
  vault: Pick<Vault, 'getSelectedStorageBackend'>,
  platform: NodeJS.Platform,
): string | null {
  if (store.protection === 'protected') return null;
  const backend = platform === 'linux' ? ` (${vault.getSelectedStorageBackend()})` : '';
  return (
    `This system has no key store${backend}: anyone who can read this user’s files can copy the kiosk’s key. ` +
    'Install a keyring, encrypt the disk, and revoke the kiosk on the server if the device is lost.'
  );
}

/**
 * @param path the file that holds the sealed texts
 * @returns a store whose `protection` is what this machine really gives
 */
export async function openKeyStore(vault: Vault, path: string, platform: NodeJS.Platform): Promise<SecretStore> {
  const guarded = await isProtected(vault, platform);
  const oneAtATime = createOneAtATime();

  async function put(name: string, value: string): Promise<void> {
    const kept = await readSecrets(path);
    // An empty one is how a key is taken back: nothing of it stays.
    if (value === '') kept.delete(name);
    else if (guarded) kept.set(name, sealed + (await vault.encryptStringAsync(value)).toString('base64'));
    else kept.set(name, plain + value);
    await writeSecrets(path, kept);
  }

  return {
    protection: guarded ? 'protected' : 'plain',
    save: (name, value) => oneAtATime(() => put(name, value)),
    load: (name) => oneAtATime(() => get(name)),
  };

  async function get(name: string): Promise<string | null> {
    const text = (await readSecrets(path)).get(name);
    if (text === undefined) return null;
    if (text.startsWith(plain)) return text.slice(plain.length);
    const opened = await vault.decryptStringAsync(Buffer.from(text.slice(sealed.length), 'base64'));
    return opened.result;
  }
}
