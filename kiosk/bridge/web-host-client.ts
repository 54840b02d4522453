/**
 * The HostApi of a kiosk that runs in a plain browser: speaks to the device host (kiosk/host/web.ts) over a
 * WebSocket, and never guesses: a job whose answer got lost is `unknown`.
 * Sending the same job again after the host is back is safe: the host remembers its outcome.
 */
import { createListeners } from '#shared/base/observable.ts';
import type { PeerApi, PeerEvent } from '#shared/peers/peer-api.ts';
import type { HostApi, HostInfo, PrinterStatus, PrintOutcome, PrintRequest } from './host-api.ts';
import { answerTimeoutMs, type HostSocketOptions, openHostSocket } from './host-socket.ts';
import { type HostCall, parseHostMessage } from './messages.ts';
import {
  parseHostInfo,
  parseOutcome,
  parsePrinterStatus,
  parsePrinterStatuses,
  parseQuitAnswer,
} from './parse-answers.ts';
import { parseDialAnswer, parseOpenAnswer, parsePeerEvent } from './peer-messages.ts';
import { createPendingCalls } from './pending-calls.ts';

export interface WebHostClient extends HostApi {
  readonly peers: PeerApi;
  /** Tells whether the host is connected, now and at every change; returns the unsubscriber. */
  onConnection(listener: (connected: boolean) => void): () => void;
  close(): void;
}

/** Longer than the host lets one job take (60 s), with some queue before it. */
const printTimeoutMs = 180_000;

export function createWebHostClient(options: HostSocketOptions): WebHostClient {
  const calls = createPendingCalls(options.after);
  const printerStates = createListeners<[PrinterStatus]>();
  const known = new Map<string, PrinterStatus>();
  const peerEvents = createListeners<[PeerEvent]>();

  function publish(status: PrinterStatus): void {
    known.set(status.id, status);
    printerStates.notify(status);
  }

  function receive(text: string): void {
    const message = parseHostMessage(text);
    if (message === null) return;
    if (!('event' in message)) {
      calls.receive(message);
      return;
    }
    if (message.event === 'peer') {
      const event = parsePeerEvent(message.value);
      if (event !== null) peerEvents.notify(event);
      return;
    }
    const status = parsePrinterStatus(message.value);
    if (status !== null) publish(status);
  }

  const socket = openHostSocket(options, receive, () => {
    calls.loseAll();
    for (const status of [...known.values()]) publish(withoutHost(status));
    peerEvents.notify({ kind: 'lost' });
  });

  function ask<T>(call: HostCall, parse: (value: unknown) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (value: unknown): void => {
        const parsed = parse(value);
        if (parsed === undefined) reject(new Error(`the device host answered "${call.call}" with something else`));
        else resolve(parsed);
      };
      const lost = (error: string): void => reject(new Error(error));
      socket.whenOpen(
        () => calls.send(call, answerTimeoutMs, { answer, lost }, socket.send),
        () => lost('The device host was not found.'),
      );
    });
  }

  // Fails at once while the host is away: the queue of badges tries again, and a badge that is printed minutes later,
  // when its person has left, is of no use.
  function print(printerId: string, job: PrintRequest): Promise<PrintOutcome> {
    return new Promise((resolve) => {
      const unsure = (message: string): void => resolve({ outcome: 'unknown', reason: 'host_lost', message });
      const sure = (message: string): void => resolve({ outcome: 'failed', reason: 'host_lost', message });
      if (!socket.connected()) return sure('The device host was not found: nothing was sent to the printer.');
      const answer = (value: unknown): void => {
        const outcome = parseOutcome(value);
        if (outcome === null) unsure('The response of the device host cannot be read.');
        else resolve(outcome);
      };
      const lost = (error: string, sent: boolean): void => (sent ? unsure(error) : sure(error));
      calls.send({ call: 'print', printerId, job }, printTimeoutMs, { answer, lost }, socket.send);
    });
  }

  return {
    info: () => ask<HostInfo>({ call: 'info' }, (value) => parseHostInfo(value) ?? undefined),
    printers: async () => {
      const list = await ask({ call: 'printers' }, (value) => parsePrinterStatuses(value) ?? undefined);
      for (const status of list) known.set(status.id, status);
      return list;
    },
    print,
    onPrinterState: printerStates.subscribe,
    saveSecret: (name, value) => ask({ call: 'saveSecret', name, value }, () => null).then(() => undefined),
    loadSecret: (name) =>
      ask({ call: 'loadSecret', name }, (value) => (value === null || typeof value === 'string' ? value : undefined)),
    quit: (pin) => ask({ call: 'quit', pin }, (value) => parseQuitAnswer(value) ?? undefined),
    peers: peerCalls(ask, peerEvents.subscribe),
    onConnection: socket.onConnection,
    close: socket.close,
  };
}

type Ask = <T>(call: HostCall, parse: (value: unknown) => T | undefined) => Promise<T>;

function peerCalls(ask: Ask, onEvent: PeerApi['onEvent']): PeerApi {
  const done = (): null => null;
  return {
    open: (opening) => ask({ call: 'peerOpen', opening }, (value) => parseOpenAnswer(value) ?? undefined),
    close: () => ask({ call: 'peerClose' }, done).then(() => undefined),
    dial: (address) => ask({ call: 'peerDial', address }, (value) => parseDialAnswer(value) ?? undefined),
    // Fails at once while the host is away: its connections are gone by the time it is back.
    send: (line, bytes) => ask({ call: 'peerSend', line, bytes }, (value) => value === true),
    keep: (line) => ask({ call: 'peerKeep', line }, done).then(() => undefined),
    hangUp: (line) => ask({ call: 'peerHangUp', line }, done).then(() => undefined),
    onEvent,
  };
}

function withoutHost({ cause: _was, ...status }: PrinterStatus): PrinterStatus {
  const message = 'The device host does not respond. Start it again on this computer.';
  return { ...status, state: 'error', reason: 'host_lost', message };
}
