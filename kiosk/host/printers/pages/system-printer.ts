/**
 * The driver for a printer of the operating system through Electron, for machines without CUPS (Windows). A small port,
 * implemented in kiosk/main/system-print.ts, prints. `printed` means that the system's spooler took the whole badge: the
 * spooler reports no more.
 */

import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import type { PrinterConfig, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { PrintCause } from '#kiosk/bridge/print-causes.ts';
import { must } from '#shared/base/assert.ts';
import type { Condition, PrinterPort, PrintHooks } from '../printer-port.ts';
import { troubleBy } from '../trouble.ts';
import { pageMm } from './badge-pdf.ts';
import { badgePng } from './badge-png.ts';

export interface SystemPage {
  readonly png: Uint8Array;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly copies: number;
}

export type SystemAnswer =
  | { readonly ok: true }
  /** `certain`: the spooler has nothing of it. */
  | { readonly ok: false; readonly certain: boolean; readonly message: string; readonly cause?: PrintCause };

export interface SystemPrint {
  /** The system's names of its printers. */
  list(): Promise<readonly string[]>;
  print(printer: string, page: SystemPage): Promise<SystemAnswer>;
}

const answerMs = 30_000;

function late(): Promise<SystemAnswer> {
  return new Promise((resolve) => {
    const message = 'The system’s print service does not respond.';
    setTimeout(() => resolve({ ok: false, certain: false, cause: 'system_silent', message }), answerMs).unref();
  });
}

function toPage(bitmap: Bitmap, dpi: number, copies: number): SystemPage {
  return { png: badgePng(bitmap), ...pageMm(bitmap, dpi), copies };
}

export function createSystemPrinter(config: PrinterConfig, system: SystemPrint): PrinterPort {
  const printer = must(config.queue, 'a system printer has a name');

  async function probe(): Promise<Condition> {
    const known = await system.list();
    if (known.includes(printer)) return { trouble: null, paperLow: false };
    const message = `This computer has no printer “${printer}”. It has: ${known.join(', ') || 'none'}.`;
    return { trouble: troubleBy('unreachable', 'system_printer_missing', message), paperLow: false };
  }

  async function print(job: PrintRequest, hooks: PrintHooks): Promise<PrintOutcome> {
    const before = await probe();
    if (before.trouble !== null) return { outcome: 'failed', ...before.trouble };
    const page = toPage(job.bitmap, config.dpi, job.copies ?? 1);
    await hooks.commit();
    const answer = await Promise.race([system.print(printer, page), late()]);
    if (answer.ok) return { outcome: 'printed' };
    const why = troubleBy('printer_error', answer.cause ?? 'system_refused', answer.message);
    return { outcome: answer.certain ? 'failed' : 'unknown', ...why };
  }

  return { config, probe, print };
}

/** Beside a browser there is no Electron to print with. */
export function createAbsentSystemPrinter(config: PrinterConfig): PrinterPort {
  const absent = troubleBy('unreachable', 'desktop_only');
  return {
    config,
    probe: async () => ({ trouble: absent, paperLow: false }),
    print: async () => ({ outcome: 'failed', ...absent }),
  };
}
