/**
 * The same document at other processes: tells them who is here, hears who is there. Only what came by a connection of
 * this process is told, so that nothing goes round. Words may be lost: every few seconds each process says whom it has
 * (a roll), and who lacks somebody asks. Where nobody else has the document open, there is little to say.
 */
import type { TenantStore, WhisperListener } from '../../store/contract.ts';
import { loneRollEvery, presenceWordMs, processesMax, rollMs, silentProcessMs } from './limits.ts';
import type { Presence } from './presence.ts';
import { byeWord, type NamedEntry, newsWords, readWord, rollWord, type Word } from './presence-words.ts';

/** One document's words between the processes. */
export interface Wire {
  readonly say: (word: Uint8Array) => void;
  /** @returns how to stop */
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
  readonly presence: Pick<Presence<{ readonly name: string }>, 'hearAway' | 'keepAway' | 'lacks' | 'own'>;
  readonly nowMs: () => number;
  /** To all who are here. */
  readonly tell: (news: Uint8Array) => void;
}

const nobody: ReadonlyMap<number, number> = new Map();

export class OtherProcesses {
  readonly #parts: OtherProcessesParts;
  /** Processes that have it open, and when each was heard last. */
  readonly #others = new Map<string, number>();
  readonly #unsaid = new Map<number, NamedEntry>();
  readonly #stopHearing: () => void;
  readonly #beats: NodeJS.Timeout;
  #roll: 'none' | 'due' | 'asks' = 'none';
  #mayAsk = true;
  #beat = 0;
  #saidAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: OtherProcessesParts) {
    this.#parts = parts;
    this.#stopHearing = parts.wire.hear({
      hear: (word, from) => this.#hear(word, from),
      missed: () => this.#sayAll('asks'),
    });
    this.#beats = setInterval(() => this.beat(), rollMs);
    this.#beats.unref();
    this.#sayAll('asks');
  }

  /** What became of those who are here. */
  say(own: readonly NamedEntry[]): void {
    if (own.length === 0 || this.#others.size === 0) return;
    for (const entry of own) this.#unsaid.set(entry.client, entry);
    this.#saySoon();
  }

  /** By the clock: who is silent is gone, and a roll is due. */
  beat(): void {
    const silentSince = this.#parts.nowMs() - silentProcessMs;
    for (const [process, heardAt] of this.#others) if (heardAt <= silentSince) this.#end(process);
    this.#mayAsk = true;
    this.#beat += 1;
    if (this.#others.size === 0 && this.#beat % loneRollEvery !== 0) return;
    if (this.#roll === 'none') this.#roll = 'due';
    this.#saySoon();
  }

  /** Nobody is here any more. */
  stop(): void {
    clearInterval(this.#beats);
    this.#stopHearing();
    this.#sayNow();
    this.#parts.wire.say(byeWord());
    this.#others.clear();
  }

  #hear(bytes: Uint8Array, from: string): void {
    const word = readWord(bytes);
    if (!word) return;
    if (word.kind === 'bye') {
      this.#end(from);
      return;
    }
    const isNew = !this.#others.has(from);
    if (isNew && this.#others.size >= processesMax) return;
    this.#others.set(from, this.#parts.nowMs());
    if (isNew) this.#sayAll('due');
    if (word.kind === 'news') this.#hearNews(word.entries, from);
    else this.#hearRoll(word, from);
  }

  #hearNews(entries: readonly NamedEntry[], from: string): void {
    const { news, own } = this.#parts.presence.hearAway(from, entries);
    this.#tell(news);
    this.say(own);
  }

  #hearRoll({ asks, clients }: Word & { kind: 'roll' }, from: string): void {
    const { presence } = this.#parts;
    this.#tell(presence.keepAway(from, clients));
    if (asks) this.#sayAll('due');
    if (!this.#mayAsk || ![...clients].some(([client, clock]) => presence.lacks(from, client, clock))) return;
    // Once between two beats: what is refused for another reason would be asked for without end.
    this.#mayAsk = false;
    this.#roll = 'asks';
    this.#saySoon();
  }

  #end(process: string): void {
    if (this.#others.delete(process)) this.#tell(this.#parts.presence.keepAway(process, nobody));
  }

  #tell(news: Uint8Array | null): void {
    if (news) this.#parts.tell(news);
  }

  /** Whoever is here, said from the beginning. */
  #sayAll(roll: 'due' | 'asks'): void {
    for (const entry of this.#parts.presence.own()) this.#unsaid.set(entry.client, entry);
    if (this.#roll !== 'asks') this.#roll = roll;
    this.#saySoon();
  }

  #saySoon(): void {
    if (this.#timer) return;
    const waitMs = this.#saidAtMs + presenceWordMs - performance.now();
    if (waitMs <= 0) this.#sayNow();
    else this.#timer = setTimeout(() => this.#sayNow(), waitMs);
  }

  #sayNow(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#saidAtMs = performance.now();
    const { presence, wire } = this.#parts;
    const [unsaid, roll] = [[...this.#unsaid.values()], this.#roll];
    this.#unsaid.clear();
    this.#roll = 'none';
    for (const word of newsWords(unsaid)) wire.say(word);
    if (roll !== 'none') wire.say(rollWord(presence.own(), roll === 'asks'));
  }
}
