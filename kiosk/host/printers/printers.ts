/**
 * All printers of this machine under one interface: makes the drivers from their settings, joins repeated jobs and
 * answers for those already done, probes idle printers. Called by device-host.ts and by Electron's main.
 */

import type { PrinterConfig, PrinterStatus, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { must, unreachable } from '#shared/base/assert.ts';
import type { CupsTimings } from './ipp/cups-job.ts';
import { createCupsPrinter } from './ipp/cups-printer.ts';
import { createTcpPrinter, type TcpTimings, tcpTimings } from './network/tcp-transport.ts';
import { createFilePrinter } from './pages/file-printer.ts';
import { createAbsentSystemPrinter, createSystemPrinter, type SystemPrint } from './pages/system-printer.ts';
import type { PrintJournal } from './print-journal.ts';
import { createPrinterPool, type PrinterPool } from './printer-pool.ts';
import type { PrinterPort } from './printer-port.ts';
import { createPrinterQueue, type PrinterQueue } from './printer-queue.ts';
import { resolvePools } from './printer-spec.ts';

export interface Printers {
  statuses(): readonly PrinterStatus[];
  /** Never rejects; see PrintRequest.jobId for what a repeated job means. */
  print(printerId: string, job: PrintRequest): Promise<PrintOutcome>;
  /** @returns the function that ends the subscription */
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
  /** Interval between two looks at idle printers; 10,000 when absent. */
  readonly probeEveryMs?: number;
  readonly timings?: TcpTimings;
  readonly cupsTimings?: CupsTimings;
  /** Prints on the operating system's printers; only Electron can. */
  readonly system?: SystemPrint;
}

const defaultProbeEveryMs = 10_000;

function createPort(config: PrinterConfig, options: PrintersOptions): PrinterPort {
  switch (config.kind) {
    case 'escpos-tcp':
    case 'zpl-tcp':
    case 'brother-ql-tcp':
      return createTcpPrinter(config, options.timings ?? tcpTimings);
    case 'cups':
      return createCupsPrinter(config, options.now, options.cupsTimings);
    case 'system':
      if (options.system === undefined) return createAbsentSystemPrinter(config);
      return createSystemPrinter(config, options.system);
    case 'pdf':
    case 'file':
      return createFilePrinter(config, options.now);
    case 'pool':
      throw new Error('a pool has no driver'); // it is made of queues, below
    default:
      return unreachable(config.kind);
  }
}

/** @throws Error with a line for the author of the settings, when a pool names printers that do not fit */
export function createPrinters(options: PrintersOptions): Printers {
  const resolved = resolvePools(options.configs);
  if (!resolved.ok) throw new Error(resolved.errors[0].message);
  const listeners = new Set<(status: PrinterStatus) => void>();
  const underWay = new Map<string, Promise<PrintOutcome>>();
  const queues = new Map<string, PrinterQueue>();
  const pools = new Map<string, PrinterPool>();
  const tell = (status: PrinterStatus): void => {
    for (const listener of listeners) listener(status);
  };
  const tellMember = (status: PrinterStatus): void => {
    tell(status);
    for (const pool of pools.values()) if (pool.config.members?.includes(status.id) === true) pool.memberChanged();
  };
  for (const config of resolved.value) {
    if (config.kind === 'pool') continue;
    queues.set(config.id, createPrinterQueue(createPort(config, options), options.journal, tellMember));
  }
  for (const config of resolved.value) {
    if (config.kind !== 'pool') continue;
    const members = (config.members ?? []).map((id) => must(queues.get(id), 'resolved above'));
    pools.set(config.id, createPrinterPool(config, members, tell));
  }

  async function probe(): Promise<void> {
    await Promise.all([...queues.values()].map((queue) => queue.probe()));
  }
  const timer = setInterval(() => void probe(), options.probeEveryMs ?? defaultProbeEveryMs);
  timer.unref();
  void probe();

  const find = (id: string): PrinterQueue | PrinterPool | undefined => queues.get(id) ?? pools.get(id);

  function settled(job: PrintRequest): PrintOutcome | null {
    const past = options.journal.find(job.jobId);
    if (past === null || past.outcome === 'failed') return null;
    return past.outcome === 'unknown' && job.evenIfUnknown === true ? null : past;
  }

  return {
    // The order is that of the settings, so that a pool stands where it was put.
    statuses: () => resolved.value.map(({ id }) => must(find(id), 'made above').status()),
    print: async (printerId, job) => {
      const running = underWay.get(job.jobId);
      if (running !== undefined) return running;
      const past = settled(job);
      if (past !== null) return past;
      const queue = find(printerId);
      if (queue === undefined) {
        const message = 'This device has no such printer. Choose one in the settings.';
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
      for (const pool of pools.values()) pool.stop();
      await Promise.all([...queues.values()].map((queue) => queue.stop()));
    },
  };
}
