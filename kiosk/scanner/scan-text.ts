/**
 * The type of a scan from any device: text that still has to be parsed and verified. Not a ticket code:
 * `#shared/ticket` decides what a text means. Made by the sources, read by the station.
 */

import { withoutEciMarks } from '#shared/ticket/scanner-marks.ts';

/** Longest text taken from a device. Tickets need about 120 characters; more is a poster or an attack. */
export const MAX_SCAN_CHARS = 1024;

export interface ScanText {
  readonly source: 'wedge' | 'camera' | 'typed' | 'serial';
  /**
   * Candidate spellings, best first, never empty. A keyboard wedge cannot know the scanner's layout, so it gives the
   * readings by `code` (US layout) and by `key`, those that open like a ticket first: take the first one that parses and
   * verifies.
   */
  readonly candidates: readonly string[];
  /** Milliseconds on the clock of `performance.now()`: monotonic, not the time of day. */
  readonly atMs: number;
}

export type OnScan = (scan: ScanText) => void;

export interface ScanSource {
  /** Begins to report scans. Starting a started source changes nothing but the listener. */
  start(onScan: OnScan): Promise<void> | void;
  /** Releases the device. Stopping a stopped source does nothing. */
  stop(): void;
}

/** AIM symbology identifier some scanners put in front of a QR code (ISO/IEC 15424: `]Q` and a modifier). */
const AIM_QR_PREFIX = /^\]Q[0-6]/;

/**
 * Takes off what devices add to a code's text and what no ticket contains.
 *
 * @param raw the text as the device gave it
 * @returns NFC text without BOM, CR, LF, Tab, AIM prefix and ECI marks, at most `MAX_SCAN_CHARS` UTF-16 units; may be empty.
 *   Spaces stay: they are letters of Base45.
 */
export function cleanScanText(raw: string): string {
  const bare = raw.slice(0, 4 * MAX_SCAN_CHARS).replace(/[\uFEFF\r\n\t]/g, '');
  const text = withoutEciMarks(bare.replace(AIM_QR_PREFIX, '')).normalize('NFC');
  return text.slice(0, MAX_SCAN_CHARS).toWellFormed();
}
