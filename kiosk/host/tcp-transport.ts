/**
 * The driver for ESC/POS printers on the network (port 9100): look first (DLE EOT), send, and believe nothing
 * but the printer's own answer (GS r 1). Classifies every end as printed, failed (nothing was sent) or unknown.
 * It never sends a job twice by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '#shared/base/assert.ts';
import type { PrinterConfig, PrintJob, PrintOutcome } from '../bridge/host-api.ts';
import { encodeBadge } from './escpos-raster.ts';
import { readOfflineCause, readStatus, type Trouble } from './escpos-status.ts';
import { openLine, PrinterFault, type PrinterLine } from './printer-line.ts';
import type { Condition, PrinterPort, PrintHooks } from './printer-port.ts';

export interface TcpTimings {
  readonly connectMs: number;
  /** For one answer to DLE EOT. */
  readonly askMs: number;
  /** Between two looks while a job prints. */
  readonly beatMs: number;
  /** A printer that says nothing for so long while it should print is given up; half-open lines end here. */
  readonly silenceMs: number;
  /** How long a job waits for paper or a closed cover after it has begun. */
  readonly recoverMs: number;
  readonly jobMs: number;
  /** For the answer of a printer that may still work off an earlier job. */
  readonly settleMs: number;
  readonly closeMs: number;
}

export const tcpTimings: TcpTimings = {
  connectMs: 3_000,
  askMs: 2_000,
  beatMs: 500,
  silenceMs: 10_000,
  recoverMs: 20_000,
  jobMs: 60_000,
  settleMs: 5_000,
  closeMs: 1_000,
};

const rawPort = 9_100;

async function lookAt(line: PrinterLine, askMs: number): Promise<Condition> {
  const printer = await line.ask(1, askMs);
  const cause = printer === null ? null : await line.ask(2, askMs);
  const paper = cause === null ? null : await line.ask(4, askMs);
  if (printer === null || cause === null || paper === null) throw new PrinterFault('timeout');
  return readStatus(printer, cause, paper);
}

/** Ends well when the printer acknowledged; a returned trouble lasted too long. @throws PrinterFault */
async function follow(line: PrinterLine, timings: TcpTimings, hooks: PrintHooks): Promise<Trouble | null> {
  const started = performance.now();
  let heard = started;
  let troubledSince: number | null = null;
  const done = line.acknowledged.then(() => {
    if (troubledSince !== null) hooks.onTrouble(null);
    return true as const;
  });
  for (;;) {
    const beat = wait(timings.beatMs, false as const, { ref: false });
    if (await Promise.race([done, beat])) return null;
    // DLE EOT 2 alone tells cover, paper and errors: an answer that comes late still means the same.
    const asked = line.ask(2, timings.askMs);
    const answer = await Promise.race([done, asked]);
    asked.catch(() => {});
    if (answer === true) return null;
    const now = performance.now();
    if (answer !== null) {
      heard = now;
      const trouble = readOfflineCause(answer);
      if ((trouble === null) !== (troubledSince === null)) hooks.onTrouble(trouble);
      troubledSince = trouble === null ? null : (troubledSince ?? now);
      if (trouble !== null && now - must(troubledSince, 'set above') > timings.recoverMs) return trouble;
    }
    if (now - heard > timings.silenceMs || now - started > timings.jobMs) throw new PrinterFault('timeout');
  }
}

export function createTcpPrinter(config: PrinterConfig, timings: TcpTimings = tcpTimings): PrinterPort {
  const host = must(config.host, 'a network printer has a host');
  const port = config.port ?? rawPort;
  // Most printers take one connection at a time, so the next waits for the last goodbye.
  let leaving: Promise<void> = Promise.resolve();
  // True while the printer may hold something of an earlier job: after an unknown end, and at start.
  let unsettled = true;

  async function open(): Promise<PrinterLine> {
    await leaving;
    return openLine(host, port, timings.connectMs);
  }

  /** Looks, and where an earlier job may linger, clears it away. @throws PrinterFault */
  async function prepare(line: PrinterLine): Promise<Condition> {
    const condition = await lookAt(line, timings.askMs);
    if (condition.trouble !== null || !unsettled) return condition;
    await line.settle(timings.settleMs);
    unsettled = false;
    return condition;
  }

  async function probe(): Promise<Condition> {
    let line: PrinterLine | null = null;
    try {
      line = await open();
      return await prepare(line);
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error;
      return { trouble: { reason: error.reason, message: error.message }, paperLow: false };
    } finally {
      if (line !== null) leaving = line.close(timings.closeMs);
    }
  }

  async function print(job: PrintJob, hooks: PrintHooks): Promise<PrintOutcome> {
    if (job.bitmap.widthDots > config.widthDots) {
      const message = `The badge is ${job.bitmap.widthDots} dots wide, this printer prints ${config.widthDots}.`;
      return { outcome: 'failed', reason: 'bad_job', message };
    }
    const bytes = encodeBadge(job.bitmap, job.copies ?? 1);
    let line: PrinterLine | null = null;
    let sent = false;
    try {
      line = await open();
      const before = await prepare(line);
      if (before.trouble !== null) return { outcome: 'failed', ...before.trouble };
      await hooks.commit();
      sent = true;
      unsettled = true;
      line.send(bytes);
      const trouble = await follow(line, timings, hooks);
      if (trouble !== null) {
        line.abandon();
        return { outcome: 'unknown', ...trouble };
      }
      unsettled = false;
      return { outcome: 'printed' };
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error;
      return { outcome: sent ? 'unknown' : 'failed', reason: error.reason, message: error.message };
    } finally {
      if (line !== null) leaving = line.close(timings.closeMs);
    }
  }

  return { config, probe, print };
}
