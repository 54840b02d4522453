/** The kiosk's keys in the operating system's key store, by the very store that Electron's main process runs. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openKeyStore } from '#kiosk/main/key-store.ts';
import { chooseKeyStore } from '#kiosk/store/choose-key-store.ts';
import { openHostKeyStore, type SecretHost } from '#kiosk/store/host-key-store.ts';
import { createSealer } from '#kiosk/store/sealer.ts';
import { toBase64url } from '#shared/base/bytes.ts';

const base = await mkdtemp(join(tmpdir(), 'host-keys-'));
afterAll(() => rm(base, { recursive: true }));

let file: string;
let round = 0;
beforeEach(() => {
  round += 1;
  file = join(base, `${round}.json`);
});

/** Stands in for the operating system's vault: turns the bytes around. */
const vault = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
  encryptStringAsync: async (text: string) => Buffer.from(text).reverse(),
  decryptStringAsync: async (bytes: Buffer) => ({
    shouldReEncrypt: false,
    result: Buffer.from(bytes).reverse().toString(),
  }),
};

async function host(): Promise<SecretHost> {
  const store = await openKeyStore(vault, file, 'linux');
  return { loadSecret: (name) => store.load(name), saveSecret: (name, value) => store.save(name, value) };
}

const name = 'gatehouse-left';
const publicOf = async (pair: CryptoKeyPair) =>
  toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));

describe('keys with the host', () => {
  test('come back after a restart: what was sealed opens, what was signed is by the same device', async () => {
    const before = openHostKeyStore(await host(), name);
    const sealed = await (await createSealer(before)).sealJson({ who: 'Ada' }, 'here');
    const device = await publicOf(await before.deviceKey());
    const after = openHostKeyStore(await host(), name);
    expect(await (await createSealer(after)).openJson(sealed, 'here')).toEqual({ who: 'Ada' });
    const pair = await after.deviceKey();
    expect(await publicOf(pair)).toBe(device);
    const text = new TextEncoder().encode('nonce');
    const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, text);
    expect(await crypto.subtle.verify('Ed25519', (await before.deviceKey()).publicKey, signature, text)).toBe(true);
  });

  test('cannot be read back by a script, and stand in the file only under the system’s guard', async () => {
    const keys = openHostKeyStore(await host(), name);
    expect([(await keys.dataKey()).extractable, (await keys.deviceKey()).privateKey.extractable]).toEqual([
      false,
      false,
    ]);
    const secrets = await host();
    const kept = [await secrets.loadSecret(`${name}.data-key`), await secrets.loadSecret(`${name}.device-key`)];
    const onDisk = await readFile(file, 'utf8');
    for (const text of kept) expect(onDisk).not.toContain(text);
  });

  test('are gone for good when forgotten, and new ones are made', async () => {
    const keys = openHostKeyStore(await host(), name);
    const sealer = await createSealer(keys);
    const sealed = await sealer.sealJson('Ada', 'here');
    const device = await publicOf(await keys.deviceKey());
    await keys.forget();
    expect(await readFile(file, 'utf8')).toBe('{}');
    await sealer.renew();
    await expect(sealer.openJson(sealed, 'here')).rejects.toThrow('cannot be opened');
    expect(await publicOf(await keys.deviceKey())).not.toBe(device);
  });

  test('two kiosks on one machine have keys of their own', async () => {
    const secrets = await host();
    const sealed = await (await createSealer(openHostKeyStore(secrets, name))).sealJson('Ada', 'here');
    const other = await createSealer(openHostKeyStore(secrets, 'gatehouse-right'));
    await expect(other.openJson(sealed, 'here')).rejects.toThrow('cannot be opened');
  });

  test('a text that is no key of ours is refused, not replaced', async () => {
    const secrets = await host();
    await secrets.saveSecret(`${name}.data-key`, 'not base64url!');
    await expect(openHostKeyStore(secrets, name).dataKey()).rejects.toThrow('something else');
    expect(await secrets.loadSecret(`${name}.data-key`)).toBe('not base64url!');
  });
});

describe('where keys live', () => {
  function browser(place: 'here' | 'guarded' | 'undecided') {
    const marks: string[] = [];
    const never = () => Promise.reject(new Error('not asked for'));
    return {
      marks,
      store: {
        ...{ dataKey: never, deviceKey: never, forget: never, place: async () => place },
        markGuarded: async () => {
          marks.push('guarded');
        },
      },
    };
  }

  const offered = async (keyStore: 'protected' | 'plain') => ({ ...(await host()), info: async () => ({ keyStore }) });

  test('with the operating system where it guards them, and that is remembered', async () => {
    const { store, marks } = browser('undecided');
    const chosen = await chooseKeyStore({ databaseName: name, browser: store, host: await offered('protected') });
    expect([chosen === store, marks]).toEqual([false, ['guarded']]);
    await chosen.dataKey();
    expect(await readFile(file, 'utf8')).toContain(`${name}.data-key`);
  });

  test('in the browser without a host, with one that guards nothing, and where they are already', async () => {
    for (const [place, found] of [
      ['undecided', null],
      ['undecided', await offered('plain')],
      ['here', await offered('protected')],
    ] as const) {
      const { store, marks } = browser(place);
      expect(await chooseKeyStore({ databaseName: name, browser: store, host: found })).toBe(store);
      expect(marks).toEqual([]);
    }
  });

  test('a keyring that is locked today is said, not replaced by new keys', async () => {
    for (const found of [null, await offered('plain')]) {
      const { store } = browser('guarded');
      await expect(chooseKeyStore({ databaseName: name, browser: store, host: found })).rejects.toThrow('Unlock it');
    }
  });
});
