/**
 * Decides when a kiosk window is idle, so that another version of the page may replace it: no call under way, no
 * half-entered text, no person at work. The rule is pure; `watch-idle-page.ts` reads the facts from the page.
 */
import { minuteMs, secondMs } from '#shared/base/time.ts';

export interface IdleFacts {
  /** Calls that have not answered: scans being decided, acts, pairing, test prints, checks. */
  readonly underWay: number;
  readonly dialogOpen: boolean;
  /** A badge of this kiosk is with the printer. */
  readonly printing: boolean;
  /** A verdict stands, or a field that has the focus holds text. */
  readonly unfinished: boolean;
  /** Time since the last key, touch, or end of a call, milliseconds. */
  readonly quietMs: number;
}

/** A reload takes about a second: the next person in a queue is scanned sooner than this. */
export const quietEnoughMs = 5 * secondMs;
/** An old verdict or a typed text counts as abandoned after this: it must not delay a new version without end. */
export const abandonedAfterMs = minuteMs;

export function isIdle({ underWay, dialogOpen, printing, unfinished, quietMs }: IdleFacts): boolean {
  if (underWay > 0 || dialogOpen || printing) return false;
  return quietMs >= (unfinished ? abandonedAfterMs : quietEnoughMs);
}
