/**
 * What is wrong with a printer, in words that say what to do. Every driver tells its troubles with these, so that
 * the screens speak one language whatever the printer speaks.
 */
import type { PrintFailure } from '../bridge/host-api.ts';

export interface Trouble {
  readonly reason: PrintFailure;
  readonly message: string;
}

/** Sentences for the people at the kiosk; they say what to do next. */
export const advice = {
  paper_out: 'The printer is out of paper. Load a new roll.',
  cover_open: 'The printer cover is open. Close it.',
  printer_error: 'The printer reports an error. Look for jammed paper, then switch it off and on.',
  offline: 'The printer is offline. Press its feed button or switch it off and on.',
  unreachable: 'Nobody answers at the printer’s address. Check its power and network cable.',
  timeout: 'The printer went silent. Check its power and network cable.',
  reset: 'The connection to the printer broke.',
} as const satisfies Partial<Record<PrintFailure, string>>;

/** @param message where the usual advice would mislead */
export function trouble(reason: keyof typeof advice, message: string = advice[reason]): Trouble {
  return { reason, message };
}
