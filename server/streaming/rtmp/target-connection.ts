/**
 * One connection to a target: connects (with TLS where the address says so), shakes hands, publishes, then takes packets.
 * Address and key stand in this process's memory and on the wire alone: no other program is given them.
 */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { secondMs } from '#shared/base/time.ts';
import type { TargetProblem } from '#shared/modules/events/streaming.ts';
import type { TargetAddressParts } from '../../modules/events/streaming/target-address.ts';
import type { MediaPacket } from '../tap.ts';
import { type AmfValue, isAmfObject, readAmf, writeAmf } from './amf.ts';
import {
  ChunkReader,
  controlMessage,
  messageTypes,
  outgoingChunkSize,
  type RtmpMessage,
  writeChunks,
} from './chunks.ts';
import { clientHandshake } from './handshake.ts';
import { ProtocolError } from './protocol-error.ts';

/** Longest time from the beginning of the connection until the target says that it publishes. */
const readyWithinMs = 10 * secondMs;
const incomingBytesMax = 256 * 1_024;

export interface TargetRoute {
  /** Refuses names that lead into the network; null: the system's lookup, which refuses none. */
  readonly lookup: LookupFunction | null;
  /** Whether an address that is written as one may be contacted. */
  readonly permits: (address: string) => boolean;
  /** Certificates (PEM) that are trusted beside those of the public authorities. */
  readonly ca: readonly string[] | null;
}

export interface TargetEvents {
  readonly onReady: () => void;
  /** Called once; the connection is gone by then, or is being ended politely. */
  readonly onEnd: (problem: TargetProblem) => void;
}

const chunkStreams = { script: 4, audio: 5, video: 6 } as const;
const types = { script: messageTypes.data, audio: messageTypes.audio, video: messageTypes.video } as const;
const userControl = { pingRequest: 6, pingResponse: 7 } as const;

const certificateFaults = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER))/;

function open(address: TargetAddressParts, { ca, lookup, permits }: TargetRoute): Socket | null {
  const { host, isSecure, port } = address;
  if (isIP(host) !== 0 && !permits(host)) return null;
  const options = { host, port, ...(lookup && { lookup }) };
  if (!isSecure) return connect(options);
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ ...options, ...named, ...(ca && { ca: [...ca] }) });
}

export class TargetConnection {
  readonly #address: TargetAddressParts;
  readonly #key: string;
  readonly #events: TargetEvents;
  readonly #socket: Socket | null;
  readonly #handshake = clientHandshake();
  readonly #chunks = new ChunkReader(incomingBytesMax, (message) => this.#take(message));
  #state: 'shaking' | 'connecting' | 'creating' | 'publishing' | 'ended' = 'shaking';
  #hasAnswered = false;
  #mediaStream = 1;
  #late: NodeJS.Timeout | null = null;

