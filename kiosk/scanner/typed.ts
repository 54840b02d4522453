/**
 * The source of a "type the code" field: what a person submits there is a scan like any other.
 * Not a key listener; the screen that owns the field calls `submit`.
 */
import { cleanScanText, type OnScan, type ScanSource } from './scan-text.ts';

export interface TypedSource extends ScanSource {
  /** @returns false when nothing is left of the text or nothing listens */
  submit(text: string): boolean;
}

/** @param nowMs the clock of `performance.now()` */
export function createTyped(nowMs: () => number = () => performance.now()): TypedSource {
  let listener: OnScan | null = null;
  return {
    start(onScan) {
      listener = onScan;
    },
    stop() {
      listener = null;
    },
    submit(text) {
      const cleaned = cleanScanText(text).trim();
      if (cleaned === '' || listener === null) return false;
      listener({ source: 'typed', candidates: [cleaned], atMs: nowMs() });
      return true;
    },
  };
}
