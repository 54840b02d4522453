/** The calls of a test to the printing lab, from outside the browser: everything crosses as JSON. */
import type { PrinterStatus, PrintOutcome } from '#kiosk/bridge/host-api.ts';
import type { PrintingState } from '#kiosk/printing/printing.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';
import type { VerdictCode } from '#shared/admission/verdict.ts';
import type { BadgeContent } from '#shared/badge/badge-content.ts';

export interface LabBitmap {
  readonly widthDots: number;
  readonly heightDots: number;
  /** base64url */
  readonly bits: string;
}

export interface Lab {
  /** @param stored a `badgeLayout`; absent: none was designed */
  render(badge: BadgeContent, paper: { dpi: number; widthDots: number }, stored?: unknown): LabBitmap;
  start(withHost: boolean): Promise<void>;
  /** Records a scan in the journal. @param overridden by a supervisor @returns its id */
  scan(registration: string, verdict: VerdictCode, overridden?: boolean): Promise<string>;
  /** Registrations are confirmed unless they are said not to be; until the page is loaded again. */
  unpaid(registration: string): void;
  outcome(...next: (PrintOutcome | 'silent')[]): void;
  printer(change: Partial<PrinterStatus>): void;
  /** A job as sync would bring it down. */
  fromServer(job: Omit<PrintJob, 'event'>): Promise<void>;
  jobs(): Promise<readonly PrintJob[]>;
  /** What reached the host since the page was loaded. */
  printed(): readonly { readonly jobId: string; readonly title: string }[];
  state(): PrintingState | null;
  cameOut(jobId: string): Promise<void>;
  printAgain(jobId: string, reason: string): Promise<void>;
  faults(): readonly string[];
}

declare global {
  interface Window {
    lab: Lab;
  }
}
