/** The contract of every file store, on any storage (server/modules/media/files/contract.ts). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, MissingObject, type StoredObject } from '#server/modules/media/files/contract.ts';

export interface FileStoreLab {
  readonly store: FileStore;
  close(): Promise<void>;
}

const tenant = '018f0000-0000-7000-8000-000000000001';
const key = (name: string) => `${tenant}/files/${name}`;

async function* chunksOf(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* breaking(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, bytes.length / 2);
  throw new Error('the sender is gone');
}

/** A prime number of bytes over and over: no piece of it looks like its neighbour. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const once = Buffer.from(Array.from({ length: 65_521 }, (_, i) => (i * 31 + (i >> 8)) & 255));
  return new Uint8Array(Buffer.alloc(size, once));
}

export async function readAll(store: FileStore, at: string, range?: { start: number; end: number }) {
  const chunks: Buffer[] = [];
  for await (const chunk of (await store.open(at, range)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

async function listed(store: FileStore, prefix: string): Promise<readonly StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const one of store.list(prefix)) found.push(one);
  return found;
}

/** @param large bytes of an object that does not go in one piece, where there is such a size */
export function fileStoreContract(name: string, open: () => Promise<FileStoreLab>, large: number): void {
  describe(name, () => {
    let lab: FileStoreLab;
    let store: FileStore;
    const put = (at: string, bytes: Uint8Array, onlyNew = false) =>
      store.put(key(at), chunksOf(bytes), bytes.length, onlyNew);

    beforeEach(async () => {
      lab = await open();
      store = lab.store;
    });
    afterEach(() => lab.close());

    test.each([0, 1, 65_537, large])('%d bytes come back as they were, whole and in parts', async (size) => {
      const bytes = bytesOf(size);
      expect(await put('a', bytes)).toBe(true);
      expect(await store.size(key('a'))).toBe(size);
      expect(Buffer.compare(await readAll(store, key('a')), bytes)).toBe(0);
      if (size < 2) return;
      const range = { start: Math.floor(size / 3), end: Math.floor(size / 2) };
      expect(Buffer.compare(await readAll(store, key('a'), range), bytes.slice(range.start, range.end + 1))).toBe(0);
    });

    test('what is not there is missing, and deleting it harms nothing', async () => {
      await expect(store.open(key('a'))).rejects.toThrow(MissingObject);
      expect(await store.size(key('a'))).toBeNull();
      await store.delete(key('a'));
      await store.deleteAll(`${tenant}/`);
      expect(await listed(store, `${tenant}/`)).toEqual([]);
    });

    test('a put takes the place of what was there, unless it is to be new', async () => {
      await put('a', bytesOf(10));
      expect(await put('a', bytesOf(20))).toBe(true);
      expect(await store.size(key('a'))).toBe(20);
      expect(await put('a', bytesOf(30), true)).toBe(false);
      expect(await store.size(key('a'))).toBe(20);
    });

    test.each([100, large])('a source that breaks off at half of %d leaves nothing', async (size) => {
      await expect(store.put(key('a'), breaking(bytesOf(size)), size)).rejects.toThrow('the sender is gone');
      expect(await store.size(key('a'))).toBeNull();
      expect(await listed(store, `${tenant}/`)).toEqual([]);
    });

    test('a list has everything below a prefix, by key, and nothing beside it', async () => {
      const names = ['b', 'a', 'c/2', 'c/1', 'cc', 'd', 'e'];
      for (const at of names) await put(at, bytesOf(at.length));
      await store.put(`${tenant}/other/x`, chunksOf(bytesOf(3)), 3);
      const found = await listed(store, key(''));
      expect(found.map((one) => [one.key, one.size])).toEqual([...names].sort().map((at) => [key(at), at.length]));
      expect(Math.abs((found[0]?.modifiedMs ?? 0) - Date.now())).toBeLessThan(60_000);
      expect((await listed(store, key('c/'))).map((one) => one.key)).toEqual([key('c/1'), key('c/2')]);
    });

    test('deleting a prefix takes what is below it and nothing else', async () => {
      for (const at of ['c/1', 'c/2', 'cc']) await put(at, bytesOf(5));
      await store.deleteAll(key('c/'));
      expect((await listed(store, `${tenant}/`)).map((one) => one.key)).toEqual([key('cc')]);
    });

    test('a file of this disk is taken over and used up', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-take-'));
      const path = join(folder, 'x');
      await writeFile(path, bytesOf(1_000));
      await store.take(key('a'), path);
      expect(Buffer.compare(await readAll(store, key('a')), bytesOf(1_000))).toBe(0);
      await expect(writeFile(path, '', { flag: 'r+' })).rejects.toThrow('ENOENT');
      await rm(folder, { recursive: true });
    });

    test('eight at once under one key, each to be new: one is', async () => {
      const all = await Promise.all(Array.from({ length: 8 }, (_, i) => put('a', bytesOf(100 + i), true)));
      expect(all.filter(Boolean)).toHaveLength(1);
    });
  });
}
