/** Packets of an MPEG transport stream (ISO/IEC 13818-1): tables, and elementary data cut to pieces of 188 bytes. */
const packetBytes = 188;
const headBytes = 4;
const sync = 0x47;
/** 90 kHz. */
const ticksOfMs = 90;
/** Times have 33 bits. */
const tickRange = 2 ** 33;

const tableIds = { programs: 0, map: 2 } as const;
const pids = { programs: 0, map: 0x1000, video: 0x100, audio: 0x101 } as const;
const programNumber = 1;
/** Largest length of audio that a PES packet can name. */
const pesLengthMax = 0xff_ff;

/** Codes of the kinds of streams: stream_type of the program map, and the ids of PES packets. */
export const streamTypes = { h264: 0x1b, aac: 0x0f, mp3: 0x03 } as const;
const pesIds = { video: 0xe0, audio: 0xc0 } as const;

export interface Carried {
  readonly video: 'h264';
  /** Null: there is no sound. */
  readonly audio: 'aac' | 'mp3' | null;
}

export interface Unit {
  readonly kind: 'video' | 'audio';
  /** Presentation and decoding times on the clock of the stream. */
  readonly ptsMs: number;
  readonly dtsMs: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  return value >>> 0;
});

/** CRC-32 of MPEG-2, Annex A: not reflected, begins with ones, ends as it is. */
export function mpegCrc(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

const pair = (value: number) => [(value >> 8) & 0xff, value & 0xff];

function section(id: number, extension: number, version: number, content: readonly number[]): Buffer {
  const length = content.length + 9;
  const head = [id, 0xb0 | (length >> 8), length & 0xff, ...pair(extension), 0xc1 | (version << 1), 0, 0];
  const bytes = Buffer.alloc(head.length + content.length + 4);
  bytes.set([...head, ...content]);
  bytes.writeUInt32BE(mpegCrc(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** The five bytes of a time: four bits of a mark, then 33 bits between marker bits. */
function timeBytes(mark: number, ms: number): readonly number[] {
  const ticks = Math.round(ms * ticksOfMs) % tickRange;
  const high = Math.floor(ticks / 2 ** 30);
  const middle = Math.floor(ticks / 2 ** 15) & 0x7f_ff;
  const low = ticks & 0x7f_ff;
  return [
    (mark << 4) | (high << 1) | 1,
    middle >> 7,
    ((middle & 0x7f) << 1) | 1,
    low >> 7,
    ((low & 0x7f) << 1) | 1,
  ].map((byte) => byte & 0xff);
}

function clockBytes(ms: number): readonly number[] {
  const ticks = Math.round(ms * ticksOfMs) % tickRange;
  const base = Math.floor(ticks / 2);
  return [(base >>> 24) & 0xff, (base >>> 16) & 0xff, (base >>> 8) & 0xff, base & 0xff, ((ticks & 1) << 7) | 0x7e, 0];
}

function pesOf({ data, dtsMs, kind, ptsMs }: Unit): Buffer {
  const hasBoth = kind === 'video' && ptsMs !== dtsMs;
  const times = hasBoth ? [...timeBytes(3, ptsMs), ...timeBytes(1, dtsMs)] : timeBytes(2, ptsMs);
  const length = 3 + times.length + data.length;
  const named = kind === 'audio' && length <= pesLengthMax ? length : 0;
  const head = [0, 0, 1, pesIds[kind], ...pair(named), 0x84, hasBoth ? 0xc0 : 0x80, times.length, ...times];
  return Buffer.concat([Buffer.from(head), data]);
}

export class TransportPackets {
  readonly #counters = new Map<number, number>();
  #version = 0;
  #carried: Carried | null = null;

  /** The tables that a player needs before the first unit: a segment, and each part of it, begins with them. */
  tables(carried: Carried): Buffer {
    const before = this.#carried;
    if (before && before.audio !== carried.audio) this.#version = (this.#version + 1) % 32;
    this.#carried = carried;
    const streams = [streamTypes[carried.video], 0xe0 | (pids.video >> 8), pids.video & 0xff, 0xf0, 0];
    if (carried.audio) streams.push(streamTypes[carried.audio], 0xe0 | (pids.audio >> 8), pids.audio & 0xff, 0xf0, 0);
    const programs = [...pair(programNumber), 0xe0 | (pids.map >> 8), pids.map & 0xff];
    const map = [0xe0 | (pids.video >> 8), pids.video & 0xff, 0xf0, 0, ...streams];
    return Buffer.concat([
      this.#table(pids.programs, section(tableIds.programs, 1, 0, programs)),
      this.#table(pids.map, section(tableIds.map, programNumber, this.#version, map)),
    ]);
  }

  /** One frame, or one piece of sound, as packets. */
  unit(unit: Unit): Buffer {
    const pes = pesOf(unit);
    const pid = pids[unit.kind];
    const clock = unit.kind === 'video' ? clockBytes(unit.dtsMs) : [];
    const flags = (clock.length > 0 ? 0x10 : 0) | (unit.isKey ? 0x40 : 0);
    const packets: Buffer[] = [];
    for (let at = 0; at < pes.length; ) {
      const field = at === 0 && flags !== 0 ? [flags, ...clock] : [];
      const packet = this.#packet(pid, at === 0, field, pes.subarray(at));
      packets.push(packet.bytes);
      at += packet.taken;
    }
    return Buffer.concat(packets);
  }

  #table(pid: number, bytes: Buffer): Buffer {
    const packet = Buffer.alloc(packetBytes, 0xff);
    packet.set([sync, 0x40 | (pid >> 8), pid & 0xff, 0x10 | this.#next(pid), 0]);
    packet.set(bytes, headBytes + 1);
    return packet;
  }

  /** @param field content of the adaptation field, without its length; it is lengthened where the data fill no packet */
  #packet(pid: number, isFirst: boolean, field: readonly number[], rest: Uint8Array) {
    const bytes = Buffer.alloc(packetBytes, 0xff);
    const room = packetBytes - headBytes;
    const needed = field.length > 0 ? field.length + 1 : 0;
    const taken = Math.min(rest.length, room - needed);
    const fieldBytes = room - taken;
    bytes.set([sync, (isFirst ? 0x40 : 0) | (pid >> 8), pid & 0xff, (fieldBytes > 0 ? 0x30 : 0x10) | this.#next(pid)]);
    if (fieldBytes > 0) bytes[headBytes] = fieldBytes - 1;
    if (fieldBytes > 1) bytes.set(field.length > 0 ? field : [0], headBytes + 1);
    bytes.set(rest.subarray(0, taken), packetBytes - taken);
    return { bytes, taken };
  }

  #next(pid: number): number {
    const counter = this.#counters.get(pid) ?? 0;
    this.#counters.set(pid, (counter + 1) & 0x0f);
    return counter;
  }
}
