/**
 * One TCP connection to an ESC/POS printer: connect within a time, ask and get answers, send a job, leave
 * politely. Throws PrinterFault for everything the network can do. What a fault means for the badge is
 * decided in tcp-transport.ts.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  acknowledgeRequest,
  advice,
  askStatus,
  clearBuffer,
  createReplyReader,
  type Reply,
  type StatusQuestion,
} from './escpos-status.ts';

/** The line is of no more use. */
export class PrinterFault extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'reset';
  constructor(reason: PrinterFault['reason'], cause?: unknown) {
    super(advice[reason], { cause });
    this.reason = reason;
  }
}

export interface PrinterLine {
  /** @returns the status byte, or null when none came within `timeoutMs` */
  ask(question: StatusQuestion, timeoutMs: number): Promise<number | null>;
  /**
   * Rids the printer of what an earlier job left and of its late acknowledgement, which the next job would
   * otherwise take for its own. @throws PrinterFault `timeout` when the printer does not come to itself
   */
  settle(timeoutMs: number): Promise<void>;
  /** Has the printer forget what it has not printed yet, so that nothing comes out after its person has left. */
  abandon(): void;
  /** Hands the job to the network; its fate shows in `acknowledged`. */
  send(bytes: Uint8Array): void;
  /** Resolves at the answer to the job's GS r 1; rejects with PrinterFault when the line breaks before. */
  readonly acknowledged: Promise<void>;
  /** Half-closes and reads on until the printer closes too, so that its kernel sees FIN and not RST. */
  close(timeoutMs: number): Promise<void>;
}

/** Two answers of one idle printer are at most this far apart. */
const quietMs = 300;

function openSocket(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 });
    const give = (fault: PrinterFault): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(fault);
    };
    const onError = (cause: Error): void => give(new PrinterFault('unreachable', cause));
    const timer = setTimeout(() => give(new PrinterFault('unreachable')), timeoutMs);
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}

/**
 * @param timeoutMs for name look-up and TCP handshake together
 * @throws PrinterFault `unreachable`
 */
export async function openLine(host: string, port: number, timeoutMs: number): Promise<PrinterLine> {
  const socket = await openSocket(host, port, timeoutMs);
  const read = createReplyReader();
  const acknowledgement = Promise.withResolvers<void>();
  acknowledgement.promise.catch(() => {}); // nobody waits for it in a probe
  let onAcknowledged = (): void => {}; // before a job is sent they are somebody else's
  let answer: ((byte: number | PrinterFault) => void) | null = null;
  let broken: PrinterFault | null = null;

  function take(reply: Reply): void {
    if (reply.kind === 'acknowledged') onAcknowledged();
    else answer?.(reply.byte);
  }
  function breakLine(cause?: Error): void {
    broken ??= new PrinterFault('reset', cause);
    acknowledgement.reject(broken);
    answer?.(broken);
  }
  socket.on('data', (bytes: Buffer) => {
    for (const reply of read(bytes)) take(reply);
  });
  socket.on('error', breakLine);
  socket.on('end', () => breakLine());
  socket.on('close', () => breakLine());

  return {
    ask: (question, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (broken !== null) {
          reject(broken);
          return;
        }
        const timer = setTimeout(() => answer?.(-1), timeoutMs);
        answer = (byte) => {
          clearTimeout(timer);
          answer = null;
          if (typeof byte !== 'number') reject(byte);
          else resolve(byte < 0 ? null : byte);
        };
        socket.write(askStatus(question));
      }),
    settle: async (timeoutMs) => {
      let answers = 0;
      const first = Promise.withResolvers<void>();
      onAcknowledged = () => {
        answers += 1;
        first.resolve();
      };
      socket.write(clearBuffer);
      socket.write(acknowledgeRequest);
      const late = wait(timeoutMs, undefined, { ref: false });
      await Promise.race([first.promise, late, acknowledgement.promise]);
      if (answers === 0) throw new PrinterFault('timeout');
      for (let seen = 0; seen !== answers; ) {
        seen = answers;
        await wait(quietMs);
      }
    },
    abandon: () => {
      socket.write(clearBuffer);
    },
    send: (bytes) => {
      onAcknowledged = acknowledgement.resolve;
      socket.write(bytes);
    },
    acknowledged: acknowledgement.promise,
    close: (timeoutMs) =>
      new Promise((resolve) => {
        if (socket.destroyed) {
          resolve();
          return;
        }
        const timer = setTimeout(() => socket.destroy(), timeoutMs);
        socket.once('close', () => {
          clearTimeout(timer);
          resolve();
        });
        socket.end();
      }),
  };
}
