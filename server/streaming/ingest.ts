/**
 * Takes streams of encoders over RTMP: the server decides who may publish and where each stream goes. One stream has one
 * publisher; after a cut, the next connection with its key goes on with it.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { secondMs } from '#shared/base/time.ts';
import type { Log } from '../http/log.ts';
import { type IngestAnswer, reportMs } from '../modules/events/streaming/ingest-message.ts';
import { hashStreamKey } from '../modules/events/streaming/stream-key.ts';
import type { Control } from './control.ts';
import type { OpenQuality } from './further-quality.ts';
import { LiveStream, type LiveStreamParts } from './live-stream.ts';
import { type Admission, PublisherConnection } from './rtmp/publisher-connection.ts';
import type { Segments } from './segments.ts';
import type { MediaPacket } from './tap.ts';
import type { Headers } from './target-sender.ts';

/** Maximum numbers of connections: in all, of those that have not published yet, and of the latter from one address. */
const connectionsMax = 600;
const strangersMax = 300;
const strangersOfAddressMax = 20;
/** The stream key, and the name of a further quality after it. */
const namePattern = /^(live_[0-9A-Za-z]{32})(?:_([a-z0-9]{1,16}))?$/;

export interface IngestParts {
  readonly control: Control;
  readonly log: Log;
  readonly stream: Pick<LiveStreamParts, 'taps' | 'sender'>;
  readonly openSegments: (stream: string, isRecorded: boolean, headers: Headers) => Segments;
  readonly openQuality: (stream: string, quality: string) => OpenQuality;
}

export interface Ingest {
  /** @returns the port */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

type Refusal = Extract<Admission, { readonly ok: false }>;

interface OnAir {
  readonly live: LiveStream;
  readonly sandbox: boolean;
  publisher: string | null;
  connection: PublisherConnection | null;
  record: boolean;
  reconnectSeconds: number;
  isReporting: boolean;
  expiry: NodeJS.Timeout | null;
  /** Connections of further qualities: they end with that of the first one. */
  readonly others: Set<PublisherConnection>;
}

/** Handlers for the packets of an accepted connection. */
interface Publishing {
  readonly push: (packet: MediaPacket) => void;
  readonly end: () => void;
}

class RtmpIngest implements Ingest {
  readonly #parts: IngestParts;
  readonly #onAir = new Map<string, OnAir>();
  readonly #strangers = new Map<Socket, string>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #reports: NodeJS.Timeout;
  readonly #process = randomUUID().slice(0, 8);
  #connections = 0;

  constructor(parts: IngestParts) {
    this.#parts = parts;
    this.#server = createServer((socket) => this.#accept(socket));
    this.#reports = setInterval(() => {
      for (const onAir of this.#onAir.values()) void this.#report(onAir);
    }, reportMs);
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#reports);
    const ended = [...this.#onAir.values()].map((onAir) => this.#unpublish(onAir));
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await Promise.all(ended);
    for (const onAir of this.#onAir.values()) this.#end(onAir);
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const ofAddress = [...this.#strangers.values()].filter((other) => other === address).length;
    const isFull =
      this.#sockets.size >= connectionsMax ||
      this.#strangers.size >= strangersMax ||
      ofAddress >= strangersOfAddressMax;
    if (isFull) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    this.#strangers.set(socket, address);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#strangers.delete(socket);
    });
    this.#connections += 1;
    const publisher = `${this.#process}.${this.#connections}`;
    let publishing: Publishing | null = null;
    const connection: PublisherConnection = new PublisherConnection(socket, {
      admit: async (app, name) => {
        const admitted = await this.#admit(app, name, publisher, connection);
        if ('ok' in admitted) return admitted;
        // Gone while the server was asked.
        if (socket.destroyed) {
          admitted.end();
          return { ok: false, message: '' };
        }
        publishing = admitted;
        this.#strangers.delete(socket);
        return { ok: true };
      },
      onPacket: (packet) => publishing?.push(packet),
      onClose: () => publishing?.end(),
    });
  }

  async #admit(
    app: string,
    name: string,
    publisher: string,
    connection: PublisherConnection,
  ): Promise<Publishing | Refusal> {
    const { control, log } = this.#parts;
    const sandbox = app.split('/')[0] === 'sandbox';
    // A key of another form is asked for all the same: the time of the answer says nothing about it.
    const [, key = '', quality] = namePattern.exec(name) ?? [];
    const kind = quality === undefined ? 'publish' : 'quality';
    const answer = await control(sandbox, { kind, publisher, keyHash: hashStreamKey(key), hasPicture: false });
    if (!answer.ok) {
      log.info('publisher refused', { code: answer.errors[0].code });
      return { ok: false, message: answer.errors[0].message };
    }
    if (quality !== undefined) return this.#addQuality(answer.value.stream, quality, connection);
    const onAir = this.#publish(answer.value, sandbox, publisher);
    onAir.connection = connection;
    return {
      push: (packet) => onAir.live.push(packet),
      end: () => {
        if (onAir.publisher === publisher) void this.#unpublish(onAir);
      },
    };
  }

