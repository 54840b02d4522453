/**
 * Makes the same code within three seconds one event. A camera sees a held-up ticket some fifteen times a second,
 * and people pull the trigger twice. Pure: the clock comes with each scan. Called by `scanner.ts`.
 */
import { setBounded } from '#shared/base/bounded-map.ts';
import type { ScanText } from './scan-text.ts';

export const REPEAT_WINDOW_MS = 3_000;
/** Maximum number of texts: a gate sees far fewer in three seconds. The oldest is forgotten first. */
const MAX_REMEMBERED = 32;

export interface Repeats {
  /** @returns whether another scan less than the window ago had one of this scan's texts; a typed scan is no repeat */
  isRepeat(scan: ScanText): boolean;
  /** Forgets everything, so that the next scan counts: the scanner was stopped in between. */
  forget(): void;
}

/**
 * A camera sighting renews the window, because the ticket is still being held there: it counts again only after
 * it was away. A trigger pull does not renew it, otherwise a person who tries every two seconds is never heard.
 *
 * @param windowMs milliseconds within which the same text is a repeat
 */
export function createRepeats(windowMs: number = REPEAT_WINDOW_MS): Repeats {
  const lastMs = new Map<string, number>();

  return {
    isRepeat(scan) {
      // A number is typed again by a person who waits for an answer.
      if (scan.source === 'typed') return false;
      for (const [text, atMs] of lastMs) if (scan.atMs - atMs >= windowMs) lastMs.delete(text);
      const repeated = scan.candidates.some((text) => lastMs.has(text));
      if (!repeated || scan.source === 'camera') {
        for (const text of scan.candidates) setBounded(lastMs, text, scan.atMs, MAX_REMEMBERED);
      }
      return repeated;
    },
    forget() {
      lastMs.clear();
    },
  };
}
