/**
 * All printers of this machine behind one door: makes the drivers from their settings, joins repeated jobs and
 * answers for those already done, looks after idle printers. Called by web.ts and by Electron's main.
 */
import { unreachable } from '#shared/base/assert.ts';
import type { PrinterConfig, PrinterStatus, PrintJob, PrintOutcome } from '../bridge/host-api.ts';
import { createFilePrinter } from './file-printer.ts';
import type { PrintJournal } from './print-journal.ts';
import type { PrinterPort } from './printer-port.ts';
import { createPrinterQueue } from './printer-queue.ts';
import { createTcpPrinter, type TcpTimings, tcpTimings } from './tcp-transport.ts';

export interface Printers {
  statuses(): readonly PrinterStatus[];
  /** Never rejects; see PrintJob.jobId for what a repeated job means. */
  print(printerId: string, job: PrintJob): Promise<PrintOutcome>;
  onState(listener: (status: PrinterStatus) => void): () => void;
  /** Looks at every idle printer now. */
  probe(): Promise<void>;
  /** Jobs under way end, waiting ones fail. */
  stop(): Promise<void>;
}

export interface PrintersOptions {
  readonly configs: readonly PrinterConfig[];
  readonly journal: PrintJournal;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly probeEveryMs?: number;
  readonly timings?: TcpTimings;
}

const defaultProbeEveryMs = 10_000;

function createPort(config: PrinterConfig, options: PrintersOptions): PrinterPort {
  switch (config.kind) {
    case 'escpos-tcp':
      return createTcpPrinter(config, options.timings ?? tcpTimings);
    case 'file':
      return createFilePrinter(config, options.now);
    default:
      return unreachable(config.kind);
  }
}

export function createPrinters(options: PrintersOptions): Printers {
  const listeners = new Set<(status: PrinterStatus) => void>();
  const underWay = new Map<string, Promise<PrintOutcome>>();
  const tell = (status: PrinterStatus): void => {
    for (const listener of listeners) listener(status);
  };
  const queues = new Map(
    options.configs.map((config) => [
      config.id,
      createPrinterQueue(createPort(config, options), options.journal, tell),
    ]),
  );

  async function probe(): Promise<void> {
    await Promise.all([...queues.values()].map((queue) => queue.probe()));
  }
  const timer = setInterval(() => void probe(), options.probeEveryMs ?? defaultProbeEveryMs);
  timer.unref();
  void probe();

  function settled(job: PrintJob): PrintOutcome | null {
    const past = options.journal.find(job.jobId);
    if (past === null || past.outcome === 'failed') return null;
    return past.outcome === 'unknown' && job.evenIfUnknown === true ? null : past;
  }

  return {
    statuses: () => [...queues.values()].map((queue) => queue.status()),
    print: async (printerId, job) => {
      const running = underWay.get(job.jobId);
      if (running !== undefined) return running;
      const past = settled(job);
      if (past !== null) return past;
      const queue = queues.get(printerId);
      if (queue === undefined) {
        const message = 'This machine has no such printer. Choose one in the settings.';
        return { outcome: 'failed', reason: 'no_printer', message };
      }
      const outcome = queue.add(job).finally(() => underWay.delete(job.jobId));
      underWay.set(job.jobId, outcome);
      return outcome;
    },
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    probe,
    stop: async () => {
      clearInterval(timer);
      await Promise.all([...queues.values()].map((queue) => queue.stop()));
    },
  };
}
