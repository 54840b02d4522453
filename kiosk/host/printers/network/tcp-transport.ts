/**
 * The driver for printers on the network (port 9100), in any language: look first, send, and believe
 * nothing but the printer's own answer. Classifies every end as printed, failed (nothing was sent) or unknown.
 * It never sends a job twice by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { PrinterConfig, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import { assert, must } from '#shared/base/assert.ts';
import { escposDialect } from '../escpos/escpos-dialect.ts';
import type { Condition, PrinterPort, PrintHooks } from '../printer-port.ts';
import { createQlDialect } from '../ql/ql-dialect.ts';
import { type Trouble, troubleBy } from '../trouble.ts';
import { zplDialect } from '../zpl/zpl-dialect.ts';
import type { Beat, Dialect, Session } from './dialect.ts';
import { openTcpLine, PrinterFault, type TcpLine } from './tcp-line.ts';

export interface TcpTimings {
  readonly connectMs: number;
  /** Time limit for one answer to a status request. */
  readonly askMs: number;
  /** Interval between two looks while a job prints. */
  readonly beatMs: number;
  /** A printer that says nothing for so long while it should print is given up; half-open lines end here. */
  readonly silenceMs: number;
  /** Longest time for which a job waits for paper or a closed cover after it has begun. */
  readonly recoverMs: number;
  /** Longest time from the sending of a job to its acknowledgement. */
  readonly jobMs: number;
  /** Time limit for the answer of a printer that may still work off an earlier job. */
  readonly settleMs: number;
  /** Two answers of one idle printer are at most this far apart. */
  readonly quietMs: number;
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
  quietMs: 300,
  closeMs: 1_000,
};

const rawPort = 9_100;

function dialectOf(config: PrinterConfig, host: string): Dialect {
  if (config.kind === 'zpl-tcp') return zplDialect;
  if (config.kind === 'brother-ql-tcp') return createQlDialect(host, config.snmpPort);
  assert(config.kind === 'escpos-tcp', 'a network printer speaks one of three languages');
  return escposDialect;
}

/** @returns null: the printer acknowledged; a trouble that is final or lasted longer than `recoverMs`. @throws PrinterFault */
async function follow(
  line: TcpLine,
  session: Session,
  timings: TcpTimings,
  hooks: PrintHooks,
): Promise<Trouble | null> {
  const started = performance.now();
  let silentMs = 0;
  let troubledSince: number | null = null;
  const done = Promise.race([session.done, line.broken]).then(() => {
    if (troubledSince !== null) hooks.onTrouble(null);
    return true as const;
  });
  done.catch(() => {});
  for (;;) {
    const beat = wait(timings.beatMs, false as const, { ref: false });
    if (await Promise.race([done, beat])) return null;
    const asked = performance.now();
    const looked = session.beat(timings.askMs);
    const answer: true | Beat = await Promise.race([done, looked]);
    looked.catch(() => {});
    if (answer === true) return null;
    const now = performance.now();
    // Time during which this machine was busy or asleep does not count as the printer's silence.
    silentMs += timings.beatMs + Math.min(now - asked, timings.askMs);
    if (answer.kind !== 'silent') {
      silentMs = 0;
      const trouble = answer.kind === 'trouble' ? answer.trouble : null;
      if ((trouble === null) !== (troubledSince === null)) hooks.onTrouble(trouble);
      troubledSince = trouble === null ? null : (troubledSince ?? now);
      if (answer.kind === 'trouble' && answer.final) return trouble;
      if (trouble !== null && now - must(troubledSince, 'set above') > timings.recoverMs) return trouble;
    }
    if (silentMs > timings.silenceMs || now - started > timings.jobMs) throw new PrinterFault('timeout');
  }
}

export function createTcpPrinter(config: PrinterConfig, timings: TcpTimings = tcpTimings): PrinterPort {
  const host = must(config.host, 'a network printer has a host');
  const port = config.port ?? rawPort;
  const dialect = dialectOf(config, host);
  // Most printers take one connection at a time, so the next one waits until the last one is closed.
  let leaving: Promise<void> = Promise.resolve();
  // True while the printer may hold something of an earlier job: after an unknown end, and at start.
  let unsettled = true;

  async function open(): Promise<TcpLine> {
    await leaving;
    return openTcpLine(host, port, timings.connectMs);
  }

  /** Looks, and where an earlier job may linger, clears it away. @throws PrinterFault */
  async function prepare(session: Session): Promise<Condition> {
    const condition = await session.look(timings.askMs);
    if (condition.trouble !== null || !unsettled) return condition;
    await session.settle(timings.settleMs, timings.quietMs);
    unsettled = false;
    return condition;
  }

  async function probe(): Promise<Condition> {
    let line: TcpLine | null = null;
    try {
      line = await open();
      return await prepare(dialect.open(line));
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error;
      return { trouble: { reason: error.reason, message: error.message }, paperLow: false };
    } finally {
      if (line !== null) leaving = line.close(timings.closeMs);
    }
  }

  async function print(job: PrintRequest, hooks: PrintHooks): Promise<PrintOutcome> {
    const refused = (why: Trouble): PrintOutcome => ({ outcome: 'failed', ...why });
    if (job.bitmap.widthDots > config.widthDots) {
      const message = `The badge is ${job.bitmap.widthDots} dots wide. This printer prints ${config.widthDots}.`;
      return refused(troubleBy('bad_job', 'too_large', message));
    }
    let line: TcpLine | null = null;
    let sent = false;
    try {
      line = await open();
      const session = dialect.open(line);
      const before = await prepare(session);
      if (before.trouble !== null) return { outcome: 'failed', ...before.trouble };
      const composed = session.compose(job);
      if ('refusal' in composed) return refused(composed.refusal);
      await hooks.commit();
      sent = true;
      unsettled = true;
      session.send(composed.bytes, job.copies ?? 1);
      const trouble = await follow(line, session, timings, hooks);
      if (trouble !== null) {
        session.abandon();
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
