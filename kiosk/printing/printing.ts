/**
 * The interface of printing for screens: one state of all printers and jobs, and the calls that a person can make about
 * them. Implemented by `open-printing.ts`. Nothing here can stop or delay an admission.
 */
import type { PrinterState, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';
import type { Bitmap } from '#shared/badge/bitmap.ts';
import type { LayoutInUse } from '#shared/badge/read-layout.ts';
import type { BadgeFailure } from './badge-failure.ts';

/** A print job as a screen shows it. */
export interface ShownPrintJob extends Pick<PrintJob, 'id' | 'registration' | 'state' | 'queuedAt'> {
  /** Null while the registration is not known here. */
  readonly name: string | null;
  /** The printer's name, its id where it is no longer there; null: no printer has got the job. */
  readonly printerName: string | null;
  /** Reason why the badge did not come out, or may not have; the screens have words for it. */
  readonly failure: BadgeFailure | null;
}

export interface PrintingState {
  /** `broken`: the event's own layout cannot be read, badges come out in the built-in one. */
  readonly layout: LayoutInUse['origin'];
  /** `none`: no device host, or one without printers. */
  readonly printer: PrinterState;
  /** Advice in English, for the server; null while all is well. */
  readonly message: string | null;
  readonly printers: readonly PrinterStatus[];
  /** Null: there are no printers. */
  readonly chosenPrinterId: string | null;
  /** Badges that will come out by themselves. */
  readonly waiting: number;
  /**
   * Their people were let in on trust and the registration is not confirmed (unpaid, cancelled): they come out by
   * themselves when it is, or when a supervisor lets the person in.
   */
  readonly unconfirmed: readonly ShownPrintJob[];
  /** Badges that have waited so long that staff must confirm whether to print them. */
  readonly held: number;
  /** Ended as `unknown`: a person must look whether the badge came out. */
  readonly asking: readonly ShownPrintJob[];
  /** Badges of the last two hours that were not printed: without discarded ones, and those with a newer job for the person. */
  readonly failed: readonly ShownPrintJob[];
  /** Newest first. */
  readonly recent: readonly ShownPrintJob[];
}

/** The texts on a test badge. */
export interface TestBadgeWords {
  readonly name: string;
  readonly role: string;
  readonly ticketType: string;
}

export type TestPrintAnswer =
  | { readonly ok: true; readonly printerName: string }
  /** `no_printer`: also where there is no device host. */
  | { readonly ok: false; readonly failure: BadgeFailure };

export interface Printing {
  state(): PrintingState;
  subscribe(listener: () => void): () => void;
  choosePrinter(printerId: string): void;
  /** The badge as it will come out, upright, on any printer's paper; null while its person is not known here. */
  preview(registrationId: string): Promise<Bitmap | null>;
  /** The person has seen their badge, or has left: one that waits for their word comes out. */
  confirm(registrationId: string): void;
  /** The person says that the badge is wrong: one that waits for their word does not come out, and is among `failed`. */
  decline(registrationId: string): Promise<void>;
  /** Prints a sample badge. @param words on it, in the language of the person who reads it */
  testPrint(words: TestBadgeWords): Promise<TestPrintAnswer>;
  /** A person saw the badge of an `unknown` job. */
  cameOut(jobId: string): Promise<void>;
  /** A new badge for the job's person. @param reason is kept with the new job */
  printAgain(jobId: string, reason: string): Promise<void>;
  /** Lets held badges come out after all. */
  releaseHeld(): Promise<void>;
  /** Cancels the held badges. */
  discardHeld(): Promise<void>;
  /** Cancels one badge that still waits. */
  discard(jobId: string): Promise<void>;
  close(): void;
}
