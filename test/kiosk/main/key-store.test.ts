import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openKeyStore } from '#kiosk/main/key-store.ts';

const base = await mkdtemp(join(tmpdir(), 'keys-'));
afterAll(() => rm(base, { recursive: true }));

/** Stands in for the operating system's vault: turns the bytes around. */
function vault(available: boolean, backend: 'basic_text' | 'gnome_libsecret') {
  return {
    isAsyncEncryptionAvailable: async () => available,
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: async (text: string) => Buffer.from(text).reverse(),
    decryptStringAsync: async (bytes: Buffer) => ({
      shouldReEncrypt: false,
      result: Buffer.from(bytes).reverse().toString(),
    }),
  };
}

test('with a keyring the file holds no readable secret, and it comes back after a restart', async () => {
  const path = join(base, 'guarded.json');
  const store = await openKeyStore(vault(true, 'gnome_libsecret'), path, 'linux');
  expect(store.protection).toBe('protected');
  await Promise.all([store.save('a', 'alpha'), store.save('b', 'beta')]);
  expect(await readFile(path, 'utf8')).not.toContain('alpha');
  const again = await openKeyStore(vault(true, 'gnome_libsecret'), path, 'linux');
  expect([await again.load('a'), await again.load('b'), await again.load('c')]).toEqual(['alpha', 'beta', null]);
});

test('what protects nothing is called plain', async () => {
  expect((await openKeyStore(vault(true, 'basic_text'), join(base, 'x'), 'linux')).protection).toBe('plain');
  expect((await openKeyStore(vault(false, 'gnome_libsecret'), join(base, 'x'), 'linux')).protection).toBe('plain');
  expect((await openKeyStore(vault(true, 'basic_text'), join(base, 'x'), 'win32')).protection).toBe('protected');
  const store = await openKeyStore(vault(true, 'basic_text'), join(base, 'plain.json'), 'linux');
  await store.save('a', 'sealed:looks odd');
  expect(await store.load('a')).toBe('sealed:looks odd');
});
