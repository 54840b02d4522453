/**
 * The driver for a print queue of CUPS: the badge as a PDF at its exact size, by IPP, and the job followed to its end.
 * `printed` is what CUPS knows: the queue's backend delivered all of it. IPP and not lp/lpstat, because lpstat tells a
 * completed, a cancelled and an aborted job with the same words.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '#shared/base/assert.ts';
import type { PrinterConfig, PrintJob, PrintOutcome } from '../bridge/host-api.ts';
import { badgePdf, pageMm } from './badge-pdf.ts';
import { type IppAnswer, operations } from './ipp.ts';
import { createIppClient, IppFault } from './ipp-client.ts';
import type { Condition, PrinterPort, PrintHooks } from './printer-port.ts';
import { type Trouble, trouble, troubleBy } from './trouble.ts';

export interface CupsTimings {
  /** For one answer of the print server. */
  readonly askMs: number;
  readonly beatMs: number;
  /** How long a job waits in a stopped queue or for paper; then it is taken back. */
  readonly recoverMs: number;
  readonly jobMs: number;
}

export const cupsTimings: CupsTimings = { askMs: 3_000, beatMs: 400, recoverMs: 20_000, jobMs: 60_000 };

/** RFC 8011, 5.3.7: job-state. */
const ended = { canceled: 7, aborted: 8, completed: 9 } as const;
const stoppedPrinter = 5;
const notFound = 0x0406;

/** printer-state-reasons end in -error, -warning or -report; only the first stop a job (RFC 8011, 5.4.12). */
const reasons: readonly (readonly [RegExp, Trouble])[] = [
  [/^media-(?:empty|needed)(?:-error)?$/, trouble('paper_out')],
  [/^(?:cover|door|interlock)-open(?:-error)?$/, trouble('cover_open')],
  [/^media-jam(?:-error)?$/, troubleBy('printer_error', 'paper_jam')],
  [/^offline(?:-error|-report)?$|^connecting-to-device$|^timed-out$/, trouble('offline')],
];

function texts(answer: IppAnswer, name: string): readonly string[] {
  return (answer.attributes.get(name) ?? []).filter((value) => typeof value === 'string');
}

function readCondition(answer: IppAnswer): Condition {
  const said = texts(answer, 'printer-state-reasons');
  const paperLow = said.some((reason) => /^(?:media|marker-supply)-low/.test(reason));
  const known = reasons.find(([pattern]) => said.some((reason) => pattern.test(reason)));
  if (known !== undefined) return { trouble: known[1], paperLow };
  const [why] = texts(answer, 'printer-state-message');
  if (answer.attributes.get('printer-state')?.[0] === stoppedPrinter) {
    const because = why === undefined || why === '' ? '' : ` (${why})`;
    return {
      trouble: troubleBy('offline', 'queue_stopped', `The print queue is stopped${because}. Start it again.`),
      paperLow,
    };
  }
  if (answer.attributes.get('printer-is-accepting-jobs')?.[0] === false) {
    return { trouble: troubleBy('offline', 'queue_closed'), paperLow };
  }
  return { trouble: null, paperLow };
}

interface JobState {
  readonly state: number;
  /** The job has begun to leave for the printer. */
  readonly begun: boolean;
}

export function createCupsPrinter(
  config: PrinterConfig,
  now: () => number,
  timings: CupsTimings = cupsTimings,
): PrinterPort {
  const queue = must(config.queue, 'a CUPS printer has a queue');
  const server = config.host === undefined ? null : { host: config.host, port: config.port ?? 631 };
  const client = createIppClient(server, timings.askMs);
  const target = `/printers/${encodeURIComponent(queue)}`;

  async function look(): Promise<Condition> {
    const wanted = ['printer-state', 'printer-state-reasons', 'printer-state-message', 'printer-is-accepting-jobs'];
    try {
      const attributes = [{ tag: 'keyword', name: 'requested-attributes', values: wanted }] as const;
      const answer = await client.ask({ operation: operations.getPrinterAttributes, attributes }, target);
      if (answer.status < 0x0100) return readCondition(answer);
      const missing = `This computer has no print queue “${queue}”.`;
      const refused =
        answer.status === notFound
          ? troubleBy('unreachable', 'queue_missing', missing)
          : troubleBy('unreachable', 'print_server_refuses');
      return { trouble: refused, paperLow: false };
    } catch (error) {
      if (!(error instanceof IppFault)) throw error;
      const message = `${error.message} Start CUPS on this computer.`;
      return { trouble: troubleBy('unreachable', 'print_server_gone', message), paperLow: false };
    }
  }

  /** @returns the job's number; null when the server refused it for certain. @throws IppFault */
  async function submit(job: PrintJob, pdf: Uint8Array): Promise<number | null> {
    const { widthMm, heightMm } = pageMm(job.bitmap, config.dpi);
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

  async function stateOf(jobNumber: number): Promise<JobState> {
    const attributes = [
      { tag: 'keyword', name: 'requested-attributes', values: ['job-state', 'time-at-processing'] },
    ] as const;
    const answer = await client.ask({ operation: operations.getJobAttributes, attributes }, `/jobs/${jobNumber}`);
    const state = answer.attributes.get('job-state')?.[0];
    if (answer.status >= 0x0100 || typeof state !== 'number')
      throw new IppFault('The print server lost the job.', true);
    return { state, begun: typeof answer.attributes.get('time-at-processing')?.[0] === 'number' };
  }

  /** Takes the job back. It certainly did not print when it had not begun. */
  async function takeBack(jobNumber: number, why: Trouble): Promise<PrintOutcome> {
    await client.ask({ operation: operations.cancelJob }, `/jobs/${jobNumber}`);
    const { state, begun } = await stateOf(jobNumber);
    if (state === ended.completed) return { outcome: 'printed' };
    return { outcome: state === ended.canceled && !begun ? 'failed' : 'unknown', ...why };
  }

  async function follow(jobNumber: number, hooks: PrintHooks): Promise<PrintOutcome> {
    const started = performance.now();
    let troubledSince: number | null = null;
    for (;;) {
      const { state, begun } = await stateOf(jobNumber);
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
      const { trouble: present } = await look();
      const at = performance.now();
      if ((present === null) !== (troubledSince === null)) hooks.onTrouble(present);
      troubledSince = present === null ? null : (troubledSince ?? at);
      if (present !== null && at - must(troubledSince, 'set above') > timings.recoverMs) {
        return takeBack(jobNumber, present);
      }
      if (at - started > timings.jobMs) return takeBack(jobNumber, troubleBy('timeout', 'queue_stuck'));
      await wait(timings.beatMs);
    }
  }

  async function print(job: PrintJob, hooks: PrintHooks): Promise<PrintOutcome> {
    const before = await look();
    if (before.trouble !== null) return { outcome: 'failed', ...before.trouble };
    const pdf = await badgePdf(job.bitmap, config.dpi, job.copies ?? 1, job.title, now());
    await hooks.commit();
    try {
      const jobNumber = await submit(job, pdf);
      if (jobNumber !== null) return await follow(jobNumber, hooks);
      return { outcome: 'failed', ...troubleBy('offline', 'queue_closed', 'The print queue refused the badge.') };
    } catch (error) {
      if (!(error instanceof IppFault)) throw error;
      const outcome = error.mayHaveArrived ? 'unknown' : 'failed';
      return { outcome, ...troubleBy('unreachable', 'print_server_gone', error.message) };
    }
  }

  return { config, probe: look, print };
}
