/**
 * Files in a bucket of any S3-compatible store. What is larger than a part goes as a multipart upload, a part at a time
 * in memory; reading goes on where a line broke. Opened by open-file-store.ts.
 */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { assert, must } from '#shared/base/assert.ts';
import { type ByteRange, type FileStore, FileStoreFault, MissingObject, type StoredObject } from './contract.ts';
import { callS3, type S3Call, type S3Place } from './s3-requests.ts';

/** Ten thousand parts are allowed: 80 GB, more than any plan's file. */
const partBytes = 8 * 1024 * 1024;
/** How often one reading goes on after its line broke. */
const resumesMax = 4;
const deletedAtOnce = 16;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(xml: string): string {
  return xml.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (entities[name] ?? whole);
  });
}

/** S3's answers are flat lists: no parser is needed to take them apart. */
function textsOf(xml: string, element: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map((match) => match[1] ?? '');
}

function textOf(xml: string, element: string): string | null {
  const [found] = textsOf(xml, element);
  return found === undefined ? null : plainText(found);
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

export function openS3Store(place: S3Place): FileStore {
  const closing = new AbortController();
  const call = (one: S3Call) => callS3(place, one, closing.signal);

  async function putWhole(key: string, source: AsyncIterable<Uint8Array>, size: number, onlyNew: boolean) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source) chunks.push(chunk);
    const body = new Uint8Array(Buffer.concat(chunks));
    assert(body.length === size, `${body.length} bytes came where ${size} were announced`);
    const condition = onlyNew ? { 'if-none-match': '*' } : {};
    const answer = await call({ method: 'PUT', key, headers: condition, body, expect: [200, 409, 412] });
    await answer.body?.cancel();
    return answer.status === 200;
  }

  async function putParts(key: string, source: AsyncIterable<Uint8Array>, size: number, onlyNew: boolean) {
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
      const headers = onlyNew ? { 'if-none-match': '*' } : {};
      const done = await call({ method: 'POST', key, query: { uploadId }, headers, body, expect: [200, 412] });
      // Told with 200 while it was still being worked on: an error may follow in the body.
      const said = await done.text();
      if (/<Error>/.test(said)) throw new FileStoreFault(`parts were not put together: ${textOf(said, 'Code')}`);
      return done.status === 200;
    } catch (fault) {
      await call({ method: 'DELETE', key, query: { uploadId }, expect: [204, 404] }).catch(() => {});
      throw fault;
    }
  }

  async function openOnce(key: string, range: ByteRange | undefined): Promise<Response> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await call({ method: 'GET', key, headers, expect: [200, 206, 404] });
    if (answer.status !== 404) return answer;
    await answer.body?.cancel();
    throw new MissingObject(key);
  }

  /** What is asked for, from wherever the line broke. */
  async function* reading(key: string, first: Response, start: number, end: number): AsyncGenerator<Uint8Array> {
    let at = start;
    let answer = first;
    for (let resumes = 0; ; resumes += 1) {
      try {
        for await (const chunk of must(answer.body, 'a body') as AsyncIterable<Uint8Array>) {
          at += chunk.length;
          yield chunk;
        }
      } catch (cause) {
        if (resumes === resumesMax || closing.signal.aborted)
          throw new FileStoreFault('the file store ended the connection', { cause });
      }
      if (at > end) return;
      if (resumes === resumesMax) throw new FileStoreFault('the file store gave less than there is');
      answer = await openOnce(key, { start: at, end });
    }
  }

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    let token: string | null = null;
    do {
      const more: Record<string, string> = token === null ? {} : { 'continuation-token': token };
      const query = { 'list-type': '2', prefix: place.prefix + prefix, ...more };
      const xml = await (await call({ method: 'GET', key: null, query, expect: [200] })).text();
      for (const one of textsOf(xml, 'Contents'))
        yield {
          key: must(textOf(one, 'Key'), 'a key').slice(place.prefix.length),
          size: Number(textOf(one, 'Size')),
          modifiedMs: Date.parse(textOf(one, 'LastModified') ?? ''),
        };
      token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null;
    } while (token !== null);
  }

  async function remove(key: string): Promise<void> {
    const answer = await call({ method: 'DELETE', key, expect: [200, 204, 404] });
    await answer.body?.cancel();
  }

  const put: FileStore['put'] = (key, source, size, onlyNew = false) =>
    size <= partBytes ? putWhole(key, source, size, onlyNew) : putParts(key, source, size, onlyNew);

  return {
    put,
    async take(key, path) {
      const { size } = await stat(path);
      await put(key, createReadStream(path) as AsyncIterable<Buffer>, size);
      await rm(path, { force: true });
    },
    async open(key, range) {
      const answer = await openOnce(key, range);
      const start = range?.start ?? 0;
      const end = start + Number(answer.headers.get('content-length') ?? 0) - 1;
      return Readable.from(reading(key, answer, start, end), { objectMode: false });
    },
    localPath: () => null,
    async size(key) {
      const answer = await call({ method: 'HEAD', key, expect: [200, 404] });
      return answer.status === 404 ? null : Number(answer.headers.get('content-length') ?? 0);
    },
    delete: remove,
    list,
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
    async sweep(olderThanMs) {
      const query = { uploads: '', prefix: place.prefix };
      const xml = await (await call({ method: 'GET', key: null, query, expect: [200] })).text();
      for (const one of textsOf(xml, 'Upload')) {
        const [key, uploadId] = [textOf(one, 'Key'), textOf(one, 'UploadId')];
        if (!key?.startsWith(place.prefix) || !uploadId) continue;
        if (Date.parse(textOf(one, 'Initiated') ?? '') >= olderThanMs) continue;
        const inside = key.slice(place.prefix.length);
        await call({ method: 'DELETE', key: inside, query: { uploadId }, expect: [204, 404] });
      }
    },
    close() {
      closing.abort(new Error('the file store was closed'));
    },
  };
}
