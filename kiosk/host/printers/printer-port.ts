/**
 * The interface of every printer driver: it reports the printer's condition and prints one job. Implemented by
 * tcp-transport.ts, cups-printer.ts, file-printer.ts and system-printer.ts; called by printer-queue.ts, one call at a time.
 */
import type { PrinterConfig, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { Trouble } from './trouble.ts';

export interface Condition {
  /** Null: the printer can print. */
  readonly trouble: Trouble | null;
  readonly paperLow: boolean;
}

export interface PrintHooks {
  /**
   * Awaited directly before the first byte that can leave a mark on paper: it writes the journal. When it
   * throws, nothing may be sent, and the driver lets the error pass.
   */
  readonly commit: () => Promise<void>;
  /** Called with what is wrong while the job waits for a person to load paper or close the cover; null when over. */
  readonly onTrouble: (trouble: Trouble | null) => void;
}

export interface PrinterPort {
  readonly config: PrinterConfig;
  /** The printer's trouble is part of the answer; a rejection is a fault of the driver. */
  probe(): Promise<Condition>;
  /**
   * `failed` only when certainly nothing was printed, before or after `commit`; `unknown` where the driver cannot know.
   * Rejects with the error of `commit`, or with a fault of the driver.
   */
  print(job: PrintRequest, hooks: PrintHooks): Promise<PrintOutcome>;
}
