/** Content on its way out: conditions, ranges, and the headers that keep a browser from making more of it than it is. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { isKnown } from '../../http/etag.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { disposition } from '../../modules/media/files/clean-name.ts';
import { MissingObject } from '../../modules/media/files/contract.ts';
import { type Part, rangesOf } from './ranges.ts';
import { storageRefusal } from './storage-refusal.ts';

export interface Sent {
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** A strong one, with its quotes. */
  readonly etag: string;
  readonly cacheControl: string;
  readonly asAttachment: boolean;
  readonly open: (range?: Part) => Promise<Readable>;
}

/** Types that a browser shows without running anything; all others are sent as attachments. */
const shown = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$)/;

function setHeaders(response: Response, { asAttachment, cacheControl, etag, name, type }: Sent): void {
  const isShown = shown.test(type);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
  response.setHeader('Content-Disposition', disposition(isShown && !asAttachment ? 'inline' : 'attachment', name));
  if (!isShown) response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
}

async function opened(sent: Sent, range?: Part): Promise<Readable> {
  try {
    return await sent.open(range);
  } catch (fault) {
    if (fault instanceof MissingObject) throw refusal('not_found', 'The content of this file no longer exists.');
    throw storageRefusal(fault);
  }
}

async function stream(source: Readable, response: Response): Promise<void> {
  try {
    await pipeline(source, response);
  } catch (fault) {
    // The head is out: what is left to say is that this is not all of it.
    response.destroy();
    const gone = fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!gone) throw fault;
  }
}

async function* severalParts(sent: Sent, parts: readonly Part[], boundary: string) {
  for (const part of parts) {
    yield Buffer.from(
      `--${boundary}\r\nContent-Type: ${sent.type}\r\nContent-Range: bytes ${part.start}-${part.end}/${sent.size}\r\n\r\n`,
    );
    yield* (await opened(sent, part)) as AsyncIterable<Buffer>;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** Returns null for the whole content: no range, or an `If-Range` that is not this tag (no answer carries a date to repeat). */
function asked(request: Request, { etag, size }: Sent): readonly Part[] | null {
  if (request.method !== 'GET') return null;
  const ifRange = request.headers['if-range'];
  return ifRange === undefined || ifRange === etag ? rangesOf(request.headers.range, size) : null;
}

export async function sendContent(request: Request, response: Response, sent: Sent): Promise<void> {
  const { size } = sent;
  if (isKnown(request, sent.etag)) {
    response.setHeader('ETag', sent.etag);
    response.setHeader('Cache-Control', sent.cacheControl);
    response.status(304).end();
    return;
  }
  const parts = asked(request, sent);
  if (parts?.length === 0)
    throw new RefusalError(
      [{ code: 'range_not_satisfiable', message: `The content has ${size} bytes. The requested range is outside it.` }],
      { headers: { 'Content-Range': `bytes */${size}` } },
    );
  const only = parts?.length === 1 ? parts[0]! : null;
  const isHead = request.method === 'HEAD';
  if (parts && !only) {
    const boundary = randomBytes(18).toString('hex');
    setHeaders(response, sent);
    response.status(206).setHeader('Content-Type', `multipart/byteranges; boundary=${boundary}`);
    return stream(Readable.from(severalParts(sent, parts, boundary)), response);
  }
  const source = isHead ? null : await opened(sent, only ?? undefined);
  setHeaders(response, sent);
  response.status(only ? 206 : 200);
  if (only) response.setHeader('Content-Range', `bytes ${only.start}-${only.end}/${size}`);
  response.setHeader('Content-Length', only ? only.end - only.start + 1 : size);
  if (source) await stream(source, response);
  else response.end();
}
