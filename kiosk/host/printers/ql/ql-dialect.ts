/**
 * Brother QL raster over a line. Models that answer on the line report every page. Most network models do not; they
 * give the same 32 bytes of status by SNMP, where a job is done once the printer was seen printing and then twice idle.
 * After an error a QL may drop the job or keep it, so an error in the middle ends as unknown.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { Beat, Dialect, Session } from '../network/dialect.ts';
import { createAsking, PrinterFault, type TcpLine } from '../network/tcp-line.ts';
import type { Condition } from '../printer-port.ts';
import { troubleBy } from '../trouble.ts';
import { findQlMedia } from './ql-media.ts';
import { askQlStatus, askQlStatusAgain, clearPrinter, encodeQlBadge } from './ql-raster.ts';
import { createQlStatusReader, type QlStatus, readQlStatus } from './ql-status.ts';
import { snmpGet } from './snmp.ts';

/** Brother's own object that holds the status block. */
export const qlStatusOid = '1.3.6.1.4.1.2435.3.3.9.1.6.1.0';
export const snmpPort = 161;
const idleLooks = 2;

/** Way in which this printer gives its status; null until the first answer. */
interface Habit {
  answersBy: 'line' | 'snmp' | null;
}

type AskBySnmp = (timeoutMs: number) => Promise<QlStatus | null>;

function openSession(line: TcpLine, habit: Habit, askBySnmp: AskBySnmp): Session {
  const read = createQlStatusReader();
  const asking = createAsking<QlStatus>(line);
  const done = Promise.withResolvers<void>();
  let loaded: QlStatus | null = null;
  let owed = 0; // pages that have not been reported as completed
  let failed: QlStatus | null = null;
  let heard = false;
  let seenPrinting = false;
  let idleSeen = 0;

  line.listen((bytes) => {
    for (const status of read(bytes)) {
      heard = true;
      if (status.kind === 'reply') asking.answer(status);
      else if (status.kind === 'error') {
        asking.answer(status);
        failed = status;
      } else if (status.kind === 'completed') owed -= 1;
    }
  });

  async function firstAnswer(askMs: number): Promise<QlStatus | null> {
    if (habit.answersBy !== 'snmp') {
      const said = await asking.ask(askQlStatus, askMs);
      if (said !== null) habit.answersBy = 'line';
      if (said !== null || habit.answersBy === 'line') return said;
    }
    const answered = await Promise.race([askBySnmp(askMs), line.broken]);
    if (answered !== null) habit.answersBy = 'snmp';
    return answered;
  }

  async function look(askMs: number): Promise<Condition> {
    loaded = await firstAnswer(askMs);
    failed = null;
    if (loaded === null) throw new PrinterFault('timeout');
    return { trouble: loaded.trouble, paperLow: false };
  }

  async function beatByLine(askMs: number): Promise<Beat> {
    if (failed !== null) return judge(failed);
    if (owed > 0) {
      const kind = heard ? 'well' : 'silent';
      heard = false;
      return { kind };
    }
    // A page may be called completed before it is cut, so the job ends only with a clean status.
    const beat = judge(await asking.ask(askQlStatusAgain, askMs));
    if (beat.kind === 'well') done.resolve();
    return beat;
  }

  async function beatBySnmp(askMs: number): Promise<Beat> {
    const status = await askBySnmp(askMs);
    const beat = judge(status);
    if (status === null || beat.kind !== 'well') return beat;
    seenPrinting ||= status.printing;
    idleSeen = seenPrinting && !status.printing ? idleSeen + 1 : 0;
    if (idleSeen >= idleLooks) done.resolve();
    // A printer that never begins is as good as silent: the silence limit ends it.
    return seenPrinting ? beat : { kind: 'silent' };
  }

  return {
    look,
    compose: (job) => compose(job, loaded),
    settle: async (timeoutMs, quietMs) => {
      if (habit.answersBy === 'line') {
        await wait(quietMs); // the look has cleared the buffer and was answered in turn
        return;
      }
      line.write(clearPrinter);
      await untilIdle(askBySnmp, timeoutMs, quietMs);
    },
    send: (bytes, copies) => {
      owed = copies;
      heard = false;
      line.write(bytes);
    },
    done: done.promise,
    beat: (askMs) => (habit.answersBy === 'snmp' ? beatBySnmp(askMs) : beatByLine(askMs)),
    abandon: () => line.write(clearPrinter),
  };
}

function judge(status: QlStatus | null): Beat {
  if (status === null) return { kind: 'silent' };
  if (status.trouble !== null) return { kind: 'trouble', trouble: status.trouble, final: true };
  return { kind: 'well' };
}

/** @param loaded the roll that the printer said it holds */
function compose(job: PrintRequest, loaded: QlStatus | null): ReturnType<Session['compose']> {
  const media = loaded === null ? null : findQlMedia(loaded.widthMm, loaded.lengthMm);
  if (media === null) {
    const message = `The printer has a roll of ${loaded?.widthMm ?? 0} mm, which is not supported.`;
    return { refusal: troubleBy('bad_job', 'unknown_roll', message) };
  }
  const { widthDots, heightDots } = job.bitmap;
  const roll = `${media.widthMm} mm`;
  if (widthDots > media.printableDots) {
    const message = `The badge is ${widthDots} dots wide. The ${roll} roll fits ${media.printableDots}.`;
    return { refusal: troubleBy('bad_job', 'too_large', message) };
  }
  if (media.lengthDots > 0 && heightDots > media.lengthDots) {
    const message = `The badge is ${heightDots} dots long. The ${roll} labels fit ${media.lengthDots}.`;
    return { refusal: troubleBy('bad_job', 'too_large', message) };
  }
  return { bytes: encodeQlBadge(job.bitmap, media, job.copies ?? 1) };
}

/** Waits for two idle looks in a row: a printer is idle for a moment between two pages, too. @throws PrinterFault `timeout` */
async function untilIdle(askBySnmp: AskBySnmp, timeoutMs: number, quietMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (let seen = 0; seen < idleLooks; ) {
    const status = await askBySnmp(Math.max(1, until - performance.now()));
    if (status === null || performance.now() > until) throw new PrinterFault('timeout');
    seen = status.printing ? 0 : seen + 1;
    if (seen < idleLooks) await wait(quietMs);
  }
}

/** @param host the printer, also for SNMP @param port of its SNMP agent; 161 when unset */
export function createQlDialect(host: string, port: number = snmpPort): Dialect {
  const habit: Habit = { answersBy: null };
  const askBySnmp: AskBySnmp = async (timeoutMs) => {
    const block = await snmpGet({ host, port }, qlStatusOid, timeoutMs);
    return block === null ? null : readQlStatus(block);
  };
  return { open: (line) => openSession(line, habit, askBySnmp) };
}
