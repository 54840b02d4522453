/**
 * AMF0, the encoding of commands and metadata in RTMP (Adobe, amf0-file-format-specification). Reads what a stranger sends:
 * depth, members and lengths are bounded, and a length is never trusted beyond the bytes that are there.
 */
import { demand, ProtocolError } from './protocol-error.ts';

export type AmfValue = number | boolean | string | null | AmfObject | readonly AmfValue[];
export interface AmfObject {
  readonly [name: string]: AmfValue;
}

const depthMax = 6;
/** Values of one message, at all depths together. */
const valuesMax = 1_000;

const markers = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
} as const;

class AmfReader {
  readonly #data: Buffer;
  #at = 0;
  #values = 0;

  constructor(data: Uint8Array) {
    this.#data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#data.length;
  }

  #take(bytes: number): number {
    const at = this.#at;
    demand(bytes <= this.#data.length - at, 'an AMF value ends early');
    this.#at += bytes;
    return at;
  }

  #text(lengthBytes: 2 | 4): string {
    const length = this.#data.readUIntBE(this.#take(lengthBytes), lengthBytes);
    const at = this.#take(length);
    return this.#data.toString('utf8', at, at + length);
  }

  #members(depth: number): AmfObject {
    const members = new Map<string, AmfValue>();
    for (;;) {
      const name = this.#text(2);
      if (name === '' && this.#data[this.#at] === markers.objectEnd) {
        this.#take(1);
        return Object.fromEntries(members);
      }
      members.set(name, this.value(depth + 1));
    }
  }

  #array(depth: number): readonly AmfValue[] {
    const count = this.#data.readUInt32BE(this.#take(4));
    // Each takes a byte at least.
    demand(count <= this.#data.length - this.#at, 'an AMF array ends early');
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  value(depth = 0): AmfValue {
    this.#values += 1;
    demand(depth <= depthMax && this.#values <= valuesMax, 'an AMF value is too large');
    const marker = this.#data[this.#take(1)];
    switch (marker) {
      case markers.number:
        return this.#data.readDoubleBE(this.#take(8));
      case markers.boolean:
        return this.#data[this.#take(1)] !== 0;
      case markers.string:
        return this.#text(2);
      case markers.longString:
        return this.#text(4);
      case markers.object:
        return this.#members(depth);
      case markers.ecmaArray:
        this.#take(4);
        return this.#members(depth);
      case markers.strictArray:
        return this.#array(depth);
      case markers.date: {
        const at = this.#take(10);
        return this.#data.readDoubleBE(at);
      }
      case markers.null:
      case markers.undefined:
        return null;
      default:
        throw new ProtocolError('an AMF value of unknown type');
    }
  }
}

/** Every value of a command, in its order. @throws ProtocolError */
export function readAmf(data: Uint8Array): readonly AmfValue[] {
  const reader = new AmfReader(data);
  const values: AmfValue[] = [];
  while (!reader.isAtEnd) values.push(reader.value());
  return values;
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function written(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([markers.null]);
  if (typeof value === 'boolean') return Buffer.from([markers.boolean, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([markers.string]), shortText(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const members = Object.entries(value).flatMap(([name, member]) => [shortText(name), written(member as AmfValue)]);
  return Buffer.concat([Buffer.from([markers.object]), ...members, Buffer.from([0, 0, markers.objectEnd])]);
}

/** Our own commands hold no arrays. */
export function writeAmf(...values: readonly Exclude<AmfValue, readonly AmfValue[]>[]): Buffer {
  return Buffer.concat(values.map(written));
}

export function isAmfObject(value: AmfValue | undefined): value is AmfObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
