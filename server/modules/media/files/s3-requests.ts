/** One signed request to an S3-compatible store, tried again where the store or the connection failed for a moment. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { FileStoreFault, StoreFull } from './contract.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface S3Place {
  readonly credentials: S3Credentials;
  /** `https://host:port` */
  readonly origin: string;
  readonly bucket: string;
  /** Text in front of every key: empty, or with `/` at its end. */
  readonly prefix: string;
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Null: the bucket itself. */
  readonly key: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Statuses that are answers and no faults. */
  readonly expect: readonly number[];
}

/** A request to one bucket, of one open store. @throws StoreFull, FileStoreFault */
export type CallBucket = (call: S3Call) => Promise<Response>;

const triesMax = 4;
/** Pause before the second try, doubled from try to try. */
const firstWaitMs = 200;
/** Time limit until the answer's head is there, in ms; a body of 8 MB goes out before it. */
const answerTimeoutMs = 60_000;
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const fullCodes = /<Code>(?:QuotaExceeded|XMinioStorageFull|InsufficientStorage|StorageFull|BucketQuotaExceeded)/;
const saidCharsMax = 300;

/** RFC 3986: everything but unreserved characters. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function urlOf({ bucket, origin, prefix }: S3Place, key: string | null, query: Readonly<Record<string, string>>): URL {
  const path = key === null ? bucket : `${bucket}/${prefix}${key}`;
  const url = new URL(`${origin}/${path.split('/').map(encodeStrictly).join('/')}`);
  // Set as text: URLSearchParams would write a space as a plus, which is not what is signed.
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join('&');
  return url;
}

async function once(place: S3Place, call: S3Call, signal: AbortSignal): Promise<Response> {
  const { method, key, query = {}, headers = {}, body = new Uint8Array() } = call;
  const url = urlOf(place, key, query);
  // The body is signed by its hash. Other headers are not: a proxy on the way may touch them.
  const signed = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
  const signer = new AwsV4Signer({ ...place.credentials, service: 's3', method, url: url.href, headers: signed });
  const proof = await signer.sign();
  return fetch(url, {
    method,
    headers: { ...headers, ...Object.fromEntries(proof.headers) },
    redirect: 'error',
    signal,
    ...(method === 'PUT' || method === 'POST' ? { body } : {}),
  });
}

async function refused(call: S3Call, response: Response): Promise<Error> {
  const said = await response.text().catch(() => '');
  if (response.status === 507 || fullCodes.test(said)) return new StoreFull('the bucket is full');
  const code = /<Code>([A-Za-z0-9]{1,60})</.exec(said)?.[1] ?? said.slice(0, saidCharsMax);
  return new FileStoreFault(`the file store answered ${call.method} with ${response.status} ${code}`);
}

/** @throws StoreFull, FileStoreFault */
export async function callS3(place: S3Place, call: S3Call, closing: AbortSignal): Promise<Response> {
  let last: unknown = null;
  for (let tries = 0; tries < triesMax && !closing.aborted; tries += 1) {
    if (tries > 0) await wait(firstWaitMs * 2 ** (tries - 1));
    // A limit for the head alone: the streamed body takes as long as its reader needs.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('no answer in time')), answerTimeoutMs);
    try {
      const response = await once(place, call, AbortSignal.any([closing, late.signal]));
      if (call.expect.includes(response.status)) return response;
      last = await refused(call, response);
      if (!passing.has(response.status)) break;
    } catch (cause) {
      last = new FileStoreFault('the file store cannot be reached', { cause });
    } finally {
      clearTimeout(timer);
    }
  }
  throw last instanceof Error ? last : new FileStoreFault('the file store was closed');
}
