/**
 * The follower that turns admissions into print jobs: once per registration, also after a restart.
 * Never prints, never delays the station: it reads the journal after the fact, with a cursor of its own.
 * Started by open-printing.ts.
 */
import type { PrintJob } from '#kiosk/store/replica.ts';
import { failedBy } from './badge-failure.ts';
import { awaitsConfirmation } from './job-rules.ts';
import type { Admission, AdmissionJournal, BadgeSource, PrintCursor, PrintQueue, Timing } from './ports.ts';
import { createWakeable } from './wakeable.ts';

export interface JournalFollower {
  /** Resolves when everything recorded so far has its job (or a fault has put that off). */
  idle(): Promise<void>;
  stop(): void;
}

export interface FollowJournalOptions {
  readonly journal: AdmissionJournal;
  readonly cursor: PrintCursor;
  readonly queue: PrintQueue;
  readonly badges: Pick<BadgeSource, 'isConfirmed'>;
  readonly event: string;
  readonly kioskId: string;
  /** The kiosk's gate, which the job names; read for every job, because a kiosk may be moved. */
  readonly gate: () => string | null;
  readonly timing: Timing;
  readonly onFault: (error: unknown) => void;
}

const pageSize = 50;

export function followJournal(options: FollowJournalOptions): JournalFollower {
  const { journal, cursor, queue, timing } = options;
  async function makeJob(admission: Admission): Promise<void> {
    // A second list's admission, or one repeated after a restart: the person has a badge, or a job for it.
    const jobs = (await queue.ofRegistration(admission.registrationId)).filter(
      ({ id, failure }) => id === admission.scanId || failure !== 'superseded',
    );
    for (const job of jobs) {
      if (!(await isSuperseded(job, admission))) return;
      // The old job first: a stop between the two makes the new one at the next start, never two badges.
      await queue.update(job.id, { state: 'failed', ...failedBy('superseded') });
    }
    await queue.insert(jobOf(admission, options.event, options.kioskId, options.gate()));
  }

  /** Whether the job waits for its registration to be confirmed, and a supervisor has let the person in meanwhile. */
  async function isSuperseded(job: PrintJob, { overridden, scanId }: Admission): Promise<boolean> {
    if (!overridden || job.id === scanId || job.kiosk !== options.kioskId) return false;
    return awaitsConfirmation(job, options.badges, journal);
  }

  async function catchUp(isStopped: () => boolean): Promise<void> {
    let position = await cursor.load();
    while (!isStopped()) {
      const page = await journal.after(position, pageSize);
      for (const admission of page.admissions) await makeJob(admission);
      if (page.position === position) return;
      position = page.position;
      // Only now: a stop before this line repeats the page, and the jobs' ids make that harmless.
      await cursor.save(position);
    }
  }

  const follower = createWakeable(catchUp, timing, options.onFault);
  const unobserve = journal.observe(follower.wake);
  follower.wake();
  return {
    idle: follower.idle,
    stop: () => {
      unobserve();
      follower.stop();
    },
  };
}

/** The job takes the id of its scan: made twice, it is the same job. */
function jobOf(admission: Admission, event: string, kiosk: string, gate: string | null): PrintJob {
  return {
    id: admission.scanId,
    event,
    registration: admission.registrationId,
    scan: admission.scanId,
    gate,
    kiosk,
    printer: null,
    state: 'queued',
    attempts: 0,
    reason: null,
    failure: null,
    problem: null,
    queuedAt: admission.scannedAt,
    printedAt: null,
  };
}
