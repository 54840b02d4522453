/**
 * The HostApi of a kiosk that runs in a plain browser: speaks to the device host (kiosk/host/web.ts) over a
 * WebSocket, reconnects with jitter, and never guesses: a job whose answer got lost is `unknown`.
 * Sending the same job again after the host is back is safe: the host remembers its outcome.
 */
import { must } from '#shared/base/assert.ts';
import { parseHostInfo, parseOutcome, parsePrinterStatus, parsePrinterStatuses, parseQuitAnswer } from './answers.ts';
import type { HostApi, HostInfo, PrinterStatus, PrintJob, PrintOutcome } from './host-api.ts';
import { encodeRequest, type HostCall, parseHostMessage } from './messages.ts';

/** The part of the standard WebSocket that is used here. */
export interface SocketLike {
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface WebHostOptions {
  /** The address printed by the device host, token included. */
  readonly url: string;
  /** `(url) => new WebSocket(url)` */
  readonly open: (url: string) => SocketLike;
  /** Calls back once after `delayMs` unless the returned function is called before. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: () => number;
}

export interface WebHostClient extends HostApi {
  /** Tells whether the host is connected, now and at every change; returns the unsubscriber. */
  onConnection(listener: (connected: boolean) => void): () => void;
  close(): void;
}

const reconnectFirstMs = 250;
const reconnectMostMs = 10_000;
const answerTimeoutMs = 10_000;
/** Longer than the host lets one job take (60 s), with some queue before it. */
const printTimeoutMs = 180_000;
const maxPendingCalls = 200;

interface Pending {
  readonly answer: (value: unknown) => void;
  readonly lost: (error: string, sent: boolean) => void;
  readonly cancelTimer: () => void;
}

/** Decorrelated waiting: half of the doubled step for sure, the other half by chance. */
export function reconnectDelayMs(attempt: number, random: number): number {
  const step = Math.min(reconnectMostMs, reconnectFirstMs * 2 ** Math.min(attempt, 16));
  return Math.round(step / 2 + (step / 2) * random);
}

export function createWebHostClient(options: WebHostOptions): WebHostClient {
  const pending = new Map<number, Pending>();
  const printerListeners = new Set<(status: PrinterStatus) => void>();
  const connectionListeners = new Set<(connected: boolean) => void>();
  const known = new Map<string, PrinterStatus>();
  let waiting: (() => void)[] = [];
  let socket: SocketLike | null = null;
  let connected = false;
  let closed = false;
  let attempt = 0;
  let lastId = 0;
  let cancelReconnect = (): void => {};

  function setConnected(now: boolean): void {
    if (connected === now) return;
    connected = now;
    for (const listener of connectionListeners) listener(now);
  }

  function tell(status: PrinterStatus): void {
    known.set(status.id, status);
    for (const listener of printerListeners) listener(status);
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
      if (typeof event.data === 'string') receive(event.data);
    };
    opened.onerror = () => {};
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  }

  function lose(): void {
    socket = null;
    setConnected(false);
    const orphans = [...pending.values()];
    pending.clear();
    for (const call of orphans) {
      call.cancelTimer();
      call.lost('The connection to the device host was lost.', true);
    }
    for (const status of [...known.values()]) {
      const message = 'The device host does not respond. Start it again on this computer.';
      const { cause: _was, ...known } = status;
      tell({ ...known, state: 'error', reason: 'host_lost', message });
    }
    if (closed) return;
    cancelReconnect = options.after(reconnectDelayMs(attempt, options.random()), connect);
    attempt += 1;
  }

  function receive(text: string): void {
    const message = parseHostMessage(text);
    if (message === null) return;
    if ('event' in message) {
      const status = parsePrinterStatus(message.value);
      if (status !== null) tell(status);
      return;
    }
    const call = pending.get(message.id);
    if (call === undefined) return;
    pending.delete(message.id);
    call.cancelTimer();
    if ('error' in message) call.lost(message.error, true);
    else call.answer(message.value);
  }

  /** Sends now; the caller made sure that the socket is open. */
  function send(call: HostCall, timeoutMs: number, answer: Pending['answer'], lost: Pending['lost']): void {
    if (pending.size >= maxPendingCalls) {
      lost('Too many calls are waiting for the device host.', false);
      return;
    }
    const id = ++lastId;
    const cancelTimer = options.after(timeoutMs, () => {
      if (pending.delete(id)) lost('The device host did not respond in time.', true);
    });
    pending.set(id, { answer, lost, cancelTimer });
    must(socket, 'an open socket').send(encodeRequest({ id, call }));
  }

  function whenOpen(go: () => void, late: () => void): void {
    if (connected) {
      go();
      return;
    }
    if (closed || waiting.length >= maxPendingCalls) {
      late();
      return;
    }
    const cancel = options.after(answerTimeoutMs, () => {
      waiting = waiting.filter((other) => other !== entry);
      late();
    });
    const entry = (): void => {
      cancel();
      go();
    };
    waiting.push(entry);
  }

  function ask<T>(call: HostCall, parse: (value: unknown) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (value: unknown): void => {
        const parsed = parse(value);
        if (parsed === undefined) reject(new Error(`the device host answered "${call.call}" with something else`));
        else resolve(parsed);
      };
      const fail = (error: string): void => reject(new Error(error));
      whenOpen(
        () => send(call, answerTimeoutMs, answer, fail),
        () => fail('The device host was not found.'),
      );
    });
  }

  connect();

  return {
    info: () => ask<HostInfo>({ call: 'info' }, (value) => parseHostInfo(value) ?? undefined),
    printers: async () => {
      const list = await ask({ call: 'printers' }, (value) => parsePrinterStatuses(value) ?? undefined);
      for (const status of list) known.set(status.id, status);
      return list;
    },
    // Not queued while the host is away: the printing follower retries, and a badge that comes out minutes
    // later, when its person has left, helps nobody.
    print: (printerId: string, job: PrintJob) =>
      new Promise<PrintOutcome>((resolve) => {
        const unsure = (message: string): void => resolve({ outcome: 'unknown', reason: 'host_lost', message });
        const sure = (message: string): void => resolve({ outcome: 'failed', reason: 'host_lost', message });
        if (!connected) return sure('The device host was not found: nothing was sent to the printer.');
        send(
          { call: 'print', printerId, job },
          printTimeoutMs,
          (value) => {
            const outcome = parseOutcome(value);
            if (outcome === null) unsure('The response of the device host cannot be read.');
            else resolve(outcome);
          },
          (error, sent) => (sent ? unsure(error) : sure(error)),
        );
      }),
    onPrinterState: (listener) => {
      printerListeners.add(listener);
      return () => printerListeners.delete(listener);
    },
    saveSecret: (name, value) => ask({ call: 'saveSecret', name, value }, () => null).then(() => undefined),
    loadSecret: (name) =>
      ask({ call: 'loadSecret', name }, (value) => (value === null || typeof value === 'string' ? value : undefined)),
    quit: (pin) => ask({ call: 'quit', pin }, (value) => parseQuitAnswer(value) ?? undefined),
    onConnection: (listener) => {
      connectionListeners.add(listener);
      listener(connected);
      return () => connectionListeners.delete(listener);
    },
    close: () => {
      closed = true;
      cancelReconnect();
      socket?.close();
      lose();
    },
  };
}
