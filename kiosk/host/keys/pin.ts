/**
 * The staff PIN, kept as a scrypt hash in the kiosk's config: `scrypt:<salt>:<hash>`, both base64url. A PIN has few
 * possibilities, so the hash is slow; a reader of the file can still try them all. Used by kiosk/main and make-pin.ts.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { readonly N: number; readonly maxmem: number }, Buffer>(scrypt);
/** About 100 ms and 64 MiB on a kiosk. */
const cost = { N: 2 ** 16, maxmem: 128 * 2 ** 20 } as const;
const hashBytes = 32;
const saltBytes = 16;

const spelled = /^scrypt:([A-Za-z0-9_-]{22}):([A-Za-z0-9_-]{43})$/;

export function isPinHash(text: unknown): text is string {
  return typeof text === 'string' && spelled.test(text);
}

/** @param pin 4 to 12 digits */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(pin, salt, hashBytes, cost);
  return `scrypt:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** @param kept what `hashPin` gave; anything else fits no PIN */
export async function isPin(pin: string, kept: string): Promise<boolean> {
  const [, salt = '', hash = ''] = spelled.exec(kept) ?? [];
  if (hash === '') return false;
  const found = await derive(pin, Buffer.from(salt, 'base64url'), hashBytes, cost);
  return timingSafeEqual(found, Buffer.from(hash, 'base64url'));
}
