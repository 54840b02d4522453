/**
 * Brings queued badges to paper, one after the other, through the device host. Notes `sent` before the host gets a
 * job, so that a kiosk that stops in the middle asks the host what became of it instead of printing again.
 * Not the rules: those are job-rules.ts. Started by `open-printing.ts`.
 */
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import type { HostApi, PrinterStatus, PrintOutcome } from '#kiosk/bridge/host-api.ts';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import { isoTime } from '#shared/base/time.ts';
import { failedBy } from './badge-failure.ts';
import type { HostPrinters } from './host-printers.ts';
import {
  afterOutcome,
  awaitsConfirmation,
  awaitsWordUntil,
  isPrinterTrouble,
  pickPrinter,
  retryDelayMs,
  ripeJobs,
} from './job-rules.ts';
import type { AdmissionJournal, BadgeJob, BadgeSource, PrintQueue, Timing } from './ports.ts';
import type { RenderBadge } from './render-badge.ts';
import { createWakeable } from './wakeable.ts';

export interface QueueRunnerOptions {
  readonly host: HostApi;
  readonly printers: HostPrinters;
  readonly queue: PrintQueue;
  readonly badges: BadgeSource;
  readonly journal: Pick<AdmissionJournal, 'isOverridden'>;
  readonly render: RenderBadge;
  readonly kioskId: string;
  readonly chosenPrinterId: () => string | null;
  /** How long a new badge waits for its person's word (`confirm`), milliseconds; 0, or absent: nobody is asked. */
  readonly confirmWithinMs?: () => number;
  readonly timing: Timing;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

export interface QueueRunner {
  /** Something changed: a job, a printer, a choice. */
  wake(): void;
  /** The person's word is there, perhaps before the job itself. */
  confirm(registrationId: string): void;
  /** Lets jobs print that have waited too long to come out unasked. */
  release(jobIds: readonly string[]): void;
  released(): ReadonlySet<string>;
  /** Resolves when nothing can be done now. */
  idle(): Promise<void>;
  stop(): void;
}

/** Looked at in one go; the rest waits its turn. */
const openLimit = 200;
/** A registration, or its confirmation, may still be on its way down from the server. */
const registrationRetryMs = 10_000;
/** Words that are remembered: people at one kiosk come one by one. */
const confirmedMax = 100;

export function runQueue(options: QueueRunnerOptions): QueueRunner {
  const { host, printers, queue, timing } = options;
  const notBefore = new Map<string, number>();
  const failedOn = new Map<string, Set<string>>();
  const tries = new Map<string, number>();
  const released = new Set<string>();
  const confirmed = new Set<string>();
  let cancelTimer = (): void => {};

  function putOff(jobId: string, delayMs: number): void {
    notBefore.set(jobId, timing.nowMs() + delayMs);
  }

  function forget(jobId: string): void {
    notBefore.delete(jobId);
    failedOn.delete(jobId);
    tries.delete(jobId);
    released.delete(jobId);
  }

  /** @returns whether anything was done with the job */
  async function tryJob(job: BadgeJob): Promise<boolean> {
    const printer = pickPrinter(job, printers.list(), options.chosenPrinterId(), failedOn.get(job.id) ?? new Set());
    if (printer === null) return false;
    if (printer === 'lost') {
      if (!printers.reachable()) return false;
      await queue.update(job.id, { state: 'unknown', ...failedBy('printer_gone') });
      return true;
    }
    if (await awaitsConfirmation(job, options.badges, options.journal)) {
      putOff(job.id, registrationRetryMs);
      return true;
    }
    if (job.kioskId === null && !(await queue.claim(job.id))) return true;
    await printOn(printer, job);
    return true;
  }

  /** One badge that cannot be drawn must not hold up the others. */
  function draw(badge: BadgeContent, printer: PrinterStatus): Bitmap | null {
    try {
      return options.render(badge, printer);
    } catch (error) {
      options.onFault(error);
      return null;
    }
  }

  async function printOn(printer: PrinterStatus, job: BadgeJob): Promise<void> {
    const badge = await options.badges.find(job.registrationId);
    if (badge === null) {
      putOff(job.id, registrationRetryMs);
      return;
    }
    const attempts = job.attempts + 1;
    const bitmap = draw(badge, printer);
    if (bitmap === null) {
      await queue.update(job.id, { state: 'failed', ...failedBy('undrawable') });
      return forget(job.id);
    }
    await queue.update(job.id, { state: 'sent', printerId: printer.id, kioskId: options.kioskId, attempts });
    const title = `Badge ${badge.name}`.slice(0, 200);
    const outcome = await host.print(printer.id, { jobId: job.id, bitmap, title });
    await settle(printer.id, { ...job, attempts }, outcome);
  }

  async function settle(printerId: string, job: BadgeJob, outcome: PrintOutcome): Promise<void> {
    const free = isPrinterTrouble(outcome);
    const attempts = free ? job.attempts - 1 : job.attempts;
    const { patch, retry } = afterOutcome({ attempts }, outcome, isoTime(timing.nowMs()));
    await queue.update(job.id, { ...patch, attempts });
    if (!retry) return forget(job.id);
    const tried = failedOn.get(job.id) ?? new Set<string>();
    failedOn.set(job.id, tried.add(printerId));
    const others = printers.list().some(({ id, state }) => state !== 'error' && !tried.has(id));
    if (!others) tried.clear();
    const times = (tries.get(job.id) ?? 0) + 1;
    tries.set(job.id, times);
    // Another printer that is well gets it at once; the same one only after a pause.
    putOff(job.id, others && patch.state === 'queued' ? 0 : retryDelayMs(times, options.random()));
  }

  function wordUntil(job: BadgeJob): number | null {
    return awaitsWordUntil(job, options.confirmWithinMs?.() ?? 0, confirmed);
  }

  /** One pass over what is ripe. @returns whether anything was done */
  async function pass(isStopped: () => boolean): Promise<boolean> {
    const jobs = await queue.open(openLimit);
    let done = false;
    for (const job of ripeJobs(jobs, { nowMs: timing.nowMs(), notBefore, released })) {
      if (isStopped()) return false;
      if ((wordUntil(job) ?? 0) > timing.nowMs()) continue;
      if (await tryJob(job)) {
        done = true;
        break; // Read again: a badge took seconds, and the queue may look different now.
      }
    }
    if (!done) scheduleNext(jobs);
    return done;
  }

  function scheduleNext(jobs: readonly BadgeJob[]): void {
    const openIds = new Set(jobs.map(({ id }) => id));
    for (const id of notBefore.keys()) if (!openIds.has(id)) forget(id);
    const times = [...notBefore.values(), ...jobs.flatMap((job) => wordUntil(job) ?? [])];
    const next = Math.min(...times.filter((atMs) => atMs > timing.nowMs()));
    cancelTimer();
    if (Number.isFinite(next)) cancelTimer = timing.after(next - timing.nowMs(), () => runner.wake());
  }

  async function work(isStopped: () => boolean): Promise<void> {
    let done = true;
    while (done && !isStopped()) done = await pass(isStopped);
  }

  const runner = createWakeable(work, timing, options.onFault);
  const { wake } = runner;
  const unobserve = [queue.observe(wake), printers.observe(wake)];
  wake();
  return {
    wake,
    confirm: (registrationId) => {
      confirmed.add(registrationId);
      for (const oldest of confirmed) if (confirmed.size > confirmedMax) confirmed.delete(oldest);
      wake();
    },
    release: (jobIds) => {
      for (const id of jobIds) released.add(id);
      wake();
    },
    released: () => released,
    idle: runner.idle,
    stop: () => {
      runner.stop();
      cancelTimer();
      for (const end of unobserve) end();
    },
  };
}
