/**
 * Queues what the tenants of this process send to other processes, and hands what these send to the listeners here. Sends
 * nothing itself: the connection of wake.ts takes from it, and hands it what it hears.
 */
import { assert } from '#shared/base/assert.ts';
import { type WhisperListener, type Whispers, whisperBytesMax } from '../contract.ts';
import { cutWhisper, GatheredWhispers } from './whisper-pieces.ts';

/** Maximum size in bytes of the payloads that wait to be sent: of one tenant, and of all. */
const tenantWaitingMax = 2 * 1024 * 1024;
const allWaitingMax = 16 * 1024 * 1024;
/** Maximum of pieces in one statement. */
const piecesAtOnce = 32;

interface Waiting {
  length: number;
  /** The unsent pieces of each word, oldest word first. */
  readonly words: string[][];
}

const topicPattern = /^[!-~]{1,128}$/;
const lengthOf = (pieces: readonly string[]) => pieces.reduce((sum, { length }) => sum + length, 0);

/** A bug of that listener: the others hear it still, and the connection goes on. */
function guarded(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

export class WhisperPost {
  readonly #own: string;
  readonly #onSaid: () => void;
  /** Unsent words by schema; the first schema has the next turn. */
  readonly #waiting = new Map<string, Waiting>();
  #waitingLength = 0;
  #number = 0;
  /** Schema → topic → who listens. */
  readonly #listeners = new Map<string, Map<string, Set<WhisperListener>>>();
  readonly #gathered: GatheredWhispers;

  /** @param own this process's name, which no other has: by it words that come back are known */
  constructor(own: string, onSaid: () => void) {
    this.#own = own;
    this.#onSaid = onSaid;
    this.#gathered = new GatheredWhispers(
      (from, schema, topic) => from !== own && this.#listeners.get(schema)?.has(topic) === true,
    );
  }

  /** @param schema quoted, the tenant's */
  of(schema: string): Whispers {
    return {
      say: (topic, word) => this.#say(schema, topic, word),
      hear: (topic, listener) => this.#listen(schema, topic, listener),
    };
  }

  /** The payloads of the next statement: all tenants that have something to say get their turn. */
  take(): readonly string[] {
    const taken: string[] = [];
    while (taken.length < piecesAtOnce) {
      const [next] = this.#waiting;
      if (!next) break;
      const [schema, waiting] = next;
      const piece = waiting.words[0]?.shift();
      if (piece !== undefined) {
        taken.push(piece);
        this.#less(waiting, piece.length);
      }
      if (waiting.words[0]?.length === 0) waiting.words.shift();
      this.#waiting.delete(schema);
      if (waiting.words.length > 0) this.#waiting.set(schema, waiting);
    }
    return taken;
  }

  /** Takes any payload; one that is no piece of a message for a listener here is ignored. */
  hear(payload: string): void {
    const whisper = this.#gathered.take(payload);
    if (!whisper) return;
    const { from, schema, topic, word } = whisper;
    for (const listener of [...(this.#listeners.get(schema)?.get(topic) ?? [])])
      guarded(() => listener.hear(word, from));
  }

  /** Calls `missed` of every listener: no connection listened for a while. */
  missed(): void {
    this.#gathered.forget();
    const listeners = [...this.#listeners.values()].flatMap((topics) => [...topics.values()]);
    for (const some of listeners) for (const listener of [...some]) guarded(() => listener.missed());
  }

  /** Forgets the listeners of a tenant that is removed; what the tenant said last is still sent. */
  forget(schema: string): void {
    this.#listeners.delete(schema);
  }

  #say(schema: string, topic: string, word: Uint8Array): void {
    assert(topicPattern.test(topic), 'a topic is visible ASCII');
    assert(word.byteLength <= whisperBytesMax, 'a word has an end');
    this.#number += 1;
    const pieces = [...cutWhisper({ from: this.#own, number: this.#number, topic, schema, word })];
    const waiting = this.#waiting.get(schema) ?? { length: 0, words: [] };
    this.#waiting.set(schema, waiting);
    waiting.words.push(pieces);
    const length = lengthOf(pieces);
    waiting.length += length;
    this.#waitingLength += length;
    while (waiting.length > tenantWaitingMax || (this.#waitingLength > allWaitingMax && waiting.words.length > 0))
      this.#less(waiting, lengthOf(waiting.words.shift() ?? []));
    if (waiting.words.length === 0) this.#waiting.delete(schema);
    this.#onSaid();
  }

  #less(waiting: Waiting, length: number): void {
    waiting.length -= length;
    this.#waitingLength -= length;
  }

  #listen(schema: string, topic: string, listener: WhisperListener): () => void {
    const topics = this.#listeners.get(schema) ?? new Map<string, Set<WhisperListener>>();
    this.#listeners.set(schema, topics);
    const those = topics.get(topic) ?? new Set<WhisperListener>();
    topics.set(topic, those);
    those.add(listener);
    return () => {
      those.delete(listener);
      if (those.size === 0 && topics.get(topic) === those) topics.delete(topic);
      if (topics.size === 0 && this.#listeners.get(schema) === topics) this.#listeners.delete(schema);
    };
  }
}