  #addQuality(stream: string, quality: string, connection: PublisherConnection): Publishing | Refusal {
    const onAir = this.#onAir.get(stream);
    const added = onAir?.publisher ? onAir.live.addQuality(quality) : null;
    if (!onAir || !added) return { ok: false, message: 'This quality is published already, or there are too many.' };
    onAir.others.add(connection);
    this.#parts.log.info('quality accepted', { stream, quality });
    return {
      push: (packet) => added.push(packet),
      end: () => {
        onAir.others.delete(connection);
        onAir.live.removeQuality(quality);
        this.#parts.log.info('quality ended', { stream, quality });
      },
    };
  }

  #publish(given: IngestAnswer, sandbox: boolean, publisher: string): OnAir {
    const { log } = this.#parts;
    const { event, record, reconnectSeconds, stream, tenant } = given;
    const known = this.#onAir.get(stream);
    const onAir = known ?? this.#open(given, sandbox);
    if (onAir.expiry) clearTimeout(onAir.expiry);
    Object.assign(onAir, { publisher, record, reconnectSeconds, expiry: null });
    this.#onAir.set(stream, onAir);
    onAir.live.takeAnswer(given);
    log.info('publisher accepted', { tenant, event, stream, isResumed: known !== undefined });
    return onAir;
  }

  #open({ event, record, reconnectSeconds, stream, tenant }: IngestAnswer, sandbox: boolean): OnAir {
    const { log, openQuality, openSegments, stream: parts } = this.#parts;
    const live = new LiveStream({
      ...parts,
      place: { tenant, event, stream },
      openSegments: (headers) => openSegments(stream, record, headers),
      openQuality: (quality) => openQuality(stream, quality),
      onTapFault: (fault) => log.warn('a tap failed', { stream, fault: fault instanceof Error ? fault.message : '' }),
    });
    const none = {
      publisher: null,
      connection: null,
      isReporting: false,
      expiry: null,
      others: new Set<PublisherConnection>(),
    };
    return { live, sandbox, record, reconnectSeconds, ...none };
  }

  #message({ live, publisher }: OnAir, kind: 'report' | 'unpublish') {
    return {
      ...{ kind, publisher: publisher ?? '', stream: live.place.stream },
      hasPicture: live.hasPicture,
      clockMs: live.clockMs,
      cuesAfter: live.cuesAfter,
      health: { ...live.health(), warnings: [...live.health().warnings] },
      targets: live.targets().map((target) => ({ ...target })),
    };
  }

  async #report(onAir: OnAir): Promise<void> {
    const { publisher } = onAir;
    if (publisher === null || onAir.isReporting) return;
    onAir.isReporting = true;
    const answer = await this.#parts.control(onAir.sandbox, this.#message(onAir, 'report'));
    onAir.isReporting = false;
    if (onAir.publisher !== publisher) return;
    const { log } = this.#parts;
    const { stream } = onAir.live.place;
    if (!answer.ok) {
      log.warn('report not taken', { stream, code: answer.errors[0].code });
      if (answer.errors[0].code === 'stream_not_found') onAir.connection?.close();
      return;
    }
    Object.assign(onAir, { record: answer.value.record, reconnectSeconds: answer.value.reconnectSeconds });
    if (answer.value.end) {
      log.info('publisher disconnected', { stream, reason: answer.value.end });
      onAir.connection?.close();
    } else onAir.live.takeAnswer(answer.value);
  }

  /** The stream can be resumed for a while; then it ends here, too. */
  async #unpublish(onAir: OnAir): Promise<void> {
    if (onAir.publisher === null) return;
    const message = this.#message(onAir, 'unpublish');
    onAir.publisher = null;
    onAir.connection = null;
    for (const other of onAir.others) other.close();
    onAir.live.interrupt();
    onAir.expiry = setTimeout(() => this.#end(onAir), onAir.reconnectSeconds * secondMs);
    const answer = await this.#parts.control(onAir.sandbox, message);
    if (!answer.ok) this.#parts.log.warn('end not taken', { code: answer.errors[0].code });
  }

  #end(onAir: OnAir): void {
    if (onAir.expiry) clearTimeout(onAir.expiry);
    const { stream } = onAir.live.place;
    if (this.#onAir.get(stream) === onAir) this.#onAir.delete(stream);
    onAir.live.close(onAir.record);
    this.#parts.log.info('stream ended', { stream });
  }
}

export function openIngest(parts: IngestParts): Ingest {
  return new RtmpIngest(parts);
}
