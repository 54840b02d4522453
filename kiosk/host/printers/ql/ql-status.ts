/**
 * Finds the status blocks of a Brother QL printer (32 bytes, sent on the connection or by SNMP) in the stream and reads
 * them. No sockets here. Source: Brother "Raster Command Reference QL-800/810W/820NWB", status information request.
 */
import { type Trouble, trouble, troubleBy } from '../trouble.ts';

export const statusBytes = 32;

export interface QlStatus {
  readonly kind: 'reply' | 'completed' | 'error' | 'phase' | 'other';
  /** The printer is in its printing phase. */
  readonly printing: boolean;
  /** 0: no roll, or an open cover that hides it. */
  readonly widthMm: number;
  /** 0: a continuous roll, no roll, or an open cover that hides it. */
  readonly lengthMm: number;
  readonly media: 'none' | 'continuous' | 'die-cut' | 'other';
  /** A black-and-red roll, which refuses jobs of one colour. */
  readonly twoColours: boolean;
  /** Null: the printer can print. */
  readonly trouble: Trouble | null;
}

const kinds: ReadonlyMap<number, QlStatus['kind']> = new Map([
  [0, 'reply'],
  [1, 'completed'],
  [2, 'error'],
  [6, 'phase'],
]);

function mediaOf(type: number): QlStatus['media'] {
  if (type === 0) return 'none';
  if (type === 0x0a || type === 0x4a) return 'continuous';
  return type === 0x0b || type === 0x4b ? 'die-cut' : 'other';
}

/** Error information 1 and 2 (offsets 8 and 9), the most helpful first. The open cover hides the roll. */
function troubleOf(block: Uint8Array): Trouble | null {
  const [first, second] = [block[8]!, block[9]!];
  if (second & 0x10) return trouble('cover_open');
  if (first & 0x03 || block[10] === 0) return trouble('paper_out');
  if (second & 0x01) return troubleBy('paper_out', 'wrong_roll');
  if (first & 0x04) return troubleBy('printer_error', 'cutter_jammed');
  if (second & 0x40) return troubleBy('printer_error', 'feed_failed');
  if (first & 0x20) return trouble('offline');
  if (first !== 0 || second !== 0) return trouble('printer_error');
  return isTwoColours(block) ? troubleBy('printer_error', 'two_colour_roll') : null;
}

/** Offset 25 of a DK-22251 roll; 0x01 is black text. */
function isTwoColours(block: Uint8Array): boolean {
  return block[25] === 0x81;
}

/** @returns null when the bytes are not one status block */
export function readQlStatus(block: Uint8Array): QlStatus | null {
  if (block.length !== statusBytes || block[0] !== 0x80 || block[1] !== 0x20 || block[2] !== 0x42) return null;
  return {
    kind: kinds.get(block[18]!) ?? 'other',
    printing: block[19] === 1,
    widthMm: block[10]!,
    lengthMm: block[17]!,
    media: mediaOf(block[11]!),
    twoColours: isTwoColours(block),
    trouble: troubleOf(block) ?? (block[18] === 2 ? trouble('printer_error') : null),
  };
}

/** Collects blocks across packets; bytes that begin none are skipped. */
export function createQlStatusReader(): (bytes: Uint8Array) => readonly QlStatus[] {
  let held = Buffer.alloc(0);
  const opening = Buffer.of(0x80, 0x20, 0x42);
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    const statuses: QlStatus[] = [];
    for (;;) {
      const at = held.indexOf(opening);
      if (at < 0) {
        held = held.subarray(-(opening.length - 1));
        break;
      }
      held = held.subarray(at);
      if (held.length < statusBytes) break;
      const status = readQlStatus(held.subarray(0, statusBytes));
      held = held.subarray(statusBytes);
      if (status !== null) statuses.push(status);
    }
    return statuses;
  };
}