  constructor(address: TargetAddressParts, key: string, route: TargetRoute, events: TargetEvents) {
    this.#address = address;
    this.#key = key;
    this.#events = events;
    this.#socket = open(address, route);
    const socket = this.#socket;
    if (!socket) {
      setImmediate(() => this.#end('address_refused'));
      return;
    }
    this.#late = setTimeout(() => this.#end(this.#hasAnswered ? 'refused_by_target' : 'no_connection'), readyWithinMs);
    socket.setNoDelay(true);
    socket.once(address.isSecure ? 'secureConnect' : 'connect', () => socket.write(this.#handshake.opening));
    socket.on('data', (data: Buffer) => this.#push(data));
    socket.on('error', (fault: NodeJS.ErrnoException) => this.#end(this.#problemOf(fault)));
    socket.on('close', () => this.#end(this.#closed()));
  }

  /** Bytes that the target has not taken yet. */
  get waitingBytes(): number {
    return this.#socket?.writableLength ?? 0;
  }

  /** Bytes that have left this process. */
  get sentBytes(): number {
    return (this.#socket?.bytesWritten ?? 0) - this.waitingBytes;
  }

  send({ data, kind, timestampMs }: MediaPacket): void {
    if (this.#state !== 'publishing') return;
    const message = { type: types[kind], streamId: this.#mediaStream, timestampMs, data };
    this.#socket?.write(writeChunks(chunkStreams[kind], message, outgoingChunkSize));
  }

  /** @param problem given to `onEnd` @param isPolite says goodbye first, where the target takes packets */
  close(problem: TargetProblem, isPolite = false): void {
    if (isPolite && this.#state === 'publishing' && this.#socket) {
      this.#command(this.#mediaStream, writeAmf('deleteStream', 0, null, this.#mediaStream));
      this.#socket.end();
      const socket = this.#socket;
      setTimeout(() => socket.destroy(), secondMs).unref();
      this.#end(problem, false);
    }
    this.#end(problem);
  }

  #end(problem: TargetProblem, destroys = true): void {
    if (destroys) this.#socket?.destroy();
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    if (this.#late) clearTimeout(this.#late);
    this.#events.onEnd(problem);
  }

  #problemOf(fault: NodeJS.ErrnoException): TargetProblem {
    const code = fault.code ?? '';
    if (code === 'ADDRESS_REFUSED') return 'address_refused';
    if (certificateFaults.test(code)) return 'certificate_refused';
    return this.#closed();
  }

  #closed(): TargetProblem {
    if (this.#state === 'publishing') return 'connection_lost';
    return this.#hasAnswered ? 'refused_by_target' : 'no_connection';
  }

  #push(data: Buffer): void {
    try {
      if (this.#state !== 'shaking') {
        this.#chunks.push(data);
        return;
      }
      const { reply, rest } = this.#handshake.push(data);
      if (rest === null) return;
      this.#hasAnswered = true;
      this.#state = 'connecting';
      this.#socket?.write(reply);
      this.#socket?.write(controlMessage(messageTypes.setChunkSize, outgoingChunkSize));
      this.#connect();
      if (rest.length > 0) this.#chunks.push(Buffer.from(rest));
    } catch (fault) {
      if (!(fault instanceof ProtocolError)) throw fault;
      this.#end(this.#state === 'publishing' ? 'connection_lost' : 'handshake_failed');
    }
  }

  #connect(): void {
    const { app, host, isSecure, port } = this.#address;
    const name = isIP(host) === 6 ? `[${host}]` : host;
    const tcUrl = `${isSecure ? 'rtmps' : 'rtmp'}://${name}:${port}/${app}`;
    this.#command(0, writeAmf('connect', 1, { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible)', tcUrl }));
  }

  #take({ data, type }: RtmpMessage): void {
    if (type === messageTypes.command) {
      this.#answer(readAmf(data));
      return;
    }
    if (type !== messageTypes.userControl || data.length < 6) return;
    const view = Buffer.from(data);
    if (view.readUInt16BE(0) !== userControl.pingRequest) return;
    view.writeUInt16BE(userControl.pingResponse, 0);
    const message = { type, streamId: 0, timestampMs: 0, data: view };
    this.#socket?.write(writeChunks(2, message, outgoingChunkSize));
  }

  #answer([name, transaction, , given]: readonly AmfValue[]): void {
    if (name === '_error') {
      this.#end('refused_by_target');
      return;
    }
    if (name === '_result' && transaction === 1 && this.#state === 'connecting') {
      this.#state = 'creating';
      this.#command(0, writeAmf('releaseStream', 2, null, this.#key));
      this.#command(0, writeAmf('FCPublish', 3, null, this.#key));
      this.#command(0, writeAmf('createStream', 4, null));
    } else if (name === '_result' && transaction === 4 && this.#state === 'creating') {
      if (typeof given === 'number') this.#mediaStream = given;
      this.#command(this.#mediaStream, writeAmf('publish', 5, null, this.#key, 'live'));
    } else if (name === 'onStatus' && isAmfObject(given)) this.#status(given);
  }

  #status({ code, level }: Readonly<Record<string, AmfValue>>): void {
    if (level === 'error') {
      this.#end(this.#state === 'publishing' ? 'connection_lost' : 'refused_by_target');
      return;
    }
    if (code !== 'NetStream.Publish.Start' || this.#state !== 'creating') return;
    this.#state = 'publishing';
    if (this.#late) clearTimeout(this.#late);
    this.#events.onReady();
  }

  #command(streamId: number, data: Buffer): void {
    const message = { type: messageTypes.command, streamId, timestampMs: 0, data };
    if (this.#socket && !this.#socket.destroyed) this.#socket.write(writeChunks(3, message, outgoingChunkSize));
  }
}
