/** Reads the headers of tus 1.0.0 strictly: a header in another form than the protocol's is refused. */
import type { Request } from 'express';
import { isId } from '#shared/base/id.ts';
import { refusal } from '../../http/refusal-error.ts';

export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
const digestBytes: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, md5: 16 };

const metadataCharsMax = 8_000;
/** Largest length of Upload-Concat that the field of a file holds, in characters. */
const concatCharsMax = 8_000;
const partsMax = 64;
const pairsMax = 50;

export function wholeHeader(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function wholeNumber(name: string, text: string | undefined): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
  throw refusal('invalid_header', `${name} must be a whole number of bytes, not negative.`, { path: name });
}

export function lengthOf(text: string | undefined): number {
  return wholeNumber('Upload-Length', text);
}

/** Null: the client sets the length later (creation-defer-length). */
export function announcedLengthOf(length: string | undefined, defer: string | undefined): number | null {
  if (defer === undefined) return lengthOf(length);
  if (defer === '1' && length === undefined) return null;
  throw refusal('invalid_header', 'Upload-Defer-Length must be 1 and replaces Upload-Length.', {
    path: 'Upload-Defer-Length',
  });
}

export type Concat =
  | { readonly kind: 'partial' }
  | { readonly kind: 'final'; readonly parts: readonly string[]; readonly named: string };

/**
 * Reads `partial`, or `final;/api/v1/files/tus/<id> https://…/api/v1/files/tus/<id>`, in which the host is ignored; null:
 * the header was not sent.
 */
export function concatOf(text: string | undefined, rootPath: string): Concat | null {
  if (text === undefined) return null;
  if (text === 'partial') return { kind: 'partial' };
  const wrong = () =>
    refusal(
      'invalid_header',
      `Upload-Concat must be partial, or final; and the addresses of up to ${partsMax} parts.`,
      {
        path: 'Upload-Concat',
      },
    );
  const [, named = ''] = /^final;(\S+(?: \S+)*)$/.exec(text.slice(0, concatCharsMax + 1)) ?? [];
  const addresses = named.split(' ');
  if (named === '' || text.length > concatCharsMax || addresses.length > partsMax) throw wrong();
  const parts = addresses.map((address) => {
    const { pathname } = URL.parse(address, 'http://localhost') ?? { pathname: '' };
    const id = pathname.slice(pathname.lastIndexOf('/') + 1);
    if (!isId(id) || !pathname.endsWith(`${rootPath}/${id}`)) throw wrong();
    return id;
  });
  return { kind: 'final', parts, named };
}

export function offsetOf(text: string | undefined): number {
  return wholeNumber('Upload-Offset', text);
}

/** Reads e.g. `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`; null: the header was not sent. */
export function checksumOf(text: string | undefined): { algorithm: string; digest: Buffer } | null {
  if (text === undefined) return null;
  const [, algorithm = '', base64 = ''] = /^([a-z0-9-]{1,20}) ([A-Za-z0-9+/]{1,100}={0,2})$/.exec(text) ?? [];
  const digest = Buffer.from(base64, 'base64');
  if (digest.length !== 0 && digest.length === digestBytes[algorithm]) return { algorithm, digest };
  throw refusal(
    'invalid_header',
    `Upload-Checksum must be one of ${checksumAlgorithms.join(', ')} and its digest in base64.`,
    {
      path: 'Upload-Checksum',
    },
  );
}

export interface Metadata {
  readonly name: string;
  readonly visibility: 'private' | 'public';
  /** The header as it came; null: none, or an empty one. */
  readonly metadata: string | null;
}

function broken(): never {
  throw refusal(
    'invalid_header',
    'Upload-Metadata must be a list of keys, each followed by a space and its value in base64.',
    {
      path: 'Upload-Metadata',
    },
  );
}

/** Reads e.g. `filename d29ybGQucGRm,visibility cHVibGlj,empty`; other keys are kept and sent back in `metadata`. */
export function metadataOf(text: string | undefined): Metadata {
  if (text === undefined || text.trim() === '') return { name: 'file', visibility: 'private', metadata: null };
  if (text.length > metadataCharsMax) broken();
  const pairs = text.split(',');
  if (pairs.length > pairsMax) broken();
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const [, key = '', base64 = ''] =
      /^\s*([\x21-\x2b\x2d-\x7e]{1,200})(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? broken();
    if (values.has(key)) broken();
    values.set(key, Buffer.from(base64, 'base64').toString('utf8'));
  }
  const visibility = values.get('visibility') ?? 'private';
  if (visibility !== 'private' && visibility !== 'public')
    throw refusal('invalid_option', 'The visibility in Upload-Metadata must be private or public.', {
      path: 'visibility',
    });
  return { name: values.get('filename') ?? values.get('name') ?? 'file', visibility, metadata: text };
}
