/**
 * Reads the status bytes of an ESC/POS printer: distinguishes answers to `DLE EOT n` and `GS r 1`, automatic status (ASB)
 * and flow control by their fixed bits, and names the trouble they report. Bytes only, no sockets.
 * Fixed bits: ESC/POS command reference, DLE EOT ("bit 1 and 4 on, 0 and 7 off"), GS r, GS a.
 */
import { type Trouble, trouble } from '../trouble.ts';

export type StatusQuestion = 1 | 2 | 4;

/** `DLE EOT n`: answered at once, even when the printer is offline or busy. */
export function askStatus(question: StatusQuestion): Uint8Array {
  return Uint8Array.of(0x10, 0x04, question);
}

/** `DLE DC4 8`, clear buffer, obeyed at once even when offline. Printers that lack it ignore it: control bytes. */
export const clearBuffer = Uint8Array.of(0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8);
/** `GS r 1`, transmit paper status: waits its turn in the buffer, so its answer says that all before it is done. */
export const acknowledgeRequest = Uint8Array.of(0x1d, 0x72, 0x01);

export type Reply =
  | { readonly kind: 'realtime'; readonly byte: number }
  /** The answer to GS r 1: everything sent before it has been processed. */
  | { readonly kind: 'acknowledged'; readonly byte: number };

/** Splits the incoming bytes into replies, across packets. ASB, blocks (0x37 … 0), XON and XOFF are swallowed. */
export function createReplyReader(): (bytes: Uint8Array) => readonly Reply[] {
  let insideAsb = 0;
  let insideBlock = false;
  return (bytes) => {
    const replies: Reply[] = [];
    for (const byte of bytes) {
      // Bytes 2 to 4 of ASB look like an acknowledgement, so only their place tells.
      if (insideBlock) insideBlock = byte !== 0;
      else if (insideAsb > 0 && (byte & 0x90) === 0) insideAsb -= 1;
      else if ((byte & 0x93) === 0x12) replies.push({ kind: 'realtime', byte });
      else if ((byte & 0x93) === 0x10) insideAsb = 3;
      else if (byte === 0x37) insideBlock = true;
      else if ((byte & 0x90) === 0) replies.push({ kind: 'acknowledged', byte });
    }
    return replies;
  };
}

/** `DLE EOT 2`, cause of being offline: 0x04 cover open, 0x20 stopped by paper end, 0x40 error. */
export function readOfflineCause(byte: number): Trouble | null {
  if (byte & 0x04) return trouble('cover_open');
  if (byte & 0x20) return trouble('paper_out');
  if (byte & 0x40) return trouble('printer_error');
  return null;
}

/**
 * The three answers together, the most helpful trouble first.
 * `DLE EOT 1`: 0x08 offline. `DLE EOT 4`: 0x0c roll paper near its end, 0x60 paper end.
 */
export function readStatus(
  printer: number,
  cause: number,
  paper: number,
): { trouble: Trouble | null; paperLow: boolean } {
  const paperLow = (paper & 0x0c) !== 0;
  const known = readOfflineCause(cause);
  if (known !== null) return { trouble: known, paperLow };
  if (paper & 0x60) return { trouble: trouble('paper_out'), paperLow };
  return { trouble: printer & 0x08 ? trouble('offline') : null, paperLow };
}
