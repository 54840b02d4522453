/**
 * The messages of kiosks to each other inside frames: JSON, read once here. A message that cannot be read, also for an
 * unknown name, ends its line (`message_unknown`).
 */
import { isId } from '../base/id.ts';
import { isObject, parseJson } from '../base/json.ts';
import { isCount, type PeerEntry } from './entry.ts';
import { type LeaseMessage, readLeaseMessage } from './lease-transfer.ts';
import type { PeerStatus } from './session.ts';
import { readVector, type VersionVector, vectorMax, writeVector } from './version-vector.ts';

export type PeerMessage =
  /** The first on a line, from both ends. */
  | { readonly kind: 'hello'; readonly nonce: string }
  /** Proves by the other's nonce that it is made now. */
  | ({ readonly kind: 'welcome'; readonly echo: string } & Knowledge)
  | ({ readonly kind: 'pulse' } & Knowledge)
  | EntriesMessage
  | { readonly kind: 'lease'; readonly lease: LeaseMessage };

export interface EntriesMessage {
  readonly kind: 'entries';
  readonly entries: readonly unknown[];
  /** Device → counter up to which the sender holds nothing (any longer): what is missing there does not come (PE10). */
  readonly holes: VersionVector;
  /** The other is to answer with a pulse before more is sent. */
  readonly ask: boolean;
}

/** Entries that are known, and devices that hear each other. */
export interface Knowledge {
  readonly vector: VersionVector;
  readonly statuses: readonly PeerStatus[];
}

export const nonceBytes = 16;
const nonceText = /^[A-Za-z0-9_-]{22}$/;
/** Maximum number of entries in one frame; an entry is about a thousand bytes. */
export const entriesMax = 200;
const statusesMax = 200;

export function writeMessage(message: PeerMessage): string {
  if (message.kind === 'welcome' || message.kind === 'pulse')
    return JSON.stringify({ ...message, vector: writeVector(message.vector) });
  return JSON.stringify(message);
}

/** @param entries as JSON texts, whose length the sender has to know anyway */
export function writeEntries(entries: readonly string[], holes: VersionVector, ask: boolean): string {
  const gone = JSON.stringify(writeVector(holes));
  return `{"kind":"entries","ask":${ask},"holes":${gone},"entries":[${entries.join(',')}]}`;
}

export function entryText(entry: PeerEntry): string {
  return JSON.stringify(entry);
}

/** @returns null: nothing that a kiosk of this version says */
export function readMessage(text: string, isMember: (device: string) => boolean): PeerMessage | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const { kind, nonce, echo, entries, ask } = value;
  if (kind === 'hello') return isNonce(nonce) ? { kind, nonce } : null;
  if (kind === 'entries') {
    const holes = readVector(value['holes'], isMember);
    if (holes === null || !Array.isArray(entries) || entries.length > entriesMax) return null;
    return { kind, entries, holes, ask: ask === true };
  }
  if (kind === 'lease') {
    const lease = readLeaseMessage(value['lease']);
    return lease && { kind, lease };
  }
  const knowledge = readKnowledge(value, isMember);
  if (knowledge === null) return null;
  if (kind === 'welcome') return isNonce(echo) ? { kind, echo, ...knowledge } : null;
  return kind === 'pulse' ? { kind, ...knowledge } : null;
}

function isNonce(value: unknown): value is string {
  return typeof value === 'string' && nonceText.test(value);
}

function readKnowledge(value: Record<string, unknown>, isMember: (device: string) => boolean): Knowledge | null {
  const vector = readVector(value['vector'], isMember);
  const { statuses } = value;
  if (vector === null || !Array.isArray(statuses) || statuses.length > statusesMax) return null;
  const read = statuses.map((status) => readStatus(status));
  return read.some((status) => status === null)
    ? null
    : { vector, statuses: (read as PeerStatus[]).filter(({ device }) => isMember(device)) };
}

function readStatus(value: unknown): PeerStatus | null {
  if (!isObject(value)) return null;
  const { device, n, hears, online } = value;
  if (typeof device !== 'string' || !isId(device) || !isCount(n) || typeof online !== 'boolean') return null;
  if (!Array.isArray(hears) || hears.length > vectorMax || !hears.every(isId)) return null;
  return { device, n, hears, online };
}
