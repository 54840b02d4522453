/** Makes ids, secrets and pairing codes from the random source of the system. */
import { randomFillSync, randomInt } from 'node:crypto';
import { type CredentialKind, credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import type { Clock } from '#shared/base/time.ts';

const idBytes = 10;
const credentialChars = 40;
/** Random bytes are fetched for so many ids at once: asking the system for ten bytes costs as much as for thousands. */
const idsAtOnce = 256;

export function idMaker(clock: Clock): () => string {
  const pool = new Uint8Array(idsAtOnce * idBytes);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    next += idBytes;
    return uuidv7(clock(), pool.subarray(next - idBytes, next));
  };
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Letters and digits that people do not mix up, for codes that are read aloud and typed. */
const spoken = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('');
}

export function randomToken(length: number): string {
  return pick(base62, length);
}

/** @returns a secret of 238 random bits that begins as its kind does */
export function newCredential(kind: CredentialKind): string {
  return credentialPrefixes[kind] + randomToken(credentialChars);
}

export function spokenCode(length: number): string {
  return pick(spoken, length);
}
