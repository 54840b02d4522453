/** Writing an object to a bucket: whole in one request, or as a multipart upload with one part at a time in memory. */
import { assert, must } from '#shared/base/assert.ts';
import { FileStoreFault } from './contract.ts';
import { textOf } from './s3-answers.ts';
import type { CallBucket } from './s3-requests.ts';

/** Ten thousand parts are allowed: 80 GB, more than any plan's file. */
const partBytes = 8 * 1024 * 1024;

/** Arguments of `FileStore.put`. */
interface Written {
  readonly key: string;
  readonly source: AsyncIterable<Uint8Array>;
  /** Bytes that `source` yields. */
  readonly size: number;
  /** An object that is there stays. */
  readonly onlyNew: boolean;
}

/** The condition of the request that makes the object visible. */
function conditionOf({ onlyNew }: Written): Readonly<Record<string, string>> {
  return onlyNew ? { 'if-none-match': '*' } : {};
}

/**
 * @returns whether the object was written
 * @throws StoreFull, FileStoreFault, or what the source throws
 */
export function putObject(call: CallBucket, written: Written): Promise<boolean> {
  return written.size <= partBytes ? putWhole(call, written) : putParts(call, written);
}

async function putWhole(call: CallBucket, written: Written): Promise<boolean> {
  const { key, source, size } = written;
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const body = new Uint8Array(Buffer.concat(chunks));
  assert(body.length === size, `${body.length} bytes came where ${size} were announced`);
  const answer = await call({ method: 'PUT', key, headers: conditionOf(written), body, expect: [200, 409, 412] });
  await answer.body?.cancel();
  return answer.status === 200;
}

async function putParts(call: CallBucket, written: Written): Promise<boolean> {
  const { key, source, size } = written;
  const begun = await call({ method: 'POST', key, query: { uploads: '' }, expect: [200] });
  const uploadId = must(textOf(await begun.text(), 'UploadId'), 'the id of a multipart upload');
  try {
    const tags: string[] = [];
    let sent = 0;
    for await (const body of inParts(source)) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await call({ method: 'PUT', key, query, body, expect: [200] });
      await answer.body?.cancel();
      tags.push(answer.headers.get('etag') ?? '');
      sent += body.length;
    }
    assert(sent === size, `${sent} bytes came where ${size} were announced`);
    const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    const done = await call({
      method: 'POST',
      key,
      query: { uploadId },
      headers: conditionOf(written),
      body,
      expect: [200, 412],
    });
    // The store answers 200 before it has put the parts together: an error may follow in the body.
    const said = await done.text();
    if (/<Error>/.test(said)) throw new FileStoreFault(`parts were not put together: ${textOf(said, 'Code')}`);
    return done.status === 200;
  } catch (fault) {
    await call({ method: 'DELETE', key, query: { uploadId }, expect: [204, 404] }).catch(() => {});
    throw fault;
  }
}

/** The source in parts of one size, the last one smaller. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const some = rest.subarray(0, partBytes - bytes);
      held.push(some);
      bytes += some.length;
      rest = rest.subarray(some.length);
      if (bytes < partBytes) continue;
      yield new Uint8Array(Buffer.concat(held));
      [held, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(held));
}
