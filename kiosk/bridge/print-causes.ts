/**
 * The causes of a print failure for which the usual advice would mislead: a closed list, carried beside `PrintFailure`
 * from the host's drivers to the screens, which have words for each. Printing itself branches on the failure alone.
 */
export const printCauses = [
  // the roll or the ribbon
  'wrong_roll', // not the one the printer is set for
  'two_colour_roll', // black and red; it refuses jobs of one colour
  'unknown_roll', // of a width that is not known
  'too_large', // the badge is wider or longer than the paper
  'ribbon_out',
  'paper_jam',
  'feed_failed', // the roll must be inserted again
  // the printer itself
  'cutter_jammed',
  'head_open',
  'head_hot',
  'head_cold',
  'paused',
  // a print queue of CUPS
  'queue_stopped',
  'queue_closed', // takes no jobs
  'queue_missing',
  'queue_cancelled', // by a person, in the queue
  'queue_aborted',
  'queue_stuck', // does not finish
  'print_server_gone',
  'print_server_refuses',
  // a printer of the operating system
  'system_printer_missing',
  'system_silent',
  'system_refused',
  'desktop_only', // the browser's host cannot use it
  // this machine
  'folder_unwritable',
  'driver_failed', // a fault of ours; the host's log has it
  'host_stopping',
] as const;
export type PrintCause = (typeof printCauses)[number];

export function isPrintCause(value: unknown): value is PrintCause {
  return printCauses.some((known) => known === value);
}
