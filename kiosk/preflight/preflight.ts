/**
 * The interface of the pre-flight for screens: the checks with their results, and the calls that a person can make.
 * Types only.
 */
import type { TestBadgeWords } from '#kiosk/printing/printing.ts';
import type { CheckId, CheckLevel, CheckResult } from './check.ts';

export interface CheckView {
  readonly id: CheckId;
  readonly running: boolean;
  /** Null: never run since the page was opened. The last one stays while it runs again. */
  readonly result: CheckResult | null;
}

export interface PreflightState {
  readonly checks: readonly CheckView[];
  /** A whole run is under way. */
  readonly running: boolean;
  /** The worst of all results; null until a whole run has ended. */
  readonly level: CheckLevel | null;
  /** End of the last whole run, Unix milliseconds. */
  readonly finishedAtMs: number | null;
  /** The scanner is waited for: the test code should be on the screen. */
  readonly awaitsScan: boolean;
}

export interface Preflight {
  state(): PreflightState;
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  /** All checks; while a run is under way it does nothing. Ends within `runLimitMs`. */
  run(): Promise<void>;
  /** One check again, on its own. */
  retry(id: CheckId): Promise<void>;
  /** There is no scanner at hand: the scanner's check ends with a warning. */
  skipScan(): void;
  /** Prints a badge now; its check says what came of it. @param words on the badge */
  printTest(words: TestBadgeWords): Promise<void>;
  /**
   * A scan while the pre-flight is on the screen.
   *
   * @returns true when it was the test code: no person's ticket, and nothing for the station
   */
  offerScan(scan: { readonly source: string; readonly candidates: readonly string[] }): boolean;
}
