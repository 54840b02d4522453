/**
 * The codes for a badge that did not come out, or may not have: one closed list, the device host's codes and printing's
 * own. Screens have words for each; a print job keeps the code in `failure` and an English sentence in `problem`, for
 * the organizer.
 */
import { type PrintFailure, type PrintOutcome, printFailures } from '#kiosk/bridge/host-api.ts';
import { type PrintCause, printCauses } from '#kiosk/bridge/print-causes.ts';

/** Printing's own codes, each with its sentence for `problem`. */
export const kioskFailures = {
  printer_gone: 'The printer that had this badge is no longer connected. Check whether it came out.',
  undrawable: 'This badge could not be drawn. Tell the organizer.',
  declined: 'The person said that something on the badge is wrong. Correct it, then print it again.',
  discarded: 'A member of staff decided not to print it.',
  none_came_out: 'A member of staff checked: no badge was printed.',
  superseded: 'A supervisor let the person in: another job prints the badge.',
} as const satisfies Readonly<Record<string, string>>;

export type KioskFailure = keyof typeof kioskFailures;
/** `other`: by a kiosk of another release; `problem` says it in a sentence. */
export type BadgeFailure = PrintFailure | PrintCause | KioskFailure | 'other';

const known: ReadonlySet<string> = new Set([...printFailures, ...printCauses, ...Object.keys(kioskFailures), 'other']);

/** Both ways in which a job says what is wrong. */
export interface Said {
  readonly failure: BadgeFailure;
  readonly problem: string;
}

export function failedBy(failure: KioskFailure): Said {
  return { failure, problem: kioskFailures[failure] };
}

/** @returns what the host said of a job that did not print for certain */
export function saidByHost({ reason, cause, message }: Exclude<PrintOutcome, { readonly outcome: 'printed' }>): Said {
  return { failure: cause ?? reason, problem: message };
}

/** @param failure as a job on the disk, or from the server, has it @returns null where the job names no failure */
export function readFailure(failure: unknown, problem: string | null): BadgeFailure | null {
  if (typeof failure === 'string' && known.has(failure)) return failure as BadgeFailure;
  return (failure ?? problem ?? null) === null ? null : 'other';
}
