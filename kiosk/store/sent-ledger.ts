/**
 * Records which scans the server has acknowledged, by the journal's counter: all up to a mark, and single ones above
 * it. This ledger, not a replication checkpoint, records that a scan has arrived: checkpoints use the device's clock,
 * which may be set back. Losing it is harmless (scans are offered again and answered `duplicate`). Pure.
 */
import { isObject } from '#shared/base/json.ts';
import type { ParkedScan } from './replica.ts';

export interface SentLedger {
  /** Every scan up to this counter is acknowledged or parked. */
  readonly sentThrough: number;
  /** Acknowledged or parked beyond the mark. */
  readonly sentAbove: readonly number[];
  readonly parked: readonly ParkedScan[];
  /** Every scan up to this counter is acknowledged or parked, and no admission among them still waits for its check-in. */
  readonly settledThrough: number;
  /** Raised to offer the whole journal again. */
  readonly offer: number;
  /** The server's log that has them; null: not known yet. Another log may lack what this one had. */
  readonly log: string | null;
}

export const emptyLedger: SentLedger = {
  sentThrough: 0,
  sentAbove: [],
  parked: [],
  settledThrough: 0,
  offer: 1,
  log: null,
};

export function isSent(ledger: SentLedger, counter: number): boolean {
  return counter <= ledger.sentThrough || ledger.sentAbove.includes(counter);
}

/** @returns the highest counter in the ledger; 0: none */
export function highestIn({ sentThrough, sentAbove, parked }: SentLedger): number {
  return Math.max(sentThrough, ...sentAbove, ...parked.map(({ counter }) => counter));
}

/** @param counters of scans the server has answered, in any order */
export function markSent(ledger: SentLedger, counters: readonly number[], parked: readonly ParkedScan[]): SentLedger {
  const answered = new Set([...counters, ...parked.map((scan) => scan.counter)]);
  // A scan that is offered again may be accepted, or refused once more: each scan has one entry.
  const stillParked = ledger.parked.filter((scan) => !answered.has(scan.counter));
  const above = new Set([...ledger.sentAbove, ...answered]);
  let sentThrough = ledger.sentThrough;
  while (above.has(sentThrough + 1)) sentThrough += 1;
  const sentAbove = [...above].filter((counter) => counter > sentThrough).sort((a, b) => a - b);
  return { ...ledger, sentThrough, sentAbove, parked: [...stillParked, ...parked] };
}

/** The ledger for another log of the server: nothing counts as sent, and the whole journal is offered again. */
export function forLog(ledger: SentLedger, log: string): SentLedger {
  if (ledger.log === log) return ledger;
  if (ledger.log === null) return { ...ledger, log };
  return { ...emptyLedger, parked: ledger.parked, offer: ledger.offer + 1, log };
}

/** Reads what an earlier run wrote; anything else counts as nothing sent. */
export function parseLedger(value: unknown): SentLedger {
  if (!isObject(value)) return emptyLedger;
  const { sentThrough, sentAbove, parked, settledThrough, offer, log } = value;
  const whole = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;
  if (!whole(sentThrough) || !whole(settledThrough) || !whole(offer)) return emptyLedger;
  if (!Array.isArray(sentAbove) || !sentAbove.every(whole) || !Array.isArray(parked)) return emptyLedger;
  return {
    sentThrough,
    sentAbove,
    parked: parked as ParkedScan[],
    settledThrough,
    offer,
    log: typeof log === 'string' ? log : null,
  };
}
