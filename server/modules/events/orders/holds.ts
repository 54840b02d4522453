/** How long the seats of an order are held until it is paid. */
import { dayMs, minuteMs } from '#shared/base/time.ts';

/** For someone who pays online. */
export const holdMs = 30 * minuteMs;

export interface Hold {
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
