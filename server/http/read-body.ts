/**
 * Bodies, read with a bound and parsed once. Of duplicate keys the last one counts (ECMA-404 leaves it open; it is what
 * JSON.parse does). No compressed bodies: nothing a client sends here is large enough to need them.
 */
import type { NextFunction, Request, Response } from 'express';
import { refusal } from './refusal-error.ts';

/** Maximum size of a JSON body. */
export const jsonBytesMax = 1024 * 1024;
/** Deeper than any field takes; what walks a body by recursion never meets more. */
export const jsonNestingMax = 64;

declare module 'express-serve-static-core' {
  interface Request {
    rawBody?: Buffer;
  }
}

/**
 * Reads with events instead of an iterator: leaving an iterator early would close the connection before the answer. Rejects
 * with `body_too_large`, or with `invalid_body` where the body ends early.
 */
export function readAll(request: Request, bytesMax: number): Promise<Buffer> {
  // Made only when needed: each error captures the stack.
  const tooLarge = () =>
    refusal('body_too_large', `The body must have at most ${bytesMax} bytes.`, { detail: { bytesMax } });
  const brokenOff = () => refusal('invalid_body', 'The body ended too early. Send the request again.');
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
      reject(tooLarge());
      return;
    }
    const parts: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > bytesMax) reject(tooLarge());
      else parts.push(part);
    });
    request.on('end', () => {
      isWhole = true;
      resolve(Buffer.concat(parts, size));
    });
    request.on('error', () => reject(brokenOff()));
    request.on('close', () => {
      if (!isWhole) reject(brokenOff());
    });
  });
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

const [quote, backslash] = ['"', '\\'].map((c) => c.charCodeAt(0));
const opening: readonly number[] = ['[', '{'].map((c) => c.charCodeAt(0));
const closing: readonly number[] = [']', '}'].map((c) => c.charCodeAt(0));

/** Brackets outside of strings, counted on the bytes; UTF-8 has no ASCII byte inside a longer character. */
function nestsDeeper(raw: Uint8Array, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < raw.length; i += 1) {
    const byte = raw[i]!;
    if (inString) {
      if (byte === backslash) i += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (opening.includes(byte)) {
      depth += 1;
      if (depth > max) return true;
    } else if (closing.includes(byte)) depth -= 1;
  }
  return false;
}

/** Throws `invalid_json`. */
export function parseBody(raw: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw refusal('invalid_json', 'The body is not valid UTF-8.');
  }
  if (nestsDeeper(raw, jsonNestingMax))
    throw refusal('invalid_json', `The body must be at most ${jsonNestingMax} levels deep.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refusal('invalid_json', 'The body is not valid JSON.', {
      detail: { reason: String((cause as Error).message).slice(0, 200) },
    });
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
  request.body = parseBody(raw);
  next();
}
