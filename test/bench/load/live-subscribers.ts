/**
 * A thousand subscribers in a process of their own, as cheap as they can be: bare sockets that look for two marks in each
 * frame. What a change carries is `t<ms since 1970>-<its number>`, so each can tell how late, and what was left out.
 */
import { connect, type Socket } from 'node:net';

/** One bucket a millisecond; what takes longer counts as the last. */
export const bucketsMax = 20_000;

export type SubscribersAsk =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly path: string;
      readonly key: string;
      readonly count: number;
      /** Sent first by each; absent: nothing. */
      readonly frame?: string;
    }
  | { readonly kind: 'take' }
  | { readonly kind: 'close' };

export interface SubscribersAnswer {
  readonly open: number;
  readonly heard: number;
  readonly missed: number;
  readonly twice: number;
  /** How many came so many milliseconds late. */
  readonly late: readonly (readonly [ms: number, count: number])[];
}

let sockets: Socket[] = [];
let open = 0;
let heard = 0;
let missed = 0;
let twice = 0;
let late = new Map<number, number>();

const nowMs = () => performance.timeOrigin + performance.now();
const mark = Buffer.from('"t1');

function look(frame: Buffer, last: { n: number }): void {
  const at = frame.indexOf(mark);
  if (at < 0) return;
  const text = frame.toString('latin1', at + 2, at + 60);
  const dash = text.indexOf('-');
  const n = Number.parseInt(text.slice(dash + 1), 10);
  const ms = Math.min(bucketsMax, Math.max(0, Math.round(nowMs() - Number(text.slice(0, dash)))));
  late.set(ms, (late.get(ms) ?? 0) + 1);
  heard += 1;
  if (n <= last.n) twice += 1;
  else if (last.n >= 0) missed += n - last.n - 1;
  last.n = Math.max(n, last.n);
}

/** Masked, as a client's frames are. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

function subscribe({ frame, key, path, port }: Extract<SubscribersAsk, { kind: 'open' }>): void {
  const socket = connect(port, '127.0.0.1');
  const last = { n: -1 };
  let rest: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  socket.on('data', (part: Buffer) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      isUpgraded = true;
      rest = rest.subarray(end + 4);
      if (frame === undefined) open += 1;
      else socket.write(masked(frame));
    }
    let from = 0;
    while (rest.length - from >= 2) {
      const short = rest[from + 1]! & 0x7f;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (rest.length - from < head) break;
      const length = short === 126 ? rest.readUInt16BE(from + 2) : short;
      if (rest.length - from < head + length) break;
      const body = rest.subarray(from + head, from + head + length);
      if (body.includes('"subscribed"')) open += 1;
      else look(body, last);
      from += head + length;
    }
    rest = rest.subarray(from);
  });
}

process.on('message', (ask: SubscribersAsk) => {
  if (ask.kind === 'open') for (let i = 0; i < ask.count; i += 1) subscribe(ask);
  if (ask.kind === 'close') {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    open = 0;
  }
  process.send?.({ open, heard, missed, twice, late: [...late] } satisfies SubscribersAnswer);
  if (ask.kind !== 'take') {
    heard = missed = twice = 0;
    late = new Map();
  }
});
