/**
 * One raw TCP connection to a printer: connect within a time, write, hear, leave politely; and questions that are
 * answered or not. Throws PrinterFault for every fault of the network. The dialects decide what is written.
 */
import { connect, type Socket } from 'node:net';
import { advice } from '../trouble.ts';
import { afterListening } from './listening-time.ts';

/** After this error the line is of no more use. */
export class PrinterFault extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'reset';
  constructor(reason: PrinterFault['reason'], cause?: unknown) {
    super(advice[reason], { cause });
    this.reason = reason;
  }
}

export interface TcpLine {
  /** Drops the bytes when the line is broken. */
  write(bytes: Uint8Array): void;
  /** Set once, before the first write. */
  listen(onBytes: (bytes: Uint8Array) => void): void;
  /** Rejects with PrinterFault `reset` when the line breaks; never resolves. */
  readonly broken: Promise<never>;
  /**
   * Half-closes and reads on until the printer closes too, so that its kernel sees FIN and not RST; after `timeoutMs`
   * the connection is destroyed.
   */
  close(timeoutMs: number): Promise<void>;
}

function openSocket(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 });
    const give = (fault: PrinterFault): void => {
      stopWaiting();
      socket.destroy();
      reject(fault);
    };
    const onError = (cause: Error): void => give(new PrinterFault('unreachable', cause));
    const stopWaiting = afterListening(timeoutMs, () => give(new PrinterFault('unreachable')));
    socket.once('error', onError);
    socket.once('connect', () => {
      stopWaiting();
      socket.off('error', onError);
      resolve(socket);
    });
  });
}

/**
 * @param timeoutMs for name look-up and TCP handshake together
 * @throws PrinterFault `unreachable`
 */
export async function openTcpLine(host: string, port: number, timeoutMs: number): Promise<TcpLine> {
  const socket = await openSocket(host, port, timeoutMs);
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {}); // not every caller waits for it
  const breakLine = (cause?: Error): void => broken.reject(new PrinterFault('reset', cause));
  let hear = (_bytes: Uint8Array): void => {};
  socket.on('data', (bytes: Buffer) => hear(bytes));
  socket.on('error', breakLine);
  socket.on('end', () => breakLine());
  socket.on('close', () => breakLine());

  return {
    write: (bytes) => {
      if (socket.writable) socket.write(bytes);
    },
    listen: (onBytes) => {
      hear = onBytes;
    },
    broken: broken.promise,
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

export interface Asking<Answer> {
  /** Writes and waits. @returns null when no answer came within `timeoutMs`. @throws PrinterFault `reset` */
  ask(question: Uint8Array, timeoutMs: number): Promise<Answer | null>;
  /** The dialect heard an answer; without an open question it is dropped. */
  answer(value: Answer): void;
}

/** One question at a time over a line. */
export function createAsking<Answer>(line: TcpLine): Asking<Answer> {
  let open: ((value: Answer | null) => void) | null = null;
  return {
    ask: (question, timeoutMs) => {
      const heard = new Promise<Answer | null>((resolve) => {
        const mine = (value: Answer | null): void => {
          stopWaiting();
          open = null;
          resolve(value);
        };
        const stopWaiting = afterListening(timeoutMs, () => mine(null));
        open = mine;
      });
      line.write(question);
      return Promise.race([heard, line.broken]).catch((error: unknown) => {
        open?.(null);
        throw error;
      });
    },
    answer: (value) => open?.(value),
  };
}
