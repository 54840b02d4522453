/**
 * Brings one queued badge to paper through the device host. Notes `sent` before the host gets the job, so that a kiosk
 * that stops in the middle asks the host what became of it instead of printing again.
 */
import type { HostApi, PrinterStatus, PrintOutcome } from '#kiosk/bridge/host-api.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import type { Bitmap } from '#shared/badge/bitmap.ts';
import { isoTime } from '#shared/base/time.ts';
import type { AttemptMemory } from './attempt-memory.ts';
import { failedBy } from './badge-failure.ts';
import type { HostPrinters } from './host-printers.ts';
import { afterOutcome, awaitsConfirmation, isPrinterTrouble, pickPrinter, retryDelayMs } from './job-rules.ts';
import type { AdmissionJournal, BadgeSource, PrintQueue, Timing } from './ports.ts';
import type { RenderBadge } from './render-badge.ts';

export interface PrintJobParts {
  readonly host: HostApi;
  readonly printers: HostPrinters;
  readonly queue: PrintQueue;
  readonly badges: BadgeSource;
  readonly journal: Pick<AdmissionJournal, 'isOverridden'>;
  readonly render: RenderBadge;
  readonly kioskId: string;
  readonly chosenPrinterId: () => string | null;
  readonly timing: Timing;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

/** A registration, or its confirmation, may still be on its way down from the server. */
const registrationRetryMs = 10_000;

/** @returns whether anything was done with the job */
export async function tryJob(job: PrintJob, attempts: AttemptMemory, parts: PrintJobParts): Promise<boolean> {
  const { printers, queue } = parts;
  const printer = pickPrinter(job, printers.list(), parts.chosenPrinterId(), attempts.failedOn(job.id));
  if (printer === null) return false;
  if (printer === 'lost') {
    if (!printers.reachable()) return false;
    await queue.update(job.id, { state: 'unknown', ...failedBy('printer_gone') });
    return true;
  }
  if (await awaitsConfirmation(job, parts.badges, parts.journal)) {
    attempts.putOff(job.id, registrationRetryMs);
    return true;
  }
  if (job.kiosk === null && !(await queue.claim(job.id))) return true;
  await printOn(printer, job, attempts, parts);
  return true;
}

async function printOn(
  printer: PrinterStatus,
  job: PrintJob,
  attempts: AttemptMemory,
  parts: PrintJobParts,
): Promise<void> {
  const { queue, host } = parts;
  const badge = await parts.badges.find(job.registration);
  if (badge === null) return attempts.putOff(job.id, registrationRetryMs);
  const bitmap = draw(badge, printer, parts);
  if (bitmap === null) {
    await queue.update(job.id, { state: 'failed', ...failedBy('undrawable') });
    return attempts.forget(job.id);
  }
  const sent = { ...job, attempts: job.attempts + 1 };
  await queue.update(job.id, {
    state: 'sent',
    printer: printer.id,
    kiosk: parts.kioskId,
    attempts: sent.attempts,
  });
  const title = `Badge ${badge.name}`.slice(0, 200);
  const outcome = await host.print(printer.id, { jobId: job.id, bitmap, title });
  await settle(printer.id, sent, outcome, attempts, parts);
}

/** One badge that cannot be drawn must not hold up the others. */
function draw(badge: BadgeContent, printer: PrinterStatus, { render, onFault }: PrintJobParts): Bitmap | null {
  try {
    return render(badge, printer);
  } catch (error) {
    onFault(error);
    return null;
  }
}

async function settle(
  printerId: string,
  job: PrintJob,
  outcome: PrintOutcome,
  memory: AttemptMemory,
  { queue, printers, timing, random }: PrintJobParts,
): Promise<void> {
  const attempts = isPrinterTrouble(outcome) ? job.attempts - 1 : job.attempts;
  const { patch, retry } = afterOutcome({ attempts }, outcome, isoTime(timing.nowMs()));
  await queue.update(job.id, { ...patch, attempts });
  if (!retry) return memory.forget(job.id);
  const well = printers.list().filter(({ state }) => state !== 'error');
  const failed = memory.failed(
    job.id,
    printerId,
    well.map(({ id }) => id),
  );
  // Another printer that is well gets it at once; the same one only after a pause.
  memory.putOff(job.id, failed.others && patch.state === 'queued' ? 0 : retryDelayMs(failed.times, random()));
}
