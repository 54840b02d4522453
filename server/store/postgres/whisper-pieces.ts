/**
 * A word cut into payloads of NOTIFY, which take less than 8,000 bytes
 * (https://www.postgresql.org/docs/current/sql-notify.html), and put together again. A process's pieces for one tenant
 * come in order; a piece that does not continue the one before is dropped.
 */
import { whisperBytesMax } from '../contract.ts';

/** 7,200 characters of base64; beside them stand at most 300 of names and numbers. */
const pieceBytes = 5_400;
const piecesMax = Math.ceil(whisperBytesMax / pieceBytes);
/** Maximum number of words that are being put together, of all processes and tenants. */
const unfinishedMax = 64;

export interface Whisper {
  /** Name of the process that sent it. */
  readonly from: string;
  /** Counted by the process: a piece says which word it belongs to. */
  readonly number: number;
  readonly topic: string;
  /** Quoted, as all schemas here. */
  readonly schema: string;
  readonly word: Uint8Array;
}

interface Piece {
  readonly from: string;
  readonly number: number;
  readonly at: number;
  readonly count: number;
  readonly topic: string;
  readonly schema: string;
  readonly bytes: Buffer;
}

interface Unfinished {
  readonly first: Piece;
  readonly parts: Buffer[];
}

/** `process number at/count topic schema base64` */
const payloadPattern = /^(\S{1,64}) (\d{1,15}) (\d{1,3})\/(\d{1,3}) ([!-~]{1,128}) (\S{1,70}) ([A-Za-z0-9+/]*={0,2})$/;

export function cutWhisper({ from, number, topic, schema, word }: Whisper): readonly string[] {
  const count = Math.max(1, Math.ceil(word.byteLength / pieceBytes));
  const bytes = Buffer.from(word.buffer, word.byteOffset, word.byteLength);
  return Array.from({ length: count }, (_, at) => {
    const part = bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes).toString('base64');
    return `${from} ${number} ${at}/${count} ${topic} ${schema} ${part}`;
  });
}

/** @returns null: garbage */
function readPiece(payload: string): Piece | null {
  const [, from, number, at, count, topic, schema, part] = payloadPattern.exec(payload) ?? [];
  if (from === undefined || topic === undefined || schema === undefined || part === undefined) return null;
  const piece = { from, number: Number(number), at: Number(at), count: Number(count), topic, schema };
  const bytes = Buffer.from(part, 'base64');
  const isFit = piece.at < piece.count && piece.count <= piecesMax && bytes.byteLength <= pieceBytes;
  return isFit ? { ...piece, bytes } : null;
}

export class GatheredWhispers {
  readonly #unfinished = new Map<string, Unfinished>();
  readonly #isWanted: (from: string, schema: string, topic: string) => boolean;

  /** @param isWanted whether a piece is gathered; pieces for which it returns false are dropped */
  constructor(isWanted: (from: string, schema: string, topic: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** @returns the word that this piece completes; null: it completes none */
  take(payload: string): Whisper | null {
    const piece = readPiece(payload);
    if (!piece || !this.#isWanted(piece.from, piece.schema, piece.topic)) return null;
    const key = `${piece.from} ${piece.schema}`;
    const { first, parts } = piece.at === 0 ? { first: piece, parts: [] } : (this.#unfinished.get(key) ?? {});
    this.#unfinished.delete(key);
    if (!first || !parts || !isNext(piece, first, parts.length)) return null;
    parts.push(piece.bytes);
    if (parts.length < piece.count) {
      this.#unfinished.set(key, { first, parts });
      for (const oldest of this.#unfinished.keys()) {
        if (this.#unfinished.size <= unfinishedMax) break;
        this.#unfinished.delete(oldest);
      }
      return null;
    }
    const { from, number, schema, topic } = piece;
    return { from, number, schema, topic, word: parts.length === 1 ? piece.bytes : Buffer.concat(parts) };
  }

  forget(): void {
    this.#unfinished.clear();
  }
}

function isNext(piece: Piece, first: Piece, at: number): boolean {
  const isOfIt = piece.number === first.number && piece.count === first.count && piece.topic === first.topic;
  return isOfIt && piece.at === at;
}
