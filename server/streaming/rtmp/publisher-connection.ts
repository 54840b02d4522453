/**
 * One connection of an encoder: handshake, the few commands that lead to `publish`, then packets. What a stranger can make
 * it keep is bounded: 64 KB until its key is accepted, one packet afterwards.
 */
import type { Socket } from 'node:net';
import { secondMs } from '#shared/base/time.ts';
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
import { serverHandshake } from './handshake.ts';
import { ProtocolError } from './protocol-error.ts';

/** Longest time from the connection to an accepted key. */
export const publishWithinMs = 10 * secondMs;
/** A publishing connection on which nothing has come for so long is taken for dead. */
export const silentMs = 10 * secondMs;

const strangerBytesMax = 64 * 1_024;
const packetBytesMax = 8 * 1_024 * 1_024;
/** Commands of a connection; an encoder sends about six. */
const commandsMax = 50;
const windowBytes = 2_500_000;
const mediaStream = 1;
const commandChunks = 3;

export type Admission = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface PublisherEvents {
  /** Asked once. @param app the application that the address names, @param key the stream's name */
  readonly admit: (app: string, key: string) => Promise<Admission>;
  readonly onPacket: (packet: MediaPacket) => void;
  /** Called once, when a connection ends whose `admit` was asked and did not refuse. */
  readonly onClose: () => void;
}

const kinds: Readonly<Record<number, MediaPacket['kind']>> = {
  [messageTypes.audio]: 'audio',
  [messageTypes.video]: 'video',
  [messageTypes.data]: 'script',
};

export class PublisherConnection {
  readonly #socket: Socket;
  readonly #events: PublisherEvents;
  readonly #handshake = serverHandshake();
  readonly #chunks = new ChunkReader(strangerBytesMax, (message) => this.#take(message));
  #state: 'shaking' | 'commands' | 'asking' | 'publishing' | 'closed' = 'shaking';
  #app = '';
  #commands = 0;
  #received = 0;
  #acknowledged = 0;

  constructor(socket: Socket, events: PublisherEvents) {
    this.#socket = socket;
    this.#events = events;
    const late = setTimeout(() => this.close(), publishWithinMs);
    socket.setNoDelay(true);
    socket.on('data', (data: Buffer) => {
      try {
        this.#push(data);
        if (this.#state === 'publishing') clearTimeout(late);
      } catch (fault) {
        if (!(fault instanceof ProtocolError)) throw fault;
        this.close();
      }
    });
    socket.on('timeout', () => this.close());
    socket.on('error', () => this.close());
    socket.on('close', () => {
      clearTimeout(late);
      const hasAsked = this.#state === 'asking' || this.#state === 'publishing' || this.#wasAdmitted;
      this.#state = 'closed';
      if (hasAsked && !this.#hasEnded) {
        this.#hasEnded = true;
        events.onClose();
      }
    });
  }

  #wasAdmitted = false;
  #hasEnded = false;

  get isPublishing(): boolean {
    return this.#state === 'publishing';
  }

  /** Closes the connection at once; what is not sent is lost. */
  close(): void {
    this.#socket.destroy();
  }

  #push(data: Buffer): void {
    if (this.#state === 'closed') return;
    this.#received += data.length;
    if (this.#state !== 'shaking') {
      this.#read(data);
      return;
    }
    const { reply, rest } = this.#handshake.push(data);
    if (reply.length > 0) this.#socket.write(reply);
    if (rest === null) return;
    this.#state = 'commands';
    if (rest.length > 0) this.#read(Buffer.from(rest));
  }

  #read(data: Buffer): void {
    this.#chunks.push(data);
    if (this.#received - this.#acknowledged < windowBytes / 2 || this.#socket.destroyed) return;
    this.#acknowledged = this.#received;
    this.#socket.write(controlMessage(messageTypes.acknowledgement, this.#received));
  }

  #take({ data, timestampMs, type }: RtmpMessage): void {
    if (type === messageTypes.command) {
      this.#command(readAmf(data));
      return;
    }
    if (type === messageTypes.commandAmf3) {
      this.#command(readAmf(data.subarray(1)));
      return;
    }
    const kind = kinds[type];
    if (kind === undefined || this.#state !== 'publishing' || data.length === 0) return;
    this.#events.onPacket({ kind, timestampMs, data });
  }

  #command([name, transaction, ...given]: readonly AmfValue[]): void {
    this.#commands += 1;
    if (this.#commands > commandsMax) throw new ProtocolError('too many commands');
    const id = typeof transaction === 'number' ? transaction : 0;
    switch (name) {
      case 'connect':
        this.#connect(id, given[0]);
        return;
      case 'createStream':
        this.#reply(0, writeAmf('_result', id, null, mediaStream));
        return;
      case 'releaseStream':
      case 'FCPublish':
        this.#reply(0, writeAmf('_result', id, null, null));
        return;
      case 'publish':
        this.#publish(given[1]);
        return;
      case 'deleteStream':
      case 'FCUnpublish':
      case 'closeStream':
        if (this.#state === 'publishing') this.#socket.end();
        return;
      case 'play':
        this.close();
    }
  }

  #connect(id: number, options: AmfValue | undefined): void {
    const app = isAmfObject(options) ? options['app'] : '';
    this.#app = typeof app === 'string' ? app : '';
    this.#socket.write(controlMessage(messageTypes.windowSize, windowBytes));
    this.#socket.write(controlMessage(messageTypes.peerBandwidth, windowBytes, 2));
    this.#socket.write(controlMessage(messageTypes.setChunkSize, outgoingChunkSize));
    const description = {
      level: 'status',
      code: 'NetConnection.Connect.Success',
      description: 'Connected.',
      objectEncoding: 0,
    };
    this.#reply(0, writeAmf('_result', id, { fmsVer: 'FMS/3,5,7,7009', capabilities: 31, mode: 1 }, description));
  }

  #publish(key: AmfValue | undefined): void {
    if (this.#state !== 'commands') {
      this.close();
      return;
    }
    this.#state = 'asking';
    // Some encoders append a query to the key.
    const name = typeof key === 'string' ? (key.split('?')[0] ?? '') : '';
    void this.#events.admit(this.#app, name).then((admission) => this.#admitted(admission));
  }

  #admitted(admission: Admission): void {
    if (this.#state !== 'asking') return;
    if (!admission.ok) {
      this.#status('error', 'NetStream.Publish.BadName', admission.message);
      this.#hasEnded = true;
      this.#socket.end();
      return;
    }
    this.#state = 'publishing';
    this.#wasAdmitted = true;
    this.#chunks.permit(packetBytesMax);
    this.#socket.setTimeout(silentMs);
    this.#status('status', 'NetStream.Publish.Start', 'The stream is accepted.');
  }

  #status(level: 'status' | 'error', code: string, description: string): void {
    this.#reply(mediaStream, writeAmf('onStatus', 0, null, { level, code, description }));
  }

  #reply(streamId: number, data: Buffer): void {
    const message = { type: messageTypes.command, streamId, timestampMs: 0, data };
    if (!this.#socket.destroyed) this.#socket.write(writeChunks(commandChunks, message, outgoingChunkSize));
  }
}
