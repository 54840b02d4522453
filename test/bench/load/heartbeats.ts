/** Load of W1: heartbeats as browsers send them, a POST without a body each, over connections that stay open. */
import { connect } from 'node:net';
import { answerJob } from './run-load.ts';

export interface HeartbeatJob {
  readonly port: number;
  readonly paths: readonly string[];
  /** Requests in all; paths are taken in turns. */
  readonly requests: number;
  readonly connections: number;
}

export interface HeartbeatAnswer {
  readonly seconds: number;
  /** Answered with 204. */
  readonly counted: number;
  readonly refused: number;
}

const good = Buffer.from('HTTP/1.1 204');

async function beat({ connections, paths, port, requests }: HeartbeatJob): Promise<HeartbeatAnswer> {
  const host = `127.0.0.1:${port}`;
  const texts = paths.map((path) => Buffer.from(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`));
  let sent = 0;
  let counted = 0;
  let refused = 0;
  const started = performance.now();
  const line = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      const next = () => {
        if (sent >= requests) {
          socket.end();
          resolve();
          return;
        }
        socket.write(texts[sent % texts.length]!);
        sent += 1;
      };
      socket.once('connect', next).once('error', reject);
      // An answer of 204 has no body, and comes in one piece.
      socket.on('data', (bytes: Buffer) => {
        if (good.equals(bytes.subarray(0, good.length))) counted += 1;
        else refused += 1;
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, line));
  return { seconds: (performance.now() - started) / 1_000, counted, refused };
}

answerJob(beat);
