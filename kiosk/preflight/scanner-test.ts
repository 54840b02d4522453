/**
 * The code that a scanner is tried with, and what its spelling says about the scanner's settings. Pure. The code opens
 * like a ticket, so that the scanner's keys never land in a field, and it is no person's ticket.
 */
import { type CheckResult, found } from './check.ts';
import type { KeyBurst } from './ports.ts';

/** Letters and signs that stand in other places on other keyboards: `:` `$` `%` `*` `+` `-` `.` `/` and A Q Z Y M W. */
export const scannerTestCode = 'GATE1:PREFLIGHT$%*+-./AZQYMW0123456789';

export function isScannerTest(candidates: readonly string[]): boolean {
  return candidates.some((text) => text.trim() === scannerTestCode);
}

/** @returns null for keys that a person or another code has pressed */
export function judgeBurst({ byCode, byKey, end }: KeyBurst): CheckResult | null {
  const meant = byCode.includes(scannerTestCode);
  const asRead = byKey.includes(scannerTestCode);
  if (!meant && !asRead) {
    // A text with half of the test code in place is the right code in a layout that is not known here.
    const looksLikeIt = byCode.length >= scannerTestCode.length && sameShape(byCode);
    return looksLikeIt ? found('scanner', 'layout', { scanned: byKey.slice(0, shownChars) }) : null;
  }
  const facts = { layout: meant ? (asRead ? 'us_on_us' : 'us') : 'machine', machine: machineLayout(byCode, byKey) };
  return end === null ? found('scanner', 'no_end', facts) : found('scanner', 'ok', { ...facts, end });
}

const shownChars = 12;

/** Letters stay letters in most layouts: enough of them at their places. */
function sameShape(text: string): boolean {
  const from = text.length - scannerTestCode.length;
  const same = [...scannerTestCode].filter((sign, i) => text[from + i]?.toUpperCase() === sign).length;
  return same * 2 >= scannerTestCode.length;
}

/** Names the keyboard layout of one of the two readings, from the positions of Z and A. */
function machineLayout(byCode: string, byKey: string): string {
  const garbled = [byCode, byKey].find((text) => !text.includes(scannerTestCode));
  if (garbled === undefined) return 'QWERTY';
  const at = scannerTestCode.indexOf('AZQY');
  const letters = garbled.slice(garbled.length - scannerTestCode.length).slice(at, at + 4);
  if (letters.startsWith('QWA')) return 'AZERTY';
  if (letters.startsWith('AYQZ')) return 'QWERTZ';
  return letters.startsWith('AZQY') ? 'QWERTY' : 'other';
}
