/** Stream keys: made, kept as a hash and a sealed copy, read and rotated. */
import { createHash } from 'node:crypto';
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { type StreamRecord, streams } from '#shared/modules/events/streaming.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';

const purpose = 'stream-key';
export const sealedStreamKeys = { collection: streams.name, field: 'sealedKey', purpose };

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyLength = 32;
/** The largest multiple of 62 that a byte holds: bytes from it on would make some characters more likely. */
const byteLimit = 248;

function makeKey(randomBytes: EventsPorts['randomBytes']): string {
  let text = '';
  while (text.length < keyLength)
    for (const byte of randomBytes(keyLength))
      if (byte < byteLimit && text.length < keyLength) text += base62[byte % base62.length];
  return `${credentialPrefixes.streamKey}${text}`;
}

export function hashStreamKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

const placeOf = (tx: Pick<Transaction, 'tenant'>, id: string) => ({ tenant: tx.tenant, collection: streams.name, id });

function keyValues(tx: Transaction, ports: EventsPorts, id: string, key: string) {
  return {
    keyHash: hashStreamKey(key),
    sealedKey: ports.seal(purpose, new TextEncoder().encode(key), placeOf(tx, id)),
  };
}

/** @returns null where another server sealed it (the tenant was moved here), and where there is none */
export function readStreamKey(
  tx: Pick<Transaction, 'tenant'>,
  ports: EventsPorts,
  stream: StreamRecord,
): string | null {
  const { id, sealedKey } = stream;
  const opened = sealedKey === null ? null : ports.open(purpose, sealedKey, placeOf(tx, id));
  return opened && new TextDecoder().decode(opened);
}

/** @param before key of the stream before it, and when that was rotated; null: a new key is made */
export async function prepareStream(
  tx: Transaction,
  ports: EventsPorts,
  event: string,
  before: { readonly key: string; readonly rotatedAt: string | null } | null,
): Promise<StreamRecord> {
  const id = ports.newId();
  const values = keyValues(tx, ports, id, before?.key ?? makeKey(ports.randomBytes));
  return await tx.create(streams, { event, state: 'idle', ...values, keyRotatedAt: before?.rotatedAt ?? null }, id);
}

/** Gives a stream a new key. A publisher with the old key is the caller's to disconnect. */
export async function rotateKey(tx: Transaction, ports: EventsPorts, stream: StreamRecord): Promise<StreamRecord> {
  const values = keyValues(tx, ports, stream.id, makeKey(ports.randomBytes));
  return await tx.update(streams, stream.id, { ...values, keyRotatedAt: tx.now });
}
