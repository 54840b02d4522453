/**
 * Exchanges the list of people in a document with the other processes that have it open. A process sends the entries of its
 * own connections, and answers an entry of a client that counts as gone, so that no entry is sent in circles. Messages may be
 * lost: every few seconds each process sends the list of its clients (a roll), and a process that lacks one of them requests
 * all. Without other processes little is sent.
 */
import type { TenantStore, WhisperListener } from '../../store/contract.ts';
import type { Awareness } from './awareness.ts';
import { byeWord, type NamedEntry, newsWords, readWord, rollWord, type Word } from './awareness-messages.ts';
import { awarenessWordMs, loneRollEvery, processesMax, rollMs, silentProcessMs } from './limits.ts';

/** Messages about one document between the processes. */
export interface Wire {
  readonly say: (word: Uint8Array) => void;
  /** @returns a function that stops listening */
  readonly hear: (listener: WhisperListener) => () => void;
}

/** @returns null: no other process has it */
export function wireOf({ whispers }: TenantStore, document: string): Wire | null {
  if (!whispers) return null;
  const topic = `collab:${document}`;
  return { say: (word) => whispers.say(topic, word), hear: (listener) => whispers.hear(topic, listener) };
}

export interface OtherProcessesParts {
  readonly wire: Wire;
  readonly awareness: Pick<Awareness<{ readonly name: string }>, 'hearAway' | 'keepAway' | 'lacks' | 'own'>;
  readonly nowMs: () => number;
  /** Sends to all clients of this process. */
  readonly tell: (news: Uint8Array) => void;
}

const noClients: ReadonlyMap<number, number> = new Map();

export class OtherProcesses {
  readonly #parts: OtherProcessesParts;
  /** Processes that have it open, and when each sent a message last. */
  readonly #others = new Map<string, number>();
  readonly #unsent = new Map<number, NamedEntry>();
  readonly #stopListening: () => void;
  readonly #beats: NodeJS.Timeout;
  #roll: 'none' | 'due' | 'asks' = 'none';
  #mayAsk = true;
  #beat = 0;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: OtherProcessesParts) {
    this.#parts = parts;
    this.#stopListening = parts.wire.hear({
      hear: (word, from) => this.#receive(word, from),
      missed: () => this.#sendAll('asks'),
    });
    this.#beats = setInterval(() => this.beat(), rollMs);
    this.#beats.unref();
    this.#sendAll('asks');
  }

  /** Sends changed entries of this process, where other processes have the document open. */
  say(own: readonly NamedEntry[]): void {
    if (own.length === 0 || this.#others.size === 0) return;
    for (const entry of own) this.#unsent.set(entry.client, entry);
    this.#sendSoon();
  }

  /** Runs by the clock: ends processes that have been silent for long, and marks a roll as due. */
  beat(): void {
    const silentSince = this.#parts.nowMs() - silentProcessMs;
    for (const [process, heardAt] of this.#others) if (heardAt <= silentSince) this.#end(process);
    this.#mayAsk = true;
    this.#beat += 1;
    if (this.#others.size === 0 && this.#beat % loneRollEvery !== 0) return;
    if (this.#roll === 'none') this.#roll = 'due';
    this.#sendSoon();
  }

  /** Ends the exchange: this process has no clients in the document any more. */
  stop(): void {
    clearInterval(this.#beats);
    this.#stopListening();
    this.#sendNow();
    this.#parts.wire.say(byeWord());
    this.#others.clear();
  }

  #receive(bytes: Uint8Array, from: string): void {
    const word = readWord(bytes);
    if (!word) return;
    if (word.kind === 'bye') {
      this.#end(from);
      return;
    }
    const isNew = !this.#others.has(from);
    if (isNew && this.#others.size >= processesMax) return;
    this.#others.set(from, this.#parts.nowMs());
    if (isNew) this.#sendAll('due');
    if (word.kind === 'news') this.#receiveNews(word.entries, from);
    else this.#receiveRoll(word, from);
  }

  #receiveNews(entries: readonly NamedEntry[], from: string): void {
    const { news, own } = this.#parts.awareness.hearAway(from, entries);
    this.#tell(news);
    this.say(own);
  }

  #receiveRoll({ asks, clients }: Word & { kind: 'roll' }, from: string): void {
    const { awareness } = this.#parts;
    this.#tell(awareness.keepAway(from, clients));
    if (asks) this.#sendAll('due');
    if (!this.#mayAsk || ![...clients].some(([client, clock]) => awareness.lacks(from, client, clock))) return;
    // Once between two beats: entries that are refused for another reason would be requested without end.
    this.#mayAsk = false;
    this.#roll = 'asks';
    this.#sendSoon();
  }

  #end(process: string): void {
    if (this.#others.delete(process)) this.#tell(this.#parts.awareness.keepAway(process, noClients));
  }

  #tell(news: Uint8Array | null): void {
    if (news) this.#parts.tell(news);
  }

  /** Sends all entries of this process, and a roll. */
  #sendAll(roll: 'due' | 'asks'): void {
    for (const entry of this.#parts.awareness.own()) this.#unsent.set(entry.client, entry);
    if (this.#roll !== 'asks') this.#roll = roll;
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#timer) return;
    const waitMs = this.#sentAtMs + awarenessWordMs - performance.now();
    if (waitMs <= 0) this.#sendNow();
    else this.#timer = setTimeout(() => this.#sendNow(), waitMs);
  }

  #sendNow(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sentAtMs = performance.now();
    const { awareness, wire } = this.#parts;
    const [unsent, roll] = [[...this.#unsent.values()], this.#roll];
    this.#unsent.clear();
    this.#roll = 'none';
    for (const word of newsWords(unsent)) wire.say(word);
    if (roll !== 'none') wire.say(rollWord(awareness.own(), roll === 'asks'));
  }
}
