/**
 * The chunk stream of RTMP (rtmp_specification_1.0, 5.3): messages are cut into chunks, and chunks of several messages can
 * be interleaved. The reader keeps at most `messageBytesMax` of unfinished messages, whichever way they are cut.
 */
import { demand } from './protocol-error.ts';

export const messageTypes = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  data: 18,
  command: 20,
} as const;

export interface RtmpMessage {
  readonly type: number;
  readonly streamId: number;
  readonly timestampMs: number;
  readonly data: Uint8Array;
}

const usualChunkSize = 128;
const chunkSizeMax = 1_048_576;
const chunkStreamsMax = 32;
const extendedTimestamp = 0xff_ff_ff;
/** Bytes of the longest header of a chunk. */
const headerMax = 18;
/** The message header by its format. */
const headerBytes = [11, 7, 3, 0] as const;

class ChunkStream {
  timestamp = 0;
  delta = 0;
  length = 0;
  type = 0;
  streamId = 0;
  isExtended = false;
  parts: Buffer[] = [];
  received = 0;
}

interface Header {
  readonly bytes: number;
  readonly stream: ChunkStream;
  readonly format: number;
}

export class ChunkReader {
  readonly #onMessage: (message: RtmpMessage) => void;
  readonly #streams = new Map<number, ChunkStream>();
  #chunkSize = usualChunkSize;
  #messageBytesMax: number;
  #unfinished = 0;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(messageBytesMax: number, onMessage: (message: RtmpMessage) => void) {
    this.#messageBytesMax = messageBytesMax;
    this.#onMessage = onMessage;
  }

  /** Once the other side is known, its messages can be larger. */
  permit(messageBytesMax: number): void {
    this.#messageBytesMax = messageBytesMax;
  }

  /** @throws ProtocolError */
  push(data: Buffer): void {
    this.#waiting = this.#waiting.length === 0 ? data : Buffer.concat([this.#waiting, data]);
    let at = 0;
    for (let taken = this.#chunk(at); taken > 0; taken = this.#chunk(at)) at += taken;
    this.#waiting = at === 0 ? this.#waiting : Buffer.from(this.#waiting.subarray(at));
  }

  /** @returns how many bytes the chunk took; 0: it is not complete */
  #chunk(at: number): number {
    const header = this.#header(at);
    if (!header) return 0;
    const { bytes, stream, format } = header;
    const size = Math.min(this.#chunkSize, stream.length - stream.received);
    if (this.#waiting.length < at + bytes + size) return 0;
    // In a chunk of format 3 that begins a message the last difference counts again, or the timestamp of format 0 (5.3.1.2.4).
    if (stream.received === 0) stream.timestamp = (format === 0 ? 0 : stream.timestamp) + stream.delta;
    stream.parts.push(this.#waiting.subarray(at + bytes, at + bytes + size));
    stream.received += size;
    this.#unfinished += size;
    demand(this.#unfinished <= this.#messageBytesMax, 'unfinished messages are too large');
    if (stream.received === stream.length) this.#finish(stream);
    return bytes + size;
  }

  #finish(stream: ChunkStream): void {
    const data = stream.parts.length === 1 ? Buffer.from(stream.parts[0]!) : Buffer.concat(stream.parts);
    this.#unfinished -= stream.received;
    stream.parts = [];
    stream.received = 0;
    const { streamId, timestamp, type } = stream;
    if (type === messageTypes.setChunkSize) {
      demand(data.length >= 4, 'a chunk size is missing');
      const size = data.readUInt32BE(0);
      demand(size >= 1 && size <= chunkSizeMax, 'the chunk size is out of bounds');
      this.#chunkSize = size;
      return;
    }
    this.#onMessage({ type, streamId, timestampMs: timestamp >>> 0, data });
  }

  #header(start: number): Header | null {
    const data = this.#waiting;
    let at = start;
    if (data.length < at + 1) return null;
    const first = data[at++]!;
    const format = first >> 6;
    let id = first & 0x3f;
    const idBytes = id === 0 ? 1 : id === 1 ? 2 : 0;
    // The rest of the header is read as a whole, so that an incomplete chunk changes nothing.
    const wanted = idBytes + headerBytes[format as 0 | 1 | 2 | 3];
    if (data.length < at + wanted) return null;
    if (idBytes > 0) id = 64 + data[at]! + (idBytes === 2 ? data[at + 1]! * 256 : 0);
    at += idBytes;
    const known = this.#streams.get(id);
    demand(known !== undefined || format === 0 || format === 1, 'a chunk continues a message that was not begun');
    demand(known !== undefined || this.#streams.size < chunkStreamsMax, 'too many chunk streams');
    const stream = known ?? new ChunkStream();
    return this.#fields(data, { start, at, format, id, stream });
  }

  #fields(
    data: Buffer,
    { at, format, id, start, stream }: { start: number; at: number; format: number; id: number; stream: ChunkStream },
  ): Header | null {
    const hasTime = format < 3;
    const time = hasTime ? data.readUIntBE(at, 3) : 0;
    const isExtended = hasTime ? time === extendedTimestamp : stream.isExtended;
    const end = at + headerBytes[format as 0 | 1 | 2 | 3];
    if (isExtended && data.length < end + 4) return null;
    demand(end + 4 - start <= headerMax, 'a header is too long');
    demand(stream.received === 0 || format === 3, 'a message begins inside another one');
    this.#streams.set(id, stream);
    stream.isExtended = isExtended;
    if (hasTime) stream.delta = isExtended ? data.readUInt32BE(end) : time;
    if (format < 2) {
      stream.length = data.readUIntBE(at + 3, 3);
      stream.type = data[at + 6]!;
      demand(stream.length <= this.#messageBytesMax, 'a message is too large');
    }
    if (format === 0) stream.streamId = data.readUInt32LE(at + 7);
    return { bytes: end + (isExtended ? 4 : 0) - start, stream, format };
  }
}

/** One message as chunks, each with a whole header: no state between messages. */
export function writeChunks(chunkStream: number, message: RtmpMessage, chunkSize: number): Buffer {
  const { data, streamId, timestampMs, type } = message;
  const time = Math.max(0, Math.floor(timestampMs)) >>> 0;
  const isExtended = time >= extendedTimestamp;
  const head = Buffer.alloc(12 + (isExtended ? 4 : 0));
  head[0] = chunkStream;
  head.writeUIntBE(isExtended ? extendedTimestamp : time, 1, 3);
  head.writeUIntBE(data.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(streamId, 8);
  const next = Buffer.alloc(isExtended ? 5 : 1);
  next[0] = 0xc0 | chunkStream;
  if (isExtended)
    for (const [to, at] of [
      [head, 12],
      [next, 1],
    ] as const)
      to.writeUInt32BE(time, at);
  const parts: Uint8Array[] = [head, data.subarray(0, chunkSize)];
  for (let at = chunkSize; at < data.length; at += chunkSize) parts.push(next, data.subarray(at, at + chunkSize));
  return Buffer.concat(parts);
}

export const outgoingChunkSize = 4_096;

/** A number of 4 bytes, as protocol messages carry it. */
export function controlMessage(type: number, value: number, ...more: readonly number[]): Buffer {
  const data = Buffer.alloc(4 + more.length);
  data.writeUInt32BE(value >>> 0);
  data.set(more, 4);
  return writeChunks(2, { type, streamId: 0, timestampMs: 0, data }, usualChunkSize);
}
