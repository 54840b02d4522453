/**
 * Posts over one connection, one after the other, with nothing but a socket: Node's own client costs as much CPU for a
 * request as our server does, and both share the machine that is measured.
 */
import { connect } from 'node:net';

export interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Connection {
  /** Waits for its answer; a second one before that is an error of the caller. */
  post(path: string, token: string, body: string): Promise<PlainAnswer>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

/** @returns null: it is not all there yet */
function answerIn(bytes: Buffer): PlainAnswer | null {
  const at = bytes.indexOf(headEnd);
  if (at < 0) return null;
  const head = bytes.toString('latin1', 0, at);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without its length: ${head}`);
  const begin = at + headEnd.length;
  const end = begin + Number(length);
  return bytes.length < end ? null : { status: Number(head.slice(9, 12)), text: bytes.toString('utf8', begin, end) };
}

export function openConnection(url: string): Promise<Connection> {
  const { host, hostname, port } = new URL(url);
  let bytes: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<PlainAnswer> | null = null;
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const fail = (fault: Error) => waiting?.reject(fault);
  socket.on('data', (part: Buffer) => {
    bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
    try {
      const answer = answerIn(bytes);
      if (answer === null) return;
      bytes = Buffer.alloc(0);
      waiting?.resolve(answer);
    } catch (fault) {
      socket.destroy(fault as Error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed before the answer')));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () =>
      resolve({
        post(path, token, body) {
          waiting = Promise.withResolvers();
          const head = [
            `POST ${path} HTTP/1.1`,
            `Host: ${host}`,
            `Authorization: Bearer ${token}`,
            'Content-Type: application/json',
            `Content-Length: ${Buffer.byteLength(body)}`,
          ];
          socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
          return waiting.promise;
        },
        close: () => socket.destroy(),
      }),
    );
  });
}
