/** Both file stores against the contract, and what only one of them can meet: faults of the line, signatures, a full bucket. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '#server/core/config-error.ts';
import { FileStoreFault, StoreFull } from '#server/modules/media/files/contract.ts';
import { openLocalStore } from '#server/modules/media/files/local-store.ts';
import { s3PlaceOf } from '#server/modules/media/files/open-file-store.ts';
import { openS3Store } from '#server/modules/media/files/s3-store.ts';
import { fileStoreContract, readAll } from '#test/contract/file-store.ts';
import { type S3Server, startS3Server } from '#test/fixtures/s3-server.ts';

/** Two parts. */
const large = 9 * 1024 * 1024 + 5;

fileStoreContract(
  'a folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'));
    return { store: openLocalStore(folder), close: () => rm(folder, { recursive: true, force: true }) };
  },
  300_000,
);

fileStoreContract(
  'a bucket',
  async () => {
    const server = await startS3Server();
    const store = openS3Store(s3PlaceOf(server.filesUrl));
    return {
      store,
      async close() {
        store.close();
        await server.close();
      },
    };
  },
  large,
);

test('a folder: what broke off long ago is swept away, what is being written is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'));
  const store = openLocalStore(folder);
  await store.put('t/a', [Buffer.from('x')] as unknown as AsyncIterable<Uint8Array>, 1);
  for (const name of ['old.part', 'new.part']) await writeFile(join(folder, 'parts', name), 'x');
  await utimes(join(folder, 'parts', 'old.part'), 0, 0);
  await store.sweep(Date.now() - 60_000);
  expect(await readdir(join(folder, 'parts'))).toEqual(['new.part']);
  expect(await store.size('t/a')).toBe(1);
  await rm(folder, { recursive: true });
});

describe('a bucket', () => {
  let server: S3Server;
  let store: ReturnType<typeof openS3Store>;
  const key = 't/files/a';
  const one = async function* (bytes: Uint8Array) {
    yield bytes;
  };
  const bytes = new Uint8Array(Buffer.from('some content of a file, long enough to be cut'));

  beforeEach(async () => {
    server = await startS3Server();
    store = openS3Store(s3PlaceOf(server.filesUrl));
  });
  afterEach(async () => {
    store.close();
    await server.close();
  });

  test('objects lie below the prefix of the address', async () => {
    await store.put(key, one(bytes), bytes.length);
    expect([...server.objects.keys()]).toEqual([`of ours/${key}`]);
  });

  test.each([
    ['PUT', 500],
    ['PUT', 503],
    ['PUT', 'cut'],
    ['GET', 500],
    ['GET', 'cut'],
    ['HEAD', 'cut'],
    ['DELETE', 500],
  ] as const)('%s that fails once by %s is done again', async (method, does) => {
    server.order({ method, times: 1, does });
    await store.put(key, one(bytes), bytes.length);
    expect(Buffer.compare(await readAll(store, key), bytes)).toBe(0);
    expect(await store.size(key)).toBe(bytes.length);
    await store.delete(key);
    expect(await store.size(key)).toBeNull();
  });

  test('a part that fails once is sent again; the whole is as it was', async () => {
    server.order({ method: 'PUT', times: 1, does: 'cut' });
    const content = new Uint8Array(Buffer.alloc(large, 'abcdefghijk'));
    await store.put(key, one(content), content.length);
    expect(Buffer.compare(server.objects.get(`of ours/${key}`) ?? Buffer.alloc(0), content)).toBe(0);
  });

  test('one that fails for good is a fault, and leaves no parts', async () => {
    server.order({ method: 'PUT', times: 99, does: 500 });
    await expect(store.put(key, one(new Uint8Array(large)), large)).rejects.toThrow(FileStoreFault);
    expect([server.objects.size, server.unfinished.size]).toEqual([0, 0]);
  });

  test('a full bucket is a full store', async () => {
    server.full = true;
    await expect(store.put(key, one(bytes), bytes.length)).rejects.toThrow(StoreFull);
    await expect(store.put(key, one(new Uint8Array(large)), large)).rejects.toThrow(StoreFull);
  });

  test('a wrong secret is a fault that does not tell it', async () => {
    const wrong = openS3Store(s3PlaceOf(server.filesUrl.replace(/:[^:@]+@/, ':other@')));
    const fault = await wrong.size(key).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FileStoreFault);
    expect(String(fault)).not.toContain('other');
    expect(server.asked).toHaveLength(1);
    wrong.close();
  });

  test('a server that does not answer: a fault, not a hang', async () => {
    await server.close();
    await expect(store.size(key)).rejects.toThrow(FileStoreFault);
  });

  test('abandoned parts are deleted when they are old', async () => {
    const begun = openS3Store(s3PlaceOf(server.filesUrl));
    const stuck = (async function* () {
      yield new Uint8Array(large - 1);
      begun.close();
      yield new Uint8Array(1);
    })();
    await expect(begun.put(key, stuck, large)).rejects.toThrow();
    expect(server.unfinished.size).toBe(1);
    await store.sweep(Date.now() - 3_600_000);
    expect(server.unfinished.size).toBe(1);
    await store.sweep(Date.now() + 3_600_000);
    expect(server.unfinished.size).toBe(0);
  });
});

test.each(['s3://host/bucket', 's3://a:b@host', 's3://a@host/bucket'])(
  '%s is refused with what would do',
  (address) => {
    expect(() => s3PlaceOf(address)).toThrow(ConfigError);
    expect(() => s3PlaceOf(address)).toThrow(/s3:\/\/ACCESS_KEY/);
  },
);
