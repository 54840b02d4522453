/** Lists the objects of a bucket by prefix, and ends its multipart uploads that were never finished. */
import { must } from '#shared/base/assert.ts';
import type { StoredObject } from './contract.ts';
import { textOf, textsOf } from './s3-answers.ts';
import type { CallBucket } from './s3-requests.ts';

/** @param inFront the prefix of the place, in front of every key */
export async function* listObjects(call: CallBucket, inFront: string, prefix: string): AsyncGenerator<StoredObject> {
  let token: string | null = null;
  do {
    const more: Record<string, string> = token === null ? {} : { 'continuation-token': token };
    const query = { 'list-type': '2', prefix: inFront + prefix, ...more };
    const xml = await (await call({ method: 'GET', key: null, query, expect: [200] })).text();
    for (const one of textsOf(xml, 'Contents'))
      yield {
        key: must(textOf(one, 'Key'), 'a key').slice(inFront.length),
        size: Number(textOf(one, 'Size')),
        modifiedMs: Date.parse(textOf(one, 'LastModified') ?? ''),
      };
    token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null;
  } while (token !== null);
}

/** Ends multipart uploads that were begun before this moment (Unix milliseconds), of one page of the list: their parts go. */
export async function sweepUploads(call: CallBucket, inFront: string, olderThanMs: number): Promise<void> {
  const query = { uploads: '', prefix: inFront };
  const xml = await (await call({ method: 'GET', key: null, query, expect: [200] })).text();
  for (const one of textsOf(xml, 'Upload')) {
    const [key, uploadId] = [textOf(one, 'Key'), textOf(one, 'UploadId')];
    if (!key?.startsWith(inFront) || !uploadId) continue;
    if (Date.parse(textOf(one, 'Initiated') ?? '') >= olderThanMs) continue;
    const inside = key.slice(inFront.length);
    await call({ method: 'DELETE', key: inside, query: { uploadId }, expect: [204, 404] });
  }
}
