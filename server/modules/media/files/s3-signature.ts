/**
 * AWS Signature Version 4 in the Authorization header, as every S3-compatible store takes it:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface Unsigned {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name; those of Amazon are signed, and the host: so proxies between may touch the others. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hexHash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** RFC 3986: everything but unreserved characters. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`);
  return pairs.sort((a, b) => (a < b ? -1 : 1)).join('&');
}

/** @returns the headers to send: those given, `host` (for the signature; clients set it themselves), and the proof */
export function signed(request: Unsigned, credentials: S3Credentials): Readonly<Record<string, string>> {
  const { method, url, body, nowMs } = request;
  const moment = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = moment.slice(0, 8);
  const contentHash = hexHash(body);
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': contentHash,
    'x-amz-date': moment,
  };
  const names = Object.keys(headers)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .sort();
  const lines = names.map((name) => `${name}:${headers[name]!.trim().replaceAll(/\s+/g, ' ')}\n`).join('');
  const list = names.join(';');
  const canonical = [method, url.pathname, canonicalQuery(url), lines, list, contentHash].join('\n');
  const scope = `${day}/${credentials.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, hexHash(canonical)].join('\n');
  const key = [credentials.region, 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => hmac(made, part),
    hmac(`AWS4${credentials.secretAccessKey}`, day),
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const credential = `${credentials.accessKeyId}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${list}, Signature=${signature}`,
  };
}
