/**
 * The inside of a virtual printer: a command language with its memory and its paper, without sockets and time.
 * Implemented by escpos-firmware.ts, zpl-firmware.ts and ql-firmware.ts; driven by engine.ts.
 */
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';

/** Condition that stops a printer until a person comes. */
export type Stop = 'paper_out' | 'cover_open';

export interface Effect {
  /** Goes back on the line. */
  readonly say?: Uint8Array;
  /** A badge was cut off. */
  readonly page?: Bitmap | null;
  /** A piece of paper that will not become a badge. */
  readonly torn?: Bitmap | null;
  /** A band of about 128 rows reached the paper. */
  readonly isBand?: boolean;
}

export interface Firmware {
  readonly widthDots: number;
  /** Takes what arrived; its effects happen at once, before what stands in the buffer. */
  receive(bytes: Buffer, stop: Stop | null): readonly Effect[];
  /** Executes the next whole command or band; null while there is none. Not called while stopped. */
  step(): Effect | null;
  /** Whether the next step puts ink on paper. */
  nextIsBand(): boolean;
  /** Paper or cover stop it now. */
  stopped(stop: Stop): Effect;
  /** Switched off and on. */
  reset(): Effect;
  /** Input that it did not understand, at most 100 entries. */
  readonly complaints: readonly string[];
  /** Its status as Brother's SNMP agent tells it; absent for others. */
  readonly snmpStatus?: (stop: Stop | null) => Uint8Array;
}

/** Most rows that one step of a label printer puts on paper. */
export const firmwareBandRows = 128;
