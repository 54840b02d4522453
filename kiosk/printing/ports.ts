/**
 * The ports through which printing uses the rest of the kiosk, so that it can be read and tested without a database.
 * Implemented over the store's `print_jobs` collection and journal by `store-ports.ts`. Types only.
 */
import type { PrinterStatus } from '#kiosk/bridge/host-api.ts';
import type { PrintJob, PrintJobPatch } from '#kiosk/store/replica.ts';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import type { LayoutInUse } from '#shared/badge/read-layout.ts';

/** The print jobs this kiosk may print: its own, and those of its gate that no kiosk has taken. */
export interface PrintQueue {
  /** Queued, sent and unknown ones, oldest first. */
  open(limit: number): Promise<readonly PrintJob[]>;
  /** All states, newest first. */
  recent(limit: number): Promise<readonly PrintJob[]>;
  /** All known here, also those that another kiosk has. */
  ofRegistration(registrationId: string): Promise<readonly PrintJob[]>;
  /** Durable when it resolves. @returns false when a job of that id is there already */
  insert(job: PrintJob): Promise<boolean>;
  /** Durable when it resolves. A job that is no longer there is left alone. */
  update(jobId: string, patch: PrintJobPatch): Promise<void>;
  /**
   * Makes a job without a kiosk this kiosk's own.
   *
   * @returns false when another kiosk of the gate has it
   */
  claim(jobId: string): Promise<boolean>;
  /** Calls after every change, its own too. @returns the function that ends it */
  observe(listener: () => void): () => void;
}

/** A recorded scan that let a person in. */
export interface Admission {
  /** The scan's place in the journal. */
  readonly position: number;
  readonly scanId: string;
  readonly registrationId: string;
  /** ISO 8601. */
  readonly scannedAt: string;
  /** A supervisor let the person in: the badge is printed in any state of the registration. */
  readonly overridden: boolean;
}

export interface AdmissionJournal {
  /**
   * @param position of the last scan already seen; 0 before the first
   * @param limit maximum number of scans to look at
   * @returns admissions with a known registration in the order they were recorded, and how far it looked
   */
  after(
    position: number,
    limit: number,
  ): Promise<{ readonly admissions: readonly Admission[]; readonly position: number }>;
  observe(listener: () => void): () => void;
  /** Whether a supervisor let the person in by this scan. */
  isOverridden(scanId: string): Promise<boolean>;
}

/** The position of the follower in the journal; survives a restart. */
export interface PrintCursor {
  load(): Promise<number>;
  save(position: number): Promise<void>;
}

export interface BadgeSource {
  /** @returns null while the registration is not known here */
  find(registrationId: string): Promise<BadgeContent | null>;
  /** A badge, and the code on it, is made for a confirmed registration. @returns null while it is not known here */
  isConfirmed(registrationId: string): Promise<boolean | null>;
}

export interface LayoutSource {
  inUse(): LayoutInUse;
  /** Calls when another layout has come. @returns the function that ends it */
  observe(listener: () => void): () => void;
}

/** A timer and the time, handed in so that tests own both. */
export interface Timing {
  nowMs(): number;
  /** @returns the function that cancels it */
  after(delayMs: number, callback: () => void): () => void;
}

/** The part of a printer that decides which one gets a job. */
export type PrinterChoice = Pick<PrinterStatus, 'id' | 'state'>;
