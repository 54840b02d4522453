/**
 * A cable between the store and the database, or between two nodes, that can be cut at the one moment that matters:
 * around a COMMIT, or around any question on the way to it.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { freePort } from '#test/fixtures/free-port.ts';

/** `before`: the other side never hears of the message; `after`: it hears it, and its answer is lost. */
export type Cut = 'before' | 'after';

export interface CuttingProxy {
  readonly port: number;
  /** At the next COMMIT. */
  cutNext(cut: Cut): void;
  /** At the question with this number, counted from now on in all connections; 0 is the next one. */
  cutAt(number: number, cut: Cut): void;
  /** No byte passes from the cut on, until the test ends it. */
  stayDown(down: boolean): void;
  /** How many cuts there were. */
  cuts(): number;
  /** How many questions went by: simple queries, and ends of the other kind. */
  questions(): number;
  close(): Promise<void>;
}

/** As a simple query is written: its text with a zero after it. */
const commit = Buffer.from('COMMIT\0');
/** A message is a letter and a length that counts itself; the first ones of a connection have no letter. */
const headBytes = 5;

/** Of a simple query, and Sync. */
const endings = [...Buffer.from('QS')];

/** The messages that are whole; https://www.postgresql.org/docs/current/protocol-message-formats.html */
function takeMessages(stream: { held: Buffer; isStarted: boolean }): readonly Buffer[] {
  const whole: Buffer[] = [];
  for (;;) {
    const { held, isStarted } = stream;
    const letters = isStarted ? 1 : 0;
    if (held.length < headBytes) return whole;
    const length = held.readInt32BE(letters) + letters;
    if (held.length < length) return whole;
    // 80877103 asks for encryption: another first message follows.
    if (!isStarted) stream.isStarted = held.readInt32BE(4) !== 80_877_103;
    whole.push(held.subarray(0, length));
    stream.held = held.subarray(length);
  }
}

export async function openCuttingProxy(databasePort: number): Promise<CuttingProxy> {
  let next: { readonly at: number | 'COMMIT'; readonly cut: Cut } | null = null;
  let down = false;
  let isDown = false;
  let cuts = 0;
  let questions = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (isDown) return near.destroy();
    const far = connect(databasePort, '127.0.0.1');
    const stream = { held: Buffer.alloc(0), isStarted: false };
    let isCut = false;
    const end = () => {
      near.destroy();
      far.destroy();
      sockets.delete(near);
    };
    sockets.add(near);
    far.on('error', end).on('close', end);
    near.on('error', end).on('close', () => isCut || end());
    const pass = (message: Buffer) => {
      const isCommit = message.subarray(headBytes).equals(commit);
      const isQuestion = endings.includes(message[0] ?? 0);
      const isNext = next?.at === 'COMMIT' ? isCommit : isQuestion && next?.at === questions;
      if (isQuestion) questions += 1;
      if (next === null || !isNext) return far.write(message);
      const { cut } = next;
      next = null;
      cuts += 1;
      isCut = true;
      isDown = down;
      near.destroy();
      // What was sent is done, and its answer goes nowhere; then the other side finds that its client is gone.
      return cut === 'before' ? far.destroy() : far.end(message);
    };
    near.on('data', (data: Buffer) => {
      stream.held = Buffer.concat([stream.held, data]);
      for (const message of takeMessages(stream)) if (!isCut) pass(message);
    });
    far.on('data', (data: Buffer) => isCut || near.write(data));
    return near;
  });
  server.listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutNext(cut) {
      next = { at: 'COMMIT', cut };
    },
    cutAt(number, cut) {
      next = { at: questions + number, cut };
    },
    cuts: () => cuts,
    questions: () => questions,
    stayDown(wanted) {
      down = wanted;
      if (!wanted) isDown = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
