/**
 * Bodies, read with a bound and parsed once. Of duplicate keys the last one counts (ECMA-404 leaves it open; it is what
 * JSON.parse does). No compressed bodies: nothing a client sends here is large enough to need them.
 */
import type { NextFunction, Request, Response } from 'express';
import { refusal } from './refusal-error.ts';

export const jsonBytesMax = 1024 * 1024;

declare module 'express-serve-static-core' {
  interface Request {
    rawBody?: Buffer;
  }
}

async function readAll(request: Request, bytesMax: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const tooLarge = refusal('body_too_large', `The body may have at most ${bytesMax} bytes.`, { detail: { bytesMax } });
  if (announced > bytesMax) throw tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > bytesMax) throw tooLarge;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts, size);
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

function parseJson(raw: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw refusal('invalid_json', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refusal('invalid_json', 'The body is not valid JSON.', { detail: { reason: String((cause as Error).message).slice(0, 200) } });
  }
}

/** Reads a JSON body into `request.body`; for paths that verify a signature, `rawBody` keeps what was sent. */
export async function readJsonBody(request: Request, _response: Response, next: NextFunction): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return next();
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity')
    throw refusal('unsupported_media_type', 'Send the body without Content-Encoding.');
  const raw = await readAll(request, jsonBytesMax);
  request.rawBody = raw;
  if (raw.length === 0) {
    request.body = undefined;
    return next();
  }
  const type = request.headers['content-type'] ?? '';
  if (!jsonType.test(type)) throw refusal('unsupported_media_type', 'Send the body as Content-Type: application/json.');
  request.body = parseJson(raw);
  next();
}
