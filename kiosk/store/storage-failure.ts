/** Classifies a failed write to the disk by the error names of browsers (W3C IndexedDB, "QuotaExceededError"). */
import type { NotRecorded } from './replica.ts';

/** Dexie and RxDB wrap what IndexedDB said: look through the causes, a few levels deep. */
function names(error: unknown, depth = 0): string {
  if (depth > 4 || typeof error !== 'object' || error === null) return String(error);
  const { name, message, inner, cause, parameters } = error as Record<string, unknown>;
  const below = [inner, cause, parameters].filter((part) => part !== undefined && part !== null);
  return [name, message, ...below.map((part) => names(part, depth + 1))].join(' ');
}

export function notRecorded(error: unknown): NotRecorded {
  if (/quota|no space|disk ?full/i.test(names(error))) {
    const message = 'The disk of this kiosk is full, so nothing can be recorded. Free some space, then scan again.';
    return { kind: 'not_recorded', reason: 'disk_full', message };
  }
  const message = 'This kiosk could not write to its disk. Scan again. If it still fails, restart the kiosk.';
  return { kind: 'not_recorded', reason: 'storage_failed', message };
}
