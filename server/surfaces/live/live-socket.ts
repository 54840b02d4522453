/** One WebSocket at `/live`: first it is identified, then it has a session. Made by serve-live.ts. */
import type { Response } from 'express';
import type { RawData, WebSocket } from 'ws';
import type { Refusal } from '#shared/base/result.ts';
import { closeCodes, readClientFrame, type ServerFrame } from '#shared/live/frames.ts';
import { ServerResponse } from '../../core/node-http.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { closeSoon, keepAlive, leave } from '../../http/keep-alive.ts';
import { faultFields } from '../../http/log.ts';
import type { Lines } from '../../http/open-connections.ts';
import { parseBody } from '../../http/read-body.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { Upgrade } from '../../http/upgrades.ts';
import type { Identified, Identify } from '../../identity/identify.ts';
import { frameBytes } from './encode-batch.ts';
import type { LiveParts } from './live-parts.ts';
import { noCredential, tooManyLines } from './no-line.ts';
import { badFramesMax, framesWaitingMax, openSession, type Session } from './session.ts';
import { roomIn, type Wire, waitingBytesMax } from './wire.ts';

export interface LiveSocketParts extends LiveParts {
  readonly identify: Identify;
  readonly lines: Lines;
  readonly charge: (tenant: TenantRecord, response: Response, requests: number) => Promise<void>;
  /** Set by tests only; ten seconds when absent. */
  readonly initTimeoutMs?: number;
}

function wireOf(socket: WebSocket, { socket: stream }: Upgrade): Wire {
  const isOpen = () => socket.readyState === socket.OPEN;
  const hasRoom = () => socket.bufferedAmount < waitingBytesMax;
  return {
    hasRoom,
    room: roomIn(stream),
    send(frame: ServerFrame) {
      if (isOpen()) socket.send(JSON.stringify(frame));
    },
    sendChanges(id, batch) {
      if (!isOpen()) return batch.changes.length;
      let sent = 0;
      // All frames that are sent now leave in one write.
      stream.cork();
      for (const frame of frameBytes(id, batch)) {
        if (!hasRoom()) break;
        socket.send(frame, { binary: false });
        sent += 1;
      }
      stream.uncork();
      return sent;
    },
  };
}

/** One socket: first it is identified, then it has a session. */
export class LiveSocket {
  readonly #parts: LiveSocketParts;
  readonly #socket: WebSocket;
  readonly #upgrade: Upgrade;
  readonly #wire: Wire;
  #session: Session | null = null;
  #release = () => {};
  #early: unknown[] = [];
  #bad = 0;
  #isNaming = false;

  constructor(parts: LiveSocketParts, socket: WebSocket, upgrade: Upgrade) {
    this.#parts = parts;
    this.#socket = socket;
    this.#upgrade = upgrade;
    this.#wire = wireOf(socket, upgrade);
    const stopPings = keepAlive(socket);
    // The library reports a broken frame in the close code that it sends itself (1002, 1007, 1009).
    socket.on('error', () => {});
    socket.on('message', (data: RawData, isBinary: boolean) => this.#hear(data as Buffer, isBinary));
    socket.once('close', () => {
      stopPings();
      this.#session?.close();
      this.#release();
    });
  }

  isKnown(): boolean {
    return this.#session !== null;
  }

  /** @returns false: too many connections are open, and no session has begun */
  begin({ actor, tenant }: Identified, authorization: string | undefined): boolean {
    const { sandbox, request } = this.#upgrade;
    const { charge, lines } = this.#parts;
    const release = lines.hold({
      actor,
      authorization,
      sandbox,
      end: (code) => this.end({ code, message: 'The credential is no longer valid.' }),
      leave: () => leave(this.#socket),
      changed: (other) => this.#become(other),
    });
    if (!release) return false;
    this.#release = release;
    this.#session = openSession({
      ...this.#parts,
      wire: this.#wire,
      actor,
      // The limit writes its state into headers, which no client reads here.
      charge: () => charge(tenant, new ServerResponse(request) as Response, 1),
      onAbuse: () => this.abused(),
    });
    // The socket may have closed while its credential was checked: then it is released here.
    if (this.#socket.readyState !== this.#socket.OPEN) release();
    this.#wire.send({ type: 'ready' });
    for (const frame of this.#early.splice(0)) this.#session.receive(frame);
    return true;
  }

  end(refusal: Refusal, code: number = closeCodes.unauthenticated): void {
    this.#wire.send({ type: 'error', ...refusal });
    closeSoon(this.#socket, code, refusal.code);
  }

  abused(): void {
    closeSoon(this.#socket, closeCodes.policy, 'Too many frames');
  }

  #become(actor: Actor): void {
    this.#session?.become(actor).catch((fault: unknown) => {
      this.#parts.log.error('live connection not checked', faultFields(fault));
      this.#socket.close(1011, 'Internal error');
    });
  }

  #hear(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      closeSoon(this.#socket, 1003, 'Text only');
      return;
    }
    // A client that does not read its answers is not read from either: answers would pile up.
    if (!this.#wire.hasRoom()) {
      this.#socket.pause();
      void this.#wire.room().then(() => this.#socket.resume());
    }
    try {
      const frame = parseBody(data);
      if (this.#session) this.#session.receive(frame);
      else this.#hearFirst(frame);
    } catch (fault) {
      if (!(fault instanceof RefusalError)) throw fault;
      this.#receiveBad(fault.errors);
    }
  }

  /** Receives a frame before it is known who speaks. */
  #hearFirst(frame: unknown): void {
    const read = readClientFrame(frame);
    if (!read.ok) this.#receiveBad(read.errors);
    else if (this.#isNaming) {
      if (this.#early.push(frame) > framesWaitingMax) this.abused();
    } else if (read.value.type === 'init') this.#name(read.value.token);
    else this.end(noCredential);
  }

  #receiveBad(errors: readonly [Refusal, ...Refusal[]]): void {
    if (this.#session) this.#session.receiveBad(errors);
    else {
      this.#wire.send({ type: 'error', ...errors[0] });
      this.#bad += 1;
      if (this.#bad > badFramesMax) this.abused();
    }
  }

  #name(token: string): void {
    this.#isNaming = true;
    const authorization = `Bearer ${token}`;
    this.#parts.identify(authorization, this.#upgrade.sandbox).then(
      (found) => {
        if (!found.ok) return this.end(found.errors[0]);
        if (!this.begin(found.value, authorization)) this.end(tooManyLines, closeCodes.tryLater);
      },
      (fault: unknown) => {
        this.#parts.log.error('live socket not identified', faultFields(fault));
        this.#socket.close(1011, 'Internal error');
      },
    );
  }
}
