/**
 * Works through the queue of badges, one after the other: which is next, and when to look again. What happens to one
 * job is print-job.ts, the rules are job-rules.ts. Started by `open-printing.ts`.
 */
import type { PrintJob } from '#kiosk/store/replica.ts';
import { createAttemptMemory } from './attempt-memory.ts';
import { awaitsWordUntil, ripeJobs } from './job-rules.ts';
import { type PrintJobParts, tryJob } from './print-job.ts';
import { createWakeable } from './wakeable.ts';

export interface QueueRunnerOptions extends PrintJobParts {
  /** Longest time for which a new badge waits for `confirm`, milliseconds; 0, or absent: no badge waits. */
  readonly confirmWithinMs?: () => number;
}

export interface QueueRunner {
  /** Something changed: a job, a printer, a choice. */
  wake(): void;
  /** The person has confirmed the badge, perhaps before its job is there. */
  confirm(registrationId: string): void;
  /** Lets jobs print that have waited too long to come out unasked. */
  release(jobIds: readonly string[]): void;
  released(): ReadonlySet<string>;
  /** Resolves when nothing can be done now. */
  idle(): Promise<void>;
  stop(): void;
}

/** Maximum number of open jobs that one pass looks at; the rest waits its turn. */
const openLimit = 200;
/** Maximum number of confirmed registrations that are remembered: people at one kiosk come one by one. */
const confirmedMax = 100;

export function runQueue(options: QueueRunnerOptions): QueueRunner {
  const { printers, queue, timing } = options;
  const attempts = createAttemptMemory(timing);
  const confirmed = new Set<string>();
  let cancelTimer = (): void => {};

  function wordUntil(job: PrintJob): number | null {
    return awaitsWordUntil(job, options.confirmWithinMs?.() ?? 0, confirmed);
  }

  /** Tries the ripe jobs in their order until something was done with one. @returns whether anything was done */
  async function pass(isStopped: () => boolean): Promise<boolean> {
    const jobs = await queue.open(openLimit);
    const { notBefore, released } = attempts;
    for (const job of ripeJobs(jobs, { nowMs: timing.nowMs(), notBefore, released })) {
      if (isStopped()) return false;
      if ((wordUntil(job) ?? 0) > timing.nowMs()) continue;
      // Read again: a badge took seconds, and the queue may look different now.
      if (await tryJob(job, attempts, options)) return true;
    }
    scheduleNext(jobs);
    return false;
  }

  function scheduleNext(jobs: readonly PrintJob[]): void {
    // Beyond a full list there may be further open jobs.
    if (jobs.length < openLimit) attempts.keepOnly(new Set(jobs.map(({ id }) => id)));
    const times = [...attempts.notBefore.values(), ...jobs.flatMap((job) => wordUntil(job) ?? [])];
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
      attempts.release(jobIds);
      wake();
    },
    released: () => attempts.released,
    idle: runner.idle,
    stop: () => {
      runner.stop();
      cancelTimer();
      for (const end of unobserve) end();
    },
  };
}
