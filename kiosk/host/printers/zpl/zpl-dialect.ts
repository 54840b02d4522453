/**
 * The dialect of ZPL printers over a network connection. It asks for the printer's status (`~HS`) before, during and after a
 * job. A job is done when two answers in a row report no trouble, no waiting format and no remaining label of the batch. The
 * printer reports no more than this: a label that a person cancels at the printer's own panel counts as done.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Dialect, Session } from '../network/dialect.ts';
import { createAsking, PrinterFault, type TcpLine } from '../network/tcp-line.ts';
import { encodeZplBadge } from './zpl-graphic.ts';
import { createZplStatusReader, isIdle, readZplTrouble, type ZplStatus } from './zpl-status.ts';

const hostStatus = Buffer.from('~HS\r\n', 'latin1');
/** Cancels all formats and batches; a label under the head is finished (ZPL II Programming Guide, ~JA). */
const cancelAll = Buffer.from('~JA\r\n', 'latin1');
/** Idle answers in a row that count: a printer may look idle between taking a format and counting its labels. */
const idleLooks = 2;

function openSession(line: TcpLine): Session {
  const read = createZplStatusReader();
  const asking = createAsking<ZplStatus>(line);
  const done = Promise.withResolvers<void>();
  let idleSeen = 0;

  line.listen((bytes) => {
    for (const status of read(bytes)) asking.answer(status);
  });

  return {
    look: async (askMs) => {
      const status = await asking.ask(hostStatus, askMs);
      if (status === null) throw new PrinterFault('timeout');
      return { trouble: readZplTrouble(status), paperLow: false };
    },
    compose: (job) => ({ bytes: Buffer.from(encodeZplBadge(job.bitmap, job.copies ?? 1), 'latin1') }),
    settle: async (timeoutMs, quietMs) => {
      const until = performance.now() + timeoutMs;
      line.write(cancelAll);
      for (let seen = 0; seen < idleLooks; ) {
        const status = await asking.ask(hostStatus, Math.max(1, until - performance.now()));
        if (status === null || performance.now() > until) throw new PrinterFault('timeout');
        seen = isIdle(status) ? seen + 1 : 0;
        if (seen < idleLooks) await wait(quietMs);
      }
    },
    send: (bytes) => line.write(bytes),
    done: done.promise,
    beat: async (askMs) => {
      const status = await asking.ask(hostStatus, askMs);
      if (status === null) return { kind: 'silent' };
      const trouble = readZplTrouble(status);
      idleSeen = trouble === null && isIdle(status) ? idleSeen + 1 : 0;
      if (idleSeen >= idleLooks) done.resolve();
      return trouble === null ? { kind: 'well' } : { kind: 'trouble', trouble, final: false };
    },
    abandon: () => line.write(cancelAll),
  };
}

export const zplDialect: Dialect = { open: openSession };
