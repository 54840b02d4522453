/**
 * A tar archive as a stream out and in: POSIX pax (IEEE 1003.1), regular files only, so that any tar reads a backup.
 * Names are relative paths with `/`. Reading takes the ustar and pax archives of other tars, and skips their folders.
 */
import { assert } from '#shared/base/assert.ts';

export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export class BrokenTar extends Error {}

const block = 512;
const nameBytesMax = 100;
/** Eleven octal digits. */
const plainBytesMax = 0o77777777777;
const paxBytesMax = 64 * 1024;

function padding(bytes: number): Uint8Array {
  return new Uint8Array((block - (bytes % block)) % block);
}

function header(name: string, bytes: number, type: '0' | 'x'): Uint8Array {
  const buffer = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  buffer.write(name, 0, nameBytesMax, 'utf8');
  buffer.write(octal(0o600, 7), 100);
  buffer.write(octal(0, 7), 108);
  buffer.write(octal(0, 7), 116);
  buffer.write(octal(Math.min(bytes, plainBytesMax), 11), 124);
  buffer.write(octal(0, 11), 136);
  buffer.write('        ', 148);
  buffer.write(type, 156);
  buffer.write('ustar\0' + '00', 257, 'latin1');
  const sum = buffer.reduce((total, byte) => total + byte, 0);
  buffer.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return buffer;
}

/** `12 size=123456\n`: the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

function* headers(name: string, bytes: number): Generator<Uint8Array> {
  const long = Buffer.byteLength(name) > nameBytesMax || !/^[\x20-\x7e]+$/.test(name);
  const records = [
    ...(long ? [paxRecord('path', name)] : []),
    ...(bytes > plainBytesMax ? [paxRecord('size', String(bytes))] : []),
  ].join('');
  if (records !== '') {
    const pax = Buffer.from(records);
    yield header('pax', pax.length, 'x');
    yield pax;
    yield padding(pax.length);
  }
  yield header(long ? 'long-name' : name, bytes, '0');
}

/** @throws where an entry gives fewer bytes than it said; what it gives more is left out */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of entries) {
    yield* headers(name, bytes);
    let left = bytes;
    for await (const chunk of content) {
      const taken = chunk.length > left ? chunk.subarray(0, left) : chunk;
      left -= taken.length;
      yield taken;
      if (left === 0) break;
    }
    if (left > 0) throw new Error(`${name} became shorter while it was read`);
    yield padding(bytes);
  }
  yield new Uint8Array(2 * block);
}

/** Bytes by number out of chunks as they come. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Reads at most `max` bytes, at least one. */
  async some(max: number): Promise<Uint8Array> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw new BrokenTar('the archive is incomplete');
      this.#held = next.value;
    }
    const part = this.#held.subarray(0, max);
    this.#held = this.#held.subarray(part.length);
    return part;
  }

  async exactly(bytes: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let left = bytes; left > 0; ) {
      const part = await this.some(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts, bytes);
  }

  async *stream(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const part = await this.some(left);
      left -= part.length;
      yield part;
    }
  }
}

function numberAt(head: Buffer, at: number, length: number): number {
  const text = head
    .toString('latin1', at, at + length)
    .replace(/[\0 ]+$/, '')
    .trim();
  if (!/^[0-7]{1,12}$/.test(text)) throw new BrokenTar('a header is damaged');
  return Number.parseInt(text, 8);
}

function textAt(head: Buffer, at: number, length: number): string {
  const end = head.indexOf(0, at);
  return head.toString('utf8', at, end === -1 || end > at + length ? at + length : end);
}

function checkSum(head: Buffer): void {
  const said = numberAt(head, 148, 8);
  const sum = head.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0);
  if (said !== sum) throw new BrokenTar('a header is damaged');
}

function readPax(text: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(' ', at);
    const length = Number(text.toString('latin1', at, Math.max(at, space)));
    if (!Number.isInteger(length) || length < 4 || at + length > text.length)
      throw new BrokenTar('a header is damaged');
    const [key = '', ...value] = text.toString('utf8', space + 1, at + length - 1).split('=');
    records.set(key, value.join('='));
    at += length;
  }
  return records;
}

/** The content of each entry is read before the next is asked for, or skipped. @throws BrokenTar */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = new Source(chunks);
  let pax: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const head = await source.exactly(block);
    if (head.every((byte) => byte === 0)) return;
    checkSum(head);
    const type = textAt(head, 156, 1);
    const bytes = Number(pax.get('size') ?? numberAt(head, 124, 12));
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new BrokenTar('a header is damaged');
    if (type === 'x' || type === 'g') {
      if (bytes > paxBytesMax) throw new BrokenTar('a header is too long');
      const records = readPax(await source.exactly(bytes));
      await source.exactly(padding(bytes).length);
      if (type === 'x') pax = records;
      continue;
    }
    const prefix = textAt(head, 345, 155);
    const name = pax.get('path') ?? (prefix === '' ? '' : `${prefix}/`) + textAt(head, 0, nameBytesMax);
    pax = new Map();
    if (type === '5') continue;
    if (type !== '0' && type !== '') throw new BrokenTar(`${name} is not a regular file`);
    let read = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const part of source.stream(bytes)) {
        read += part.length;
        yield part;
      }
    }
    const content = counted();
    yield { name: name.replace(/^\.\//, ''), bytes, content };
    for await (const _rest of content);
    assert(read === bytes, 'an entry is read to its end');
    await source.exactly(padding(bytes).length);
  }
}
