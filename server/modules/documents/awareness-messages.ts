/**
 * Encodes the people in a document as bytes: between server and client in the format of y-protocols' awareness (client,
 * clock, state), between processes with the name of the actor that brought each entry. Decoders return a value for invalid
 * bytes (`garbage`, `too_much` or null) and never throw.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import {
  awarenessBytesMax,
  awarenessNameMax,
  awarenessPerDocumentMax,
  awarenessStateBytesMax,
  awarenessWordBytesMax,
  clockMax,
} from './limits.ts';

export interface Entry {
  readonly client: number;
  readonly clock: number;
  /** JSON. */
  readonly state: string;
}

/** Entry with the actor that it belongs to, as the log names actors. */
export interface NamedEntry extends Entry {
  readonly name: string;
}

/** Message from one process to the others. */
export type Word =
  | { readonly kind: 'news'; readonly entries: readonly NamedEntry[] }
  /** All clients at that process, each with its clock. `asks`: it requests the list of the receiving process. */
  | { readonly kind: 'roll'; readonly asks: boolean; readonly clients: ReadonlyMap<number, number> }
  | { readonly kind: 'bye' };

/** State of a client that left. */
export const gone = 'null';

const wordKind = { news: 0, roll: 1, question: 2, bye: 3 } as const;

function writeEntry(encoder: encoding.Encoder, { client, clock, state }: Entry): void {
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, clock);
  encoding.writeVarString(encoder, state);
}

/** @throws TooMuch, or another error where it is no entry */
function readEntry(decoder: decoding.Decoder): Entry {
  const client = decoding.readVarUint(decoder);
  const clock = decoding.readVarUint(decoder);
  const state = decoding.readVarString(decoder);
  if (Buffer.byteLength(state) > awarenessStateBytesMax) throw new TooMuch();
  if (clock > clockMax) throw new RangeError('a clock');
  // Clients parse it too, and would fail on it.
  JSON.parse(state);
  return { client, clock, state };
}

class TooMuch extends Error {}

function readCount(decoder: decoding.Decoder): number {
  const count = decoding.readVarUint(decoder);
  if (count > awarenessPerDocumentMax) throw new TooMuch();
  return count;
}

function times<T>(count: number, read: () => T): T[] {
  return Array.from({ length: count }, read);
}

export function encodeAwareness(entries: readonly Entry[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const entry of entries) writeEntry(encoder, entry);
  return encoding.toUint8Array(encoder);
}

/** @returns the entries; `too_much` above a limit of limits.ts, `garbage` for anything else that is not valid */
export function decodeAwareness(message: Uint8Array): readonly Entry[] | 'garbage' | 'too_much' {
  if (message.byteLength > awarenessBytesMax) return 'too_much';
  try {
    const decoder = decoding.createDecoder(message);
    return times(readCount(decoder), () => readEntry(decoder));
  } catch (fault) {
    return fault instanceof TooMuch ? 'too_much' : 'garbage';
  }
}

function word(kind: number, write: (encoder: encoding.Encoder) => void = () => {}): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, kind);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

/** Encodes entries as one word, or as several where they are large. */
export function newsWords(entries: readonly NamedEntry[]): readonly Uint8Array[] {
  const words: Uint8Array[] = [];
  for (let rest = entries; rest.length > 0; ) {
    let [count, bytes] = [0, 0];
    for (const { name, state } of rest) {
      bytes += Buffer.byteLength(name) + Buffer.byteLength(state) + 20;
      if (count > 0 && bytes > awarenessWordBytesMax) break;
      count += 1;
    }
    const some = rest.slice(0, count);
    rest = rest.slice(count);
    const write = (encoder: encoding.Encoder) => {
      encoding.writeVarUint(encoder, some.length);
      for (const entry of some) {
        encoding.writeVarString(encoder, entry.name);
        writeEntry(encoder, entry);
      }
    };
    words.push(word(wordKind.news, write));
  }
  return words;
}

export function rollWord(entries: readonly Entry[], asks: boolean): Uint8Array {
  return word(asks ? wordKind.question : wordKind.roll, (encoder) => {
    encoding.writeVarUint(encoder, entries.length);
    for (const { client, clock } of entries) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, clock);
    }
  });
}

export const byeWord = (): Uint8Array => word(wordKind.bye);

/** @returns null: it is not valid, or above a limit of limits.ts */
export function readWord(bytes: Uint8Array): Word | null {
  if (bytes.byteLength > awarenessBytesMax) return null;
  try {
    const decoder = decoding.createDecoder(bytes);
    const kind = decoding.readVarUint(decoder);
    switch (kind) {
      case wordKind.news:
        return { kind: 'news', entries: times(readCount(decoder), () => readNamed(decoder)) };
      case wordKind.roll:
      case wordKind.question: {
        const read = () => [decoding.readVarUint(decoder), decoding.readVarUint(decoder)] as const;
        const clients = new Map(times(readCount(decoder), read));
        return { kind: 'roll', asks: kind === wordKind.question, clients };
      }
      case wordKind.bye:
        return { kind: 'bye' };
      default:
        return null;
    }
  } catch {
    return null;
  }
}

function readNamed(decoder: decoding.Decoder): NamedEntry {
  const name = decoding.readVarString(decoder);
  if (name === '' || name.length > awarenessNameMax) throw new TooMuch();
  return { name, ...readEntry(decoder) };
}
