/**
 * One movement in its device's log, as it travels: between peers, and through any of them to the server. The device that
 * made it signs it once; a kiosk that passes it on can change nothing about it.
 */
import { isId } from '../base/id.ts';
import { canonicalJson, isObject } from '../base/json.ts';
import { parseTime } from '../base/time.ts';

/** The scan as its own kiosk pushes it to the server: the same fields, so that the server finds the same content. */
export interface PeerScan {
  readonly id: string;
  readonly event: string;
  readonly kiosk: string;
  readonly counter: number;
  readonly list: string;
  readonly ticketNumber: string | null;
  readonly registration: string | null;
  readonly direction: 'entry' | 'exit';
  readonly verdict: 'admitted' | 'undone';
  readonly undoes: string | null;
  /** ISO 8601 in UTC. */
  readonly scannedAt: string;
  readonly [field: string]: unknown;
}

export interface PeerEntry {
  /** Counter of the movement before this one in the device's log; 0: this is the first one in the log that it passes on. */
  readonly previous: number;
  readonly scan: PeerScan;
  /** Ed25519 by the device's key over `entryClaim`, base64url. */
  readonly signature: string;
}

/** The text that a device signs; the server asks for the same (SY23). */
export function entryClaim(scan: unknown, previous: number): string {
  return `gatehouse-peer-scan-v1\n${previous}\n${canonicalJson(scan)}`;
}

export function deviceOf({ scan }: Pick<PeerEntry, 'scan'>): string {
  return scan.kiosk;
}

const signatureMax = 100;

/** @returns null: it is no entry; who signed it is another question */
export function readEntry(value: unknown): PeerEntry | null {
  if (!isObject(value) || !isObject(value['scan'])) return null;
  const { previous, signature, scan } = value;
  if (!isCount(previous) || typeof signature !== 'string' || signature.length > signatureMax) return null;
  const read = readScan(scan as Record<string, unknown>);
  return read === null || previous >= read.counter ? null : { previous, scan: read, signature };
}

function readScan(scan: Record<string, unknown>): PeerScan | null {
  const { id, event, kiosk, counter, list, ticketNumber, registration, direction, verdict, undoes, scannedAt } = scan;
  const named = isIdText(id) && isIdText(event) && isIdText(kiosk) && typeof list === 'string';
  const whose = isTextOrNull(ticketNumber) && isTextOrNull(registration) && (ticketNumber ?? registration) !== null;
  const moves =
    (direction === 'entry' || direction === 'exit') &&
    ((verdict === 'admitted' && undoes === null) || (verdict === 'undone' && isIdText(undoes)));
  const timed = typeof scannedAt === 'string' && parseTime(scannedAt) !== null;
  return named && whose && moves && timed && isCount(counter) && counter > 0 ? (scan as unknown as PeerScan) : null;
}

function isIdText(value: unknown): value is string {
  return typeof value === 'string' && isId(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
