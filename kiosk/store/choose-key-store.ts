/**
 * Chooses the place for this kiosk's keys: the operating system where the machine's host can protect them, else the
 * browser. Decided once, because a value sealed with the keys of one place cannot be opened with those of the other.
 * Called by start.tsx before the replica is opened.
 */
import type { BrowserKeyStore } from './browser-key-store.ts';
import { openHostKeyStore, type SecretHost } from './host-key-store.ts';
import type { KeyStore } from './key-store.ts';

export interface KeyStoreChoice {
  readonly databaseName: string;
  readonly browser: BrowserKeyStore;
  /** Null where the machine offers no key store of its own. */
  readonly host: (SecretHost & { info(): Promise<{ readonly keyStore: 'protected' | 'plain' }> }) | null;
}

/** @throws Error when the keys are with the operating system and it does not hand them out: new ones would lose data */
export async function chooseKeyStore({ databaseName, browser, host }: KeyStoreChoice): Promise<KeyStore> {
  const place = await browser.place();
  if (place === 'here') return browser;
  const guarded = host !== null && (await host.info()).keyStore === 'protected';
  if (place === 'guarded' && !guarded)
    throw new Error('This device’s key store does not respond. Unlock it (keyring, login) and start the kiosk again');
  if (host === null || !guarded) return browser;
  await browser.markGuarded();
  return openHostKeyStore(host, databaseName);
}
