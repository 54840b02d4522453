/** The time for which the seats of an unpaid order are held. */
import { dayMs, minuteMs } from '#shared/base/time.ts';

/** Usual time, for an order that is paid online or free. */
export const holdMs = 30 * minuteMs;

export interface Hold {
  /** Unix milliseconds. */
  readonly untilMs: number;
  /** Null: the usual time. */
  readonly minutes: number | null;
}

/** @param bankTransferDays null: paid online, or free */
export function holdFrom(nowMs: number, bankTransferDays: number | null): Hold {
  if (bankTransferDays === null) return { untilMs: nowMs + holdMs, minutes: null };
  const ms = bankTransferDays * dayMs;
  return { untilMs: nowMs + ms, minutes: ms / minuteMs };
}
