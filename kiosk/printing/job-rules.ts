/**
 * The rules of the print queue, pure: which job is next, which printer gets it, what an outcome means for it.
 * The one rule they serve: a badge that may have come out is never printed again unless a person says so.
 */
import type { PrintOutcome } from '#kiosk/bridge/host-api.ts';
import type { PrintJob, PrintJobPatch } from '#kiosk/store/replica.ts';
import { minuteMs, parseTime, secondMs } from '#shared/base/time.ts';
import { saidByHost } from './badge-failure.ts';
import type { AdmissionJournal, BadgeSource, PrinterChoice } from './ports.ts';

/** Maximum number of attempts at printers that say they are well; a printer in trouble is waited for and costs none. */
export const maxAttempts = 8;
/** The person has left by then: a badge older than this is printed only when staff confirm it. */
export const holdAfterMs = 30 * minuteMs;

const retryFirstMs = secondMs;
const retryMostMs = minuteMs;

/** @param attempts how often it was tried, at least 1 @param random uniform in [0, 1) */
export function retryDelayMs(attempts: number, random: number): number {
  const step = Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(attempts - 1, 16));
  return Math.round(step / 2 + (step / 2) * random);
}

/** Whether a job has waited so long that it needs a person's word. A job under way is never held. */
export function isHeld(job: PrintJob, nowMs: number, released: ReadonlySet<string>): boolean {
  if (job.state !== 'queued' || released.has(job.id)) return false;
  return nowMs - (parseTime(job.queuedAt) ?? nowMs) > holdAfterMs;
}

/**
 * Until when the badge of an admission waits for its person's word; past that it comes out unasked.
 *
 * @param withinMs 0: no badge waits
 * @param confirmed registrations whose word is there
 * @returns Unix milliseconds; null: it waits for none
 */
export function awaitsWordUntil(job: PrintJob, withinMs: number, confirmed: ReadonlySet<string>): number | null {
  const asked = withinMs > 0 && job.state === 'queued' && job.scan !== null && job.attempts === 0;
  const queuedMs = parseTime(job.queuedAt);
  return !asked || queuedMs === null || confirmed.has(job.registration) ? null : queuedMs + withinMs;
}

/**
 * Whether the badge waits until the registration is confirmed: a ticket admitted on trust may turn out to be unpaid, and
 * its badge would have no code. Not where a supervisor let the person in, nor for one that has been sent already.
 */
export async function awaitsConfirmation(
  job: PrintJob,
  badges: Pick<BadgeSource, 'isConfirmed'>,
  journal: Pick<AdmissionJournal, 'isOverridden'>,
): Promise<boolean> {
  if (job.state !== 'queued' || (await badges.isConfirmed(job.registration)) !== false) return false;
  return job.scan === null || !(await journal.isOverridden(job.scan));
}

export interface Waiting {
  readonly nowMs: number;
  /** Job id → earliest time of its next attempt. */
  readonly notBefore: ReadonlyMap<string, number>;
  readonly released: ReadonlySet<string>;
}

/** @param jobs oldest first @returns jobs that may be tried now; those under way when the kiosk stopped come first */
export function ripeJobs(jobs: readonly PrintJob[], waiting: Waiting): readonly PrintJob[] {
  const ripe = jobs.filter(
    (job) =>
      (job.state === 'queued' || job.state === 'sent') &&
      (waiting.notBefore.get(job.id) ?? 0) <= waiting.nowMs &&
      !isHeld(job, waiting.nowMs, waiting.released),
  );
  return [...ripe.filter((job) => job.state === 'sent'), ...ripe.filter((job) => job.state === 'queued')];
}

/**
 * Picks the printer for a job: the chosen one, else the next that is well and has not just failed it; when all that are
 * well have failed it, the first of them again.
 * A job that was sent already goes nowhere but to its own printer, which knows whether it printed.
 *
 * @param failedOn printers that refused this job in the present round
 * @returns null: wait until a printer gets well; `lost`: the printer that knows about the job is no longer there
 */
export function pickPrinter<P extends PrinterChoice>(
  job: PrintJob,
  printers: readonly P[],
  chosenId: string | null,
  failedOn: ReadonlySet<string>,
): P | null | 'lost' {
  if (job.state === 'sent') {
    const own = printers.find(({ id }) => id === job.printer);
    if (own === undefined) return 'lost';
    return own.state === 'error' ? null : own;
  }
  const chosenFirst = [...printers].sort((a, b) => Number(b.id === chosenId) - Number(a.id === chosenId));
  const well = chosenFirst.filter(({ state }) => state !== 'error');
  return well.find(({ id }) => !failedOn.has(id)) ?? well[0] ?? null;
}

/** @returns what the job becomes; `retry` where it may be tried again */
export function afterOutcome(
  job: Pick<PrintJob, 'attempts'>,
  outcome: PrintOutcome,
  nowIso: string,
): { readonly patch: PrintJobPatch; readonly retry: boolean } {
  if (outcome.outcome === 'printed') {
    return { patch: { state: 'printed', printedAt: nowIso, failure: null, problem: null }, retry: false };
  }
  const exhausted = job.attempts >= maxAttempts;
  const said = saidByHost(outcome);
  if (outcome.outcome === 'unknown') {
    // The connection to the host broke: the host itself knows what became of the job, so it is asked first.
    if (outcome.reason === 'host_lost' && !exhausted) return { patch: said, retry: true };
    return { patch: { state: 'unknown', ...said }, retry: false };
  }
  if (outcome.reason === 'bad_job' || exhausted) {
    return { patch: { state: 'failed', ...said }, retry: false };
  }
  return { patch: { state: 'queued', ...said }, retry: true };
}

/** Whether a failed attempt does not count against the job: for every reason but `bad_job`, `journal` and `printer_error`. */
export function isPrinterTrouble(outcome: PrintOutcome): boolean {
  if (outcome.outcome !== 'failed') return false;
  return !['bad_job', 'journal', 'printer_error'].includes(outcome.reason);
}
