/**
 * One printer's line of jobs: one at a time, bounded, with looks at the printer in between, and the state that
 * the screens show. Knows nothing of other printers or of repeated jobs: that is printers.ts.
 */
import type { PrinterStatus, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { PrintJournal } from './print-journal.ts';
import type { Condition, PrinterPort } from './printer-port.ts';
import { type Trouble, troubleBy, troubleOf } from './trouble.ts';

/** A kiosk serves one person at a time: more waiting jobs than this mean that something else is wrong. */
export const maxQueuedJobs = 50;

export interface PrinterQueue {
  status(): PrinterStatus;
  add(job: PrintRequest): Promise<PrintOutcome>;
  /** Looks at the printer unless it has work. */
  probe(): Promise<void>;
  /** Refuses what waits, lets the job under way end. */
  stop(): Promise<void>;
}

const stopped: PrintOutcome = { outcome: 'failed', ...troubleBy('host_lost', 'host_stopping') };

export function createPrinterQueue(
  port: PrinterPort,
  journal: PrintJournal,
  onChange: (status: PrinterStatus) => void,
): PrinterQueue {
  const { id, name, kind, dpi, widthDots } = port.config;
  let condition: Condition | null = null; // null: not looked at yet
  let waiting = 0;
  let stopping = false;
  let tail: Promise<unknown> = Promise.resolve();
  let published = '';

  function status(): PrinterStatus {
    const base = { id, name, kind, dpi, widthDots, paperLow: condition?.paperLow ?? false, queued: waiting };
    if (condition !== null && condition.trouble !== null) return { ...base, state: 'error', ...condition.trouble };
    return { ...base, state: waiting > 0 ? 'busy' : condition === null ? 'none' : 'ready' };
  }

  function tell(): void {
    const now = status();
    const text = JSON.stringify(now);
    if (text === published) return;
    published = text;
    onChange(now);
  }

  function setTrouble(trouble: Trouble | null): void {
    condition = { trouble, paperLow: condition?.paperLow ?? false };
    tell();
  }

  async function printOne(job: PrintRequest): Promise<PrintOutcome> {
    let step: 'before' | 'noting' | 'noted' = 'before';
    const commit = async (): Promise<void> => {
      step = 'noting';
      await journal.begin(job.jobId, id);
      step = 'noted';
    };
    let outcome: PrintOutcome;
    try {
      outcome = await port.print(job, { commit, onTrouble: setTrouble });
    } catch (error) {
      outcome = explain(step, error);
    }
    // Widened on purpose: the compiler does not see that commit ran.
    if ((step as string) === 'noted') await journal.end(job.jobId, outcome).catch(complain);
    if (outcome.outcome === 'printed') setTrouble(null);
    else if (outcome.reason !== 'bad_job' && outcome.reason !== 'journal') setTrouble(troubleOf(outcome));
    return outcome;
  }

  return {
    status,
    add: (job) => {
      if (stopping) return Promise.resolve(stopped);
      if (waiting >= maxQueuedJobs) {
        const message = `${maxQueuedJobs} badges are already waiting for this printer.`;
        return Promise.resolve({ outcome: 'failed', reason: 'queue_full', message } satisfies PrintOutcome);
      }
      waiting += 1;
      tell();
      const outcome = tail.then(() => (stopping ? stopped : printOne(job)));
      tail = outcome.finally(() => {
        waiting -= 1;
        tell();
      });
      return outcome;
    },
    probe: () => {
      if (waiting > 0 || stopping) return Promise.resolve();
      const looked = tail.then(async () => {
        if (waiting > 0 || stopping) return;
        condition = await port.probe().catch(brokenDriver);
        tell();
      });
      tail = looked;
      return looked;
    },
    stop: async () => {
      stopping = true;
      await tail;
    },
  };
}

function complain(error: unknown): void {
  // The job has ended; losing this note only means that the job is unknown after a restart.
  console.error('the end of a print job could not be written to the journal:', error);
}

function brokenDriver(error: unknown): Condition {
  console.error('printer driver:', error);
  return { trouble: troubleBy('printer_error', 'driver_failed'), paperLow: false };
}

/**
 * The outcome of a job whose driver threw: `failed` before the journal's note and while it was written, because nothing
 * was sent; `unknown` after it.
 */
function explain(step: 'before' | 'noting' | 'noted', error: unknown): PrintOutcome {
  if (step === 'noting') {
    const message = 'The job could not be saved on this device’s disk, so it was not printed. Free some space.';
    console.error('print journal:', error);
    return { outcome: 'failed', reason: 'journal', message };
  }
  console.error('printer driver:', error);
  const outcome = step === 'before' ? 'failed' : 'unknown';
  return { outcome, ...troubleBy('printer_error', 'driver_failed') };
}
