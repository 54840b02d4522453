/**
 * A supervisor's PIN, so that an override works at a kiosk without a network: kept as PBKDF2-SHA256 (RFC 8018) under a
 * salt of its own, derived by WebCrypto there and by node:crypto at the server. A PIN is short: what protects it is that
 * it never leaves a locked kiosk unsealed, that guessing is slow, and that wrong attempts are bounded here.
 */
import { fromBase64url } from '../base/bytes.ts';
import { minuteMs } from '../base/time.ts';

/** Iterations that OWASP asks for PBKDF2-SHA256. A record carries its own count, so that this one may be raised. */
export const pinIterations = 600_000;
export const pinSaltBytes = 16;
export const pinHashBytes = 32;
const pinIterationsMin = 100_000;

/** PBKDF2 with HMAC-SHA256 over the PIN's digits in ASCII. */
export type DerivePin = (
  pin: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
) => Promise<Uint8Array>;

/** A PIN as a supervisor's record carries it to kiosks, base64url. */
export interface StoredPin {
  readonly pinSalt: string;
  readonly pinIterations: number;
  readonly pinHash: string;
}

/** Six to twelve digits, not all the same. */
export function isPin(text: string): boolean {
  return /^\d{6,12}$/.test(text) && !/^(\d)\1*$/.test(text);
}

/** Weakness that makes a PIN easy to guess or to see. Judged when one is set; an earlier PIN is not refused for it. */
export type PinWeakness = 'form' | 'same' | 'row' | 'pattern';

/** @returns null: it may be set */
export function pinWeakness(text: string): PinWeakness | null {
  if (!/^\d{6,12}$/.test(text)) return 'form';
  if (/^(\d)\1*$/.test(text)) return 'same';
  const steps = new Set(Array.from(text.slice(1), (digit, n) => (Number(digit) - Number(text[n]) + 10) % 10));
  if (steps.size === 1) return 'row';
  return isRepeated(text) ? 'pattern' : null;
}

/** The same few digits again and again: 121212, 12341234, 1231231. */
function isRepeated(text: string): boolean {
  return [2, 3, 4].some((size) => text.length >= 2 * size - 1 && text.slice(size) === text.slice(0, -size));
}

export function pinBytes(pin: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(pin, (digit) => digit.charCodeAt(0));
}

/** False also for a record that cannot be read, or asks for fewer iterations than `pinIterationsMin`. */
export async function verifyPin(pin: string, stored: StoredPin, derive: DerivePin): Promise<boolean> {
  if (typeof stored.pinSalt !== 'string' || typeof stored.pinHash !== 'string') return false;
  const salt = fromBase64url(stored.pinSalt);
  const hash = fromBase64url(stored.pinHash);
  if (!isPin(pin) || salt?.length !== pinSaltBytes || hash?.length !== pinHashBytes) return false;
  if (!Number.isSafeInteger(stored.pinIterations) || stored.pinIterations < pinIterationsMin) return false;
  const derived = await derive(pinBytes(pin), salt, stored.pinIterations);
  if (derived.length !== pinHashBytes) return false;
  let difference = 0;
  for (let i = 0; i < pinHashBytes; i++) difference |= derived[i]! ^ hash[i]!;
  return difference === 0;
}

/** Wrong attempts at one kiosk, over all supervisors. Keep it over a restart, or a restart forgives. */
export interface PinAttempts {
  /** Wrong attempts in a row. */
  readonly wrong: number;
  /** End of the wait, by the clock of the caller's `nowMs`; null: the next attempt may be made at once. */
  readonly lockedUntilMs: number | null;
}

export const noPinAttempts: PinAttempts = { wrong: 0, lockedUntilMs: null };
/** Number of the wrong attempt that brings the first wait, of a minute; each further one doubles it, up to an hour. */
export const pinAttemptsFree = 5;
const firstWaitMs = minuteMs;
const longestWaitMs = 60 * minuteMs;

/** Milliseconds until the next attempt may be made; 0: now. A clock that was set back waits no longer than the longest wait. */
export function pinWaitMs({ lockedUntilMs }: PinAttempts, nowMs: number): number {
  if (lockedUntilMs === null) return 0;
  return Math.min(longestWaitMs, Math.max(0, lockedUntilMs - nowMs));
}

/**
 * Returns the attempts after one more. The caller counts an attempt as wrong before its PIN is derived, so that a crash
 * forgives none; a right one then forgives all.
 */
export function afterPinAttempt(attempts: PinAttempts, right: boolean, nowMs: number): PinAttempts {
  if (right) return noPinAttempts;
  const wrong = attempts.wrong + 1;
  if (wrong < pinAttemptsFree) return { wrong, lockedUntilMs: null };
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(wrong - pinAttemptsFree, 10));
  return { wrong, lockedUntilMs: nowMs + waitMs };
}
