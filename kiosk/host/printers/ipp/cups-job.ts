/** One job in a print queue of CUPS: handed in, followed to its end, and taken back where it cannot come out. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { must } from '#shared/base/assert.ts';
import { pageMm } from '../pages/badge-pdf.ts';
import type { Condition, PrintHooks } from '../printer-port.ts';
import { type Trouble, troubleBy } from '../trouble.ts';
import { operations } from './ipp.ts';
import { type createIppClient, IppFault } from './ipp-client.ts';

export interface CupsTimings {
  /** Time limit for one answer of the print server. */
  readonly askMs: number;
  /** Interval between two looks at the job. */
  readonly beatMs: number;
  /** Longest time for which a job waits in a stopped queue or for paper; then it is taken back. */
  readonly recoverMs: number;
  /** Longest time for a job in the queue; then it is taken back. */
  readonly jobMs: number;
}

export interface CupsQueue {
  readonly client: ReturnType<typeof createIppClient>;
  /** `/printers/NAME` */
  readonly target: string;
  readonly timings: CupsTimings;
  readonly look: () => Promise<Condition>;
}

/** RFC 8011, 5.3.7: job-state. */
const ended = { canceled: 7, aborted: 8, completed: 9 } as const;

interface JobState {
  readonly state: number;
  /** The job has begun to leave for the printer. */
  readonly begun: boolean;
}

/** @returns the job's number; null when the server refused it for certain. @throws IppFault */
export async function submitJob(
  { client, target }: CupsQueue,
  job: PrintRequest,
  pdf: Uint8Array,
  dpi: number,
): Promise<number | null> {
  const { widthMm, heightMm } = pageMm(job.bitmap, dpi);
  const answer = await client.ask(
    {
      operation: operations.printJob,
      attributes: [
        { tag: 'name', name: 'job-name', values: [job.jobId] },
        { tag: 'mime', name: 'document-format', values: ['application/pdf'] },
      ],
      job: [
        { tag: 'keyword', name: 'media', values: [`Custom.${widthMm}x${heightMm}mm`] },
        { tag: 'keyword', name: 'print-scaling', values: ['none'] },
      ],
      document: pdf,
    },
    target,
  );
  const id = answer.attributes.get('job-id')?.[0];
  if (answer.status >= 0x0100) return null;
  if (typeof id !== 'number') throw new IppFault('The print server did not number the job.', true);
  return id;
}

/** @throws IppFault */
export async function followJob(queue: CupsQueue, jobNumber: number, hooks: PrintHooks): Promise<PrintOutcome> {
  const { timings } = queue;
  const started = performance.now();
  let troubledSince: number | null = null;
  for (;;) {
    const { state, begun } = await stateOf(queue, jobNumber);
    if (state === ended.completed) {
      if (troubledSince !== null) hooks.onTrouble(null);
      return { outcome: 'printed' };
    }
    if (state === ended.canceled && !begun) {
      return { outcome: 'failed', ...troubleBy('printer_error', 'queue_cancelled') };
    }
    if (state === ended.canceled || state === ended.aborted) {
      return { outcome: 'unknown', ...troubleBy('printer_error', 'queue_aborted') };
    }
    const { trouble: present } = await queue.look();
    const at = performance.now();
    if ((present === null) !== (troubledSince === null)) hooks.onTrouble(present);
    troubledSince = present === null ? null : (troubledSince ?? at);
    if (present !== null && at - must(troubledSince, 'set above') > timings.recoverMs) {
      return takeBack(queue, jobNumber, present);
    }
    if (at - started > timings.jobMs) return takeBack(queue, jobNumber, troubleBy('timeout', 'queue_stuck'));
    await wait(timings.beatMs);
  }
}

/** Takes the job back. It certainly did not print when it had not begun. */
async function takeBack(queue: CupsQueue, jobNumber: number, why: Trouble): Promise<PrintOutcome> {
  await queue.client.ask({ operation: operations.cancelJob }, `/jobs/${jobNumber}`);
  const { state, begun } = await stateOf(queue, jobNumber);
  if (state === ended.completed) return { outcome: 'printed' };
  return { outcome: state === ended.canceled && !begun ? 'failed' : 'unknown', ...why };
}

async function stateOf({ client }: CupsQueue, jobNumber: number): Promise<JobState> {
  const attributes = [
    { tag: 'keyword', name: 'requested-attributes', values: ['job-state', 'time-at-processing'] },
  ] as const;
  const answer = await client.ask({ operation: operations.getJobAttributes, attributes }, `/jobs/${jobNumber}`);
  const state = answer.attributes.get('job-state')?.[0];
  if (answer.status >= 0x0100 || typeof state !== 'number') throw new IppFault('The print server lost the job.', true);
  return { state, begun: typeof answer.attributes.get('time-at-processing')?.[0] === 'number' };
}
