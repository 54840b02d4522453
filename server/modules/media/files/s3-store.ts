/** Files in a bucket of any S3-compatible store. Opened by open-file-store.ts. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { FileStore } from './contract.ts';
import { listObjects, sweepUploads } from './s3-listing.ts';
import { readObject } from './s3-reading.ts';
import { type CallBucket, callS3, type S3Place } from './s3-requests.ts';
import { putObject } from './s3-writing.ts';

const deletedAtOnce = 16;

export function openS3Store(place: S3Place): FileStore {
  const closing = new AbortController();
  const call: CallBucket = (one) => callS3(place, one, closing.signal);
  const list: FileStore['list'] = (prefix) => listObjects(call, place.prefix, prefix);
  const put: FileStore['put'] = (key, source, size, onlyNew = false) => putObject(call, { key, source, size, onlyNew });

  async function remove(key: string): Promise<void> {
    const answer = await call({ method: 'DELETE', key, expect: [200, 204, 404] });
    await answer.body?.cancel();
  }

  return {
    put,
    list,
    delete: remove,
    localPath: () => null,
    async take(key, path) {
      const { size } = await stat(path);
      await put(key, createReadStream(path) as AsyncIterable<Buffer>, size);
      await rm(path, { force: true });
    },
    open: (key, range) => readObject(call, key, range, closing.signal),
    async size(key) {
      const answer = await call({ method: 'HEAD', key, expect: [200, 404] });
      return answer.status === 404 ? null : Number(answer.headers.get('content-length') ?? 0);
    },
    async deleteAll(prefix) {
      let some: Promise<void>[] = [];
      for await (const { key } of list(prefix)) {
        some.push(remove(key));
        if (some.length < deletedAtOnce) continue;
        await Promise.all(some);
        some = [];
      }
      await Promise.all(some);
    },
    sweep: (olderThanMs) => sweepUploads(call, place.prefix, olderThanMs),
    close() {
      closing.abort(new Error('the file store was closed'));
    },
  };
}
