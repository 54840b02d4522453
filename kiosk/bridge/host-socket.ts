/** The WebSocket to the device host: opened again for as long as it is wanted, slower with every failure. */
import { must } from '#shared/base/assert.ts';
import { createListeners } from '#shared/base/observable.ts';
import { type After, maxPendingCalls } from './pending-calls.ts';

/** The part of the standard WebSocket that is used here. */
export interface SocketLike {
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface HostSocketOptions {
  readonly url: string;
  readonly open: (url: string) => SocketLike;
  /** @returns the function that cancels the timer */
  readonly after: After;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: () => number;
}

export interface HostSocket {
  connected(): boolean;
  /** The socket must be open. */
  send(text: string): void;
  /**
   * Calls `go` at once when the socket is open.
   *
   * @param late called instead of `go` when the socket does not open within `answerTimeoutMs`; at once when the socket
   *   is closed for good or `maxPendingCalls` calls already wait
   */
  whenOpen(go: () => void, late: () => void): void;
  /** The listener is called at once, and at every change. @returns the function that ends the subscription */
  onConnection(listener: (connected: boolean) => void): () => void;
  close(): void;
}

const reconnectFirstMs = 250;
const reconnectMostMs = 10_000;
/** Time limit for the answer to a call (a print job has its own), and for a socket to open. */
export const answerTimeoutMs = 10_000;

/**
 * The step doubles with every attempt: half of it is certain, the other half is random.
 *
 * @param attempt failures since the socket was last open; 0 for the first
 * @param random uniform in [0, 1)
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const step = Math.min(reconnectMostMs, reconnectFirstMs * 2 ** Math.min(attempt, 16));
  return Math.round(step / 2 + (step / 2) * random);
}

/** @param onText a frame from the host @param onLost after every lost or failed connection, and after `close` */
export function openHostSocket(
  options: HostSocketOptions,
  onText: (text: string) => void,
  onLost: () => void,
): HostSocket {
  const connections = createListeners<[boolean]>();
  let waiting: (() => void)[] = [];
  let socket: SocketLike | null = null;
  let connected = false;
  let closed = false;
  let attempt = 0;
  let cancelReconnect = (): void => {};

  function setConnected(now: boolean): void {
    if (connected === now) return;
    connected = now;
    connections.notify(now);
  }

  function connect(): void {
    if (closed) return;
    const opened = options.open(options.url);
    socket = opened;
    opened.onopen = () => {
      attempt = 0;
      setConnected(true);
      const queue = waiting;
      waiting = [];
      for (const go of queue) go();
    };
    opened.onmessage = (event: { readonly data?: unknown }) => {
      if (typeof event.data === 'string') onText(event.data);
    };
    opened.onerror = () => {};
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  }

  function lose(): void {
    socket = null;
    setConnected(false);
    onLost();
    if (closed) return;
    cancelReconnect = options.after(reconnectDelayMs(attempt, options.random()), connect);
    attempt += 1;
  }

  connect();
  return {
    connected: () => connected,
    send: (text) => must(socket, 'an open socket').send(text),
    whenOpen(go, late) {
      if (connected) return go();
      if (closed || waiting.length >= maxPendingCalls) return late();
      const cancel = options.after(answerTimeoutMs, () => {
        waiting = waiting.filter((other) => other !== entry);
        late();
      });
      const entry = (): void => {
        cancel();
        go();
      };
      waiting.push(entry);
    },
    onConnection(listener) {
      const end = connections.subscribe(listener);
      listener(connected);
      return end;
    },
    close() {
      closed = true;
      cancelReconnect();
      socket?.close();
      lose();
    },
  };
}
