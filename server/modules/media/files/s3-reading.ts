/** Reading an object from a bucket: where the connection ends early, a further request goes on from there. */
import { Readable } from 'node:stream';
import { must } from '#shared/base/assert.ts';
import { type ByteRange, FileStoreFault, MissingObject } from './contract.ts';
import type { CallBucket } from './s3-requests.ts';

/** Maximum number of times that one reading goes on after its connection broke. */
const resumesMax = 4;

/**
 * @param closing once it is aborted, reading does not go on
 * @throws MissingObject, FileStoreFault; the stream itself may fail with FileStoreFault
 */
export async function readObject(
  call: CallBucket,
  key: string,
  range: ByteRange | undefined,
  closing: AbortSignal,
): Promise<Readable> {
  const answer = await openOnce(call, key, range);
  const start = range?.start ?? 0;
  const end = start + Number(answer.headers.get('content-length') ?? 0) - 1;
  const resume = (at: number) => openOnce(call, key, { start: at, end });
  return Readable.from(reading(answer, { start, end }, resume, closing), { objectMode: false });
}

async function openOnce(call: CallBucket, key: string, range: ByteRange | undefined): Promise<Response> {
  const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
  const answer = await call({ method: 'GET', key, headers, expect: [200, 206, 404] });
  if (answer.status !== 404) return answer;
  await answer.body?.cancel();
  throw new MissingObject(key);
}

/** Yields the requested bytes, and goes on from where the connection broke. */
async function* reading(
  first: Response,
  { start, end }: ByteRange,
  resume: (at: number) => Promise<Response>,
  closing: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = start;
  let answer = first;
  for (let resumes = 0; ; resumes += 1) {
    try {
      for await (const chunk of must(answer.body, 'a body') as AsyncIterable<Uint8Array>) {
        at += chunk.length;
        yield chunk;
      }
    } catch (cause) {
      if (resumes === resumesMax || closing.aborted)
        throw new FileStoreFault('the file store ended the connection', { cause });
    }
    if (at > end) return;
    if (resumes === resumesMax) throw new FileStoreFault('the file store gave less than there is');
    answer = await resume(at);
  }
}
