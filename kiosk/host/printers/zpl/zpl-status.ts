/**
 * Finds the three strings of a ZPL printer's answer to `~HS` in the stream and reads them. No sockets here. Source:
 * Zebra ZPL II Programming Guide, ~HS (Host Status Return).
 */
import { type Trouble, trouble, troubleBy } from '../trouble.ts';

export interface ZplStatus {
  readonly paperOut: boolean;
  readonly paused: boolean;
  /** Formats received and not yet begun. */
  readonly formatsWaiting: number;
  readonly partialFormat: boolean;
  readonly corruptMemory: boolean;
  readonly tooCold: boolean;
  readonly tooHot: boolean;
  readonly headUp: boolean;
  readonly ribbonOut: boolean;
  /** Labels of the present batch that have not come out. */
  readonly labelsRemaining: number;
}

const fieldsOf = [12, 11, 2] as const;
/** Three strings are 82 characters; more without an end is something else. */
const maxHeldChars = 1_024;

function parse(lines: readonly string[]): ZplStatus | null {
  const [first, second, third] = lines.map((line) => line.split(',').map((field) => field.trim()));
  if (first?.length !== fieldsOf[0] || second?.length !== fieldsOf[1] || third?.length !== fieldsOf[2]) return null;
  const formatsWaiting = Number(first[4]);
  const labelsRemaining = Number(second[8]);
  if (!Number.isInteger(formatsWaiting) || !Number.isInteger(labelsRemaining)) return null;
  return {
    paperOut: first[1] === '1',
    paused: first[2] === '1',
    formatsWaiting,
    partialFormat: first[7] === '1',
    corruptMemory: first[9] === '1',
    tooCold: first[10] === '1',
    tooHot: first[11] === '1',
    headUp: second[2] === '1',
    ribbonOut: second[3] === '1',
    labelsRemaining,
  };
}

/** Collects `STX … ETX CR LF` strings across packets; every three that fit together are a status. */
export function createZplStatusReader(): (bytes: Uint8Array) => readonly ZplStatus[] {
  let held = '';
  let lines: string[] = [];
  return (bytes) => {
    held += Buffer.from(bytes).toString('latin1');
    const statuses: ZplStatus[] = [];
    for (;;) {
      const found = /\x02([^\x02\x03]*)\x03/.exec(held);
      if (found === null) break;
      held = held.slice(found.index + found[0].length);
      const text = found[1]!;
      // The first string has 12 fields and begins again: a lost one must not shift all that follow.
      lines = text.split(',').length === fieldsOf[0] ? [text] : [...lines, text];
      if (lines.length < 3) continue;
      const status = parse(lines);
      lines = [];
      if (status !== null) statuses.push(status);
    }
    held = held.slice(-maxHeldChars);
    return statuses;
  };
}

/** Whether the printer has no format waiting, none half received and no label left to print. */
export function isIdle(status: ZplStatus): boolean {
  return status.formatsWaiting === 0 && status.labelsRemaining === 0 && !status.partialFormat;
}

/** The most helpful trouble first: an open head also pauses the printer. */
export function readZplTrouble(status: ZplStatus): Trouble | null {
  if (status.headUp) return troubleBy('cover_open', 'head_open');
  if (status.paperOut) return trouble('paper_out');
  if (status.ribbonOut) return troubleBy('printer_error', 'ribbon_out');
  if (status.corruptMemory) return trouble('printer_error');
  if (status.tooHot) return troubleBy('printer_error', 'head_hot');
  if (status.tooCold) return troubleBy('printer_error', 'head_cold');
  if (status.paused) return troubleBy('offline', 'paused');
  return null;
}
