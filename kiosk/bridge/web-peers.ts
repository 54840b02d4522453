/**
 * The lines to other kiosks of a device that has no host, a phone: WebSockets of the page itself to the hosts of others.
 * It listens nowhere, so that others cannot dial it, and it finds none by mDNS; it dials what a person typed or scanned.
 */
import { createListeners } from '#shared/base/observable.ts';
import {
  type DialAnswer,
  type LineEnd,
  maxPeerFrameBytes,
  type PeerApi,
  type PeerEvent,
} from '#shared/peers/peer-api.ts';

/** The part of the standard WebSocket that is used here. */
export interface PeerSocket {
  binaryType: string;
  readonly bufferedAmount: number;
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface WebPeersParts {
  /** @throws where the page may not connect there: a page from https takes `wss:` alone */
  readonly open: (url: string) => PeerSocket;
  readonly monotonicMs: () => number;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
}

const linesMax = 16;
const tickMs = 250;
/** Time limit for a dial: long enough for a phone on a wireless network. */
const dialMs = 3_000;
const heartbeatMs = 500;
const silentMs = 2_000;
const unprovenMs = 5_000;
const backlogBytes = 1_048_576;

interface Line {
  readonly socket: PeerSocket;
  readonly openedMs: number;
  heardMs: number;
  sentMs: number;
  proven: boolean;
}

interface Dial {
  readonly endMs: number;
  readonly giveUp: () => void;
}

export function createWebPeers({ open, monotonicMs, every }: WebPeersParts): PeerApi {
  const listeners = createListeners<[PeerEvent]>();
  const lines = new Map<number, Line>();
  const dials = createDials({ open, monotonicMs }, add);
  let lastId = 0;
  let endTicks: (() => void) | null = null;

  function end(id: number, reason: LineEnd): void {
    const line = lines.get(id);
    if (line === undefined) return;
    lines.delete(id);
    line.socket.close();
    listeners.notify({ kind: 'closed', line: id, reason });
  }

  function stop(reason: LineEnd): void {
    endTicks?.();
    endTicks = null;
    dials.stop();
    for (const id of [...lines.keys()]) end(id, reason);
  }

  function tick(): void {
    const nowMs = monotonicMs();
    dials.tick(nowMs);
    for (const [id, line] of [...lines]) {
      if (nowMs - line.heardMs > silentMs) end(id, 'silent');
      else if (!line.proven && nowMs - line.openedMs > unprovenMs) end(id, 'unproven');
      else if (nowMs - line.sentMs >= heartbeatMs) {
        line.sentMs = nowMs;
        line.socket.send(new Uint8Array(0));
      }
    }
  }

  function heard(id: number, data: unknown): void {
    const line = lines.get(id);
    if (line === undefined) return;
    if (!(data instanceof ArrayBuffer) || data.byteLength > maxPeerFrameBytes) {
      end(id, data instanceof ArrayBuffer ? 'too_large' : 'closed');
      return;
    }
    line.heardMs = monotonicMs();
    if (data.byteLength > 0) listeners.notify({ kind: 'frame', line: id, bytes: new Uint8Array(data) });
  }

  function add(address: string, socket: PeerSocket): void {
    lastId += 1;
    const id = lastId;
    const nowMs = monotonicMs();
    lines.set(id, { socket, openedMs: nowMs, heardMs: nowMs, sentMs: nowMs, proven: false });
    socket.onmessage = ({ data }: { readonly data: unknown }) => heard(id, data);
    socket.onclose = () => end(id, 'closed');
    listeners.notify({ kind: 'opened', line: id, address, dialled: true });
  }

  return {
    async open() {
      stop('hung_up');
      endTicks = every(tickMs, tick);
      return { port: 0, addresses: [] };
    },
    close: async () => stop('stopped'),
    async dial(address) {
      if (endTicks === null) return 'not_open';
      return lines.size + dials.count() >= linesMax ? 'busy' : dials.dial(address);
    },
    async send(id, bytes) {
      const line = lines.get(id);
      if (line === undefined || bytes.length > maxPeerFrameBytes) return false;
      if (line.socket.bufferedAmount + bytes.length > backlogBytes) {
        end(id, 'slow');
        return false;
      }
      line.sentMs = monotonicMs();
      line.socket.send(new Uint8Array(bytes));
      return true;
    },
    async keep(id) {
      const line = lines.get(id);
      if (line !== undefined) line.proven = true;
    },
    hangUp: async (id) => end(id, 'hung_up'),
    onEvent: listeners.subscribe,
  };
}

/** Sockets that are not open yet. @param onOpen called before the dial is answered */
function createDials(
  { open, monotonicMs }: Pick<WebPeersParts, 'open' | 'monotonicMs'>,
  onOpen: (address: string, socket: PeerSocket) => void,
) {
  const dials = new Set<Dial>();

  function dial(address: string): Promise<DialAnswer> {
    return new Promise((resolve) => {
      const socket = openAt(address, open);
      if (socket === null) return resolve('unreachable');
      socket.binaryType = 'arraybuffer';
      function done(answer: DialAnswer): void {
        dials.delete(underWay);
        socket!.onopen = null;
        socket!.onclose = null;
        resolve(answer);
      }
      const underWay: Dial = {
        endMs: monotonicMs() + dialMs,
        giveUp() {
          done('unreachable');
          socket.close();
        },
      };
      dials.add(underWay);
      // An error event carries no reason; 'close' follows it.
      socket.onerror = () => {};
      socket.onclose = () => done('unreachable');
      socket.onopen = () => {
        done('dialled');
        onOpen(address, socket);
      };
    });
  }

  return {
    dial,
    count: () => dials.size,
    tick(nowMs: number) {
      for (const { endMs, giveUp } of [...dials]) if (nowMs >= endMs) giveUp();
    },
    stop() {
      for (const { giveUp } of [...dials]) giveUp();
    },
  };
}

/** Most hosts speak no TLS; a page that came by https needs one that does. @returns null: the browser refuses both */
function openAt(address: string, open: WebPeersParts['open']): PeerSocket | null {
  for (const scheme of ['ws', 'wss'])
    try {
      return open(`${scheme}://${address}/peer`);
    } catch {
      // Mixed content: the next scheme.
    }
  return null;
}
