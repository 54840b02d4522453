/**
 * Describes what is wrong with a printer: a reason, a cause where the reason alone would mislead, and a sentence for
 * logs and for the server. Every driver reports its faults in this form; the screens have words of their own for reason
 * and cause.
 */
import type { PrintFailure, PrintOutcome } from '#kiosk/bridge/host-api.ts';
import type { PrintCause } from '#kiosk/bridge/print-causes.ts';

export interface Trouble {
  readonly reason: PrintFailure;
  readonly cause?: PrintCause;
  readonly message: string;
}

/** Sentences for logs; they say what to do next. */
export const advice = {
  paper_out: 'The printer is out of paper. Load a new roll.',
  cover_open: 'The printer cover is open. Close it.',
  printer_error: 'The printer reports an error. Look for jammed paper, then switch it off and on.',
  offline: 'The printer is offline. Press its feed button or switch it off and on.',
  unreachable: 'Nothing responds at the printer’s address. Check its power and network cable.',
  timeout: 'The printer stopped responding. Check its power and network cable.',
  reset: 'The connection to the printer was lost.',
} as const satisfies Partial<Record<PrintFailure, string>>;

const causeAdvice: Readonly<Record<PrintCause, string>> = {
  wrong_roll: 'The roll in the printer is not the one it is set for. Change the roll.',
  two_colour_roll: 'A black-and-red roll is loaded. Load a black-only roll (DK-22205 or like it).',
  unknown_roll: 'The printer has a roll of an unknown width. Load another one.',
  too_large: 'The badge is larger than the printer’s paper. Choose another printer or another roll.',
  ribbon_out: 'The printer is out of ribbon. Load a new one.',
  paper_jam: 'Paper is jammed in the printer. Take it out.',
  feed_failed: 'The printer cannot feed the paper. Insert the roll again.',
  cutter_jammed: 'The cutter of the printer is jammed. Clear it.',
  head_open: 'The print head of the printer is open. Close it.',
  head_hot: 'The print head is too hot. Let it cool down.',
  head_cold: 'The printer is too cold to print. Let it warm up.',
  paused: 'The printer is paused. Press its pause or feed button.',
  queue_stopped: 'The print queue is stopped. Start it again.',
  queue_closed: 'The print queue does not accept jobs. Let it accept jobs again.',
  queue_missing: 'There is no such print queue. Correct the printer’s settings.',
  queue_cancelled: 'The badge was cancelled in the print queue.',
  queue_aborted: 'The print queue aborted the badge.',
  queue_stuck: 'The print queue does not finish. Check its printer.',
  print_server_gone: 'The print server does not respond. Start CUPS again.',
  print_server_refuses: 'The print server refused the request. Check its settings.',
  system_printer_missing: 'This device has no such printer. Correct the printer’s settings.',
  system_silent: 'The system’s print service does not respond. Check the system’s printers.',
  system_refused: 'The system did not print. Check the system’s printers.',
  desktop_only: 'Printers of the operating system need the desktop kiosk. Use cups:Queue or a network printer here.',
  folder_unwritable: 'The folder of this printer cannot be written. Free some space or correct its permissions.',
  driver_failed: 'The printer driver failed. See the log of the device host.',
  host_stopping: 'The device host is stopping. Nothing was sent to the printer.',
};

export function trouble(reason: keyof typeof advice): Trouble {
  return { reason, message: advice[reason] };
}

/** @param message for the log, where more is known than the cause says */
export function troubleBy(reason: PrintFailure, cause: PrintCause, message: string = causeAdvice[cause]): Trouble {
  return { reason, cause, message };
}

/** The trouble of a job that did not print. */
export function troubleOf({ reason, cause, message }: Exclude<PrintOutcome, { readonly outcome: 'printed' }>): Trouble {
  return { reason, message, ...(cause === undefined ? {} : { cause }) };
}
