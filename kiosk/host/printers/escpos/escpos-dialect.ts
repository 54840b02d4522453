/**
 * ESC/POS over a line: status by DLE EOT, acknowledgement by the answer to GS r 1 at the job's end. The bytes are
 * escpos-raster.ts, what comes back is read by escpos-status.ts.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Dialect, Session } from '../network/dialect.ts';
import { afterListening } from '../network/listening-time.ts';
import { createAsking, PrinterFault, type TcpLine } from '../network/tcp-line.ts';
import { encodeBadge } from './escpos-raster.ts';
import {
  acknowledgeRequest,
  askStatus,
  clearBuffer,
  createReplyReader,
  readOfflineCause,
  readStatus,
  type StatusQuestion,
} from './escpos-status.ts';

function openSession(line: TcpLine): Session {
  const read = createReplyReader();
  const asking = createAsking<number>(line);
  const acknowledgement = Promise.withResolvers<void>();
  let onAcknowledged = (): void => {}; // until `settle` or `send`, an acknowledgement belongs to an earlier job

  line.listen((bytes) => {
    for (const reply of read(bytes)) {
      if (reply.kind === 'acknowledged') onAcknowledged();
      else asking.answer(reply.byte);
    }
  });
  const ask = (question: StatusQuestion, askMs: number): Promise<number | null> =>
    asking.ask(askStatus(question), askMs);

  return {
    look: async (askMs) => {
      const printer = await ask(1, askMs);
      const cause = printer === null ? null : await ask(2, askMs);
      const paper = cause === null ? null : await ask(4, askMs);
      if (printer === null || cause === null || paper === null) throw new PrinterFault('timeout');
      return readStatus(printer, cause, paper);
    },
    compose: (job) => ({ bytes: encodeBadge(job.bitmap, job.copies ?? 1) }),
    settle: async (timeoutMs, quietMs) => {
      let answers = 0;
      const first = Promise.withResolvers<void>();
      onAcknowledged = () => {
        answers += 1;
        first.resolve();
      };
      line.write(clearBuffer);
      line.write(acknowledgeRequest);
      const stopWaiting = afterListening(timeoutMs, first.resolve);
      await Promise.race([first.promise, line.broken]).finally(stopWaiting);
      if (answers === 0) throw new PrinterFault('timeout');
      for (let seen = 0; seen !== answers; ) {
        seen = answers;
        await wait(quietMs);
      }
    },
    send: (bytes) => {
      onAcknowledged = acknowledgement.resolve;
      line.write(bytes);
    },
    done: acknowledgement.promise,
    beat: async (askMs) => {
      // DLE EOT 2 alone tells cover, paper and errors: an answer that comes late still means the same.
      const answer = await ask(2, askMs);
      if (answer === null) return { kind: 'silent' };
      const trouble = readOfflineCause(answer);
      return trouble === null ? { kind: 'well' } : { kind: 'trouble', trouble, final: false };
    },
    abandon: () => line.write(clearBuffer),
  };
}

export const escposDialect: Dialect = { open: openSession };
