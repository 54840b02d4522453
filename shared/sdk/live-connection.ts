/**
 * The WebSocket to `/live` of one client: opened when it is needed, watched for silence, reopened after growing waits when
 * it breaks, and with a renewed credential when that ran out. Knows frames, but no subscription.
 */
import type { Refusal } from '../base/result.ts';
import { type ClientFrame, closeCodes, liveProtocol, readServerFrame, type ServerFrame } from '../live/frames.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { after, chance, type OpenSocket, type Socket, whenOnline } from './host.ts';
import { type RetryRule, waitMs } from './retry.ts';
import type { Credential } from './session.ts';

/** The connection sends a ping this often; after `silentMs` without a frame it counts as broken. */
const pingAfterMs = 25_000;
const silentMs = 60_000;
const isOpen = 1;
/** The wait does not grow beyond this attempt. */
const growingAttemptsMax = 20;

export interface LiveConnectionParts {
  readonly baseUrl: string;
  readonly openSocket: OpenSocket;
  readonly credential: Credential;
  readonly retry: RetryRule;
}

export interface LiveConnectionHandlers {
  /** Whether a connection that broke is to be opened again. */
  readonly isNeeded: () => boolean;
  /** The server has accepted the credential: at first, and after each reconnection. */
  readonly onReady: () => void;
  /** Every other frame, but for an error that concerns the connection itself. */
  readonly onFrame: (frame: ServerFrame) => void;
  /** No connection can be opened with this credential, or at all; none is tried until `start`. */
  readonly onFailed: (error: GatehouseError) => void;
}

/** Pings a socket regularly, and reports when it is silent. @returns how to stop */
function watchSilence(socket: Socket, ping: () => void, onSilent: () => void): () => void {
  let stopPings = (): void => {};
  let stopWaiting = after(silentMs, onSilent);
  const pingLater = (): void => {
    stopPings = after(pingAfterMs, () => {
      ping();
      pingLater();
    });
  };
  pingLater();
  let isWatched = true;
  socket.addEventListener('message', () => {
    if (!isWatched) return;
    stopWaiting();
    stopWaiting = after(silentMs, onSilent);
  });
  return () => {
    isWatched = false;
    stopPings();
    stopWaiting();
  };
}

export class LiveConnection {
  readonly #parts: LiveConnectionParts;
  readonly #handlers: LiveConnectionHandlers;
  #socket: Socket | null = null;
  #isReady = false;
  /** There is no socket, and there will be one. */
  #isReopening = false;
  #failures = 0;
  #token = '';
  /** The last error that the server sent about the connection: the reason why it closes it. */
  #lastError: Refusal | null = null;
  #stopWaiting = (): void => {};
  #stopWatching = (): void => {};
  #stopOnline: (() => void) | null = null;

  constructor(parts: LiveConnectionParts, handlers: LiveConnectionHandlers) {
    this.#parts = parts;
    this.#handlers = handlers;
  }

  /** Frames sent from now on reach a server that accepted the credential. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends a frame, or drops it when no socket is open: `onReady` comes when there is one. */
  send(frame: ClientFrame): void {
    if (this.#socket?.readyState === isOpen) this.#socket.send(JSON.stringify(frame));
  }

  /** Opens it, unless it is open or about to be. */
  start(): void {
    // A connection from before the network went is dead, though no close event says so.
    this.#stopOnline ??= whenOnline(() => this.restart());
    if (!this.#socket && !this.#isReopening) this.#open();
  }

  /** Closes it and opens another one at once, if it is needed. */
  restart(): void {
    this.#failures = 0;
    this.#drop();
    this.#open();
  }

  stop(): void {
    this.#isReopening = false;
    this.#stopOnline?.();
    this.#stopOnline = null;
    this.#drop(1000);
  }

  #drop(code?: number): void {
    const dropped = this.#socket;
    this.#socket = null;
    this.#isReady = false;
    this.#stopWatching();
    this.#stopWaiting();
    dropped?.close(code);
  }

  #open(): void {
    if (this.#socket || !this.#handlers.isNeeded()) return;
    this.#isReopening = false;
    const { baseUrl, credential, openSocket } = this.#parts;
    let socket: Socket;
    try {
      this.#token = credential.token();
      socket = openSocket(`${baseUrl.replace(/^http/, 'ws')}/live`, [liveProtocol]);
    } catch (fault) {
      const message = 'Live connections are not available here.';
      const unavailable = new GatehouseError('connection_failed', message, { cause: fault });
      this.#handlers.onFailed(fault instanceof GatehouseError ? fault : unavailable);
      return;
    }
    this.#listenTo(socket);
  }

  #listenTo(socket: Socket): void {
    this.#socket = socket;
    this.#stopWatching = watchSilence(
      socket,
      () => this.send({ type: 'ping' }),
      () => this.#ended(socket, 0),
    );
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.send({ type: 'init', token: this.#token });
    });
    socket.addEventListener('message', ({ data }) => {
      const frame = this.#socket === socket && typeof data === 'string' ? readServerFrame(data) : null;
      if (frame) this.#receive(frame);
    });
    // A `close` follows.
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', ({ code }) => this.#ended(socket, code));
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'ready') {
      this.#isReady = true;
      this.#failures = 0;
      this.#handlers.onReady();
    } else if (frame.type === 'error' && frame.id === undefined) this.#lastError = frame;
    else this.#handlers.onFrame(frame);
  }

  #ended(socket: Socket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#isReady = false;
    this.#stopWatching();
    socket.close();
    this.#isReopening = true;
    if (code === closeCodes.unauthenticated) void this.#renewCredential();
    else this.#reopen();
  }

  async #renewCredential(): Promise<void> {
    const why = this.#lastError ?? { code: 'unauthenticated', message: 'The credential is no longer valid.' };
    this.#lastError = null;
    try {
      if (await this.#parts.credential.renewed(this.#token)) return this.#reopen();
    } catch {
      // The server was not reached, and said nothing of the login.
      return this.#reopen();
    }
    this.#isReopening = false;
    this.#handlers.onFailed(new GatehouseError(why.code, why.message, { status: 401, errors: [why] }));
  }

  #reopen(): void {
    this.#isReopening = this.#handlers.isNeeded();
    if (!this.#isReopening) return;
    this.#failures++;
    const { retry } = this.#parts;
    const wait = waitMs(retry, Math.min(this.#failures, growingAttemptsMax), null, chance()) ?? retry.waitMaxMs;
    this.#stopWaiting();
    this.#stopWaiting = after(wait, () => this.#open());
  }
}
