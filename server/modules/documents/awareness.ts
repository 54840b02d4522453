/**
 * Keeps the list of people in a document, which is never stored. A state belongs to the connection that brought it: only that
 * connection or another one of the same actor changes it, and it ends with that connection. States that another process sent
 * belong to that process in the same way. Clients repeat every state they receive, so that most of what comes in is known
 * already and is not passed on.
 */

import { decodeAwareness, type Entry, encodeAwareness, gone, type NamedEntry } from './awareness-messages.ts';
import {
  awarenessPerConnectionMax,
  awarenessPerDocumentMax,
  awarenessStateBytesMax,
  departedMax,
  departedMs,
} from './limits.ts';

/** Owner of a state that another process sent: that process, and the actor. */
class Away {
  readonly process: string;
  readonly name: string;

  constructor(process: string, name: string) {
    this.process = process;
    this.name = name;
  }
}

interface Present<P> extends Entry {
  readonly owner: P | Away;
}

export interface Heard {
  /** Message for all who are here; null: nothing. */
  readonly news: Uint8Array | null;
  /** Message for the sender: it named a client that counts as gone here. If it is still there, that client corrects this. */
  readonly answer: Uint8Array | null;
  /** Entries for the other processes. */
  readonly own: readonly NamedEntry[];
}

const encodeSome = (entries: readonly Entry[]) => (entries.length === 0 ? null : encodeAwareness(entries));

export class Awareness<P extends { readonly name: string }> {
  readonly #present = new Map<number, Present<P>>();
  readonly #owned = new Map<P, number>();
  /** Clients that left, oldest first. */
  readonly #departed = new Map<number, { readonly clock: number; readonly at: number }>();
  /** The server's own client, whose state no one else sends. */
  readonly #self: number;
  readonly #nowMs: () => number;
  readonly #stated: (state: string, peer: P) => string;

  /** @param stated what the others are sent of a state that this peer brought */
  constructor(self: number, nowMs: () => number, stated: (state: string, peer: P) => string = (state) => state) {
    this.#self = self;
    this.#nowMs = nowMs;
    this.#stated = stated;
  }

  /** Returns the states of all clients that are present, as one message; null: there is none. */
  all(): Uint8Array | null {
    return encodeSome([...this.#present.values()]);
  }

  /** Returns the states that connections of this process brought. */
  own(): readonly NamedEntry[] {
    return [...this.#present.values()].filter(({ owner }) => !(owner instanceof Away)).map(named);
  }

  hear(peer: P, message: Uint8Array): Heard | 'garbage' | 'too_much' {
    const entries = decodeAwareness(message);
    if (typeof entries === 'string') return entries;
    const news: Entry[] = [];
    const own: NamedEntry[] = [];
    const answer: Entry[] = [];
    for (const given of entries) {
      const entry = { ...given, state: this.#stated(given.state, peer) };
      if (Buffer.byteLength(entry.state) > awarenessStateBytesMax) return 'too_much';
      const before = this.#present.get(entry.client)?.owner;
      if (this.#take(peer, entry)) {
        const owner = this.#present.get(entry.client)?.owner ?? before;
        news.push(entry);
        if (owner && !(owner instanceof Away)) own.push({ ...entry, name: owner.name });
        continue;
      }
      const denial = this.#denial(entry);
      if (denial) answer.push(denial);
    }
    return { news: encodeSome(news), answer: encodeSome(answer), own };
  }

  /** Removes the states that this connection brought: they end with it. */
  leave(peer: P): Omit<Heard, 'answer'> {
    const own = [...this.#present.values()]
      .filter(({ owner }) => owner === peer)
      .map((entry) => ({ ...named(entry), clock: entry.clock + 1, state: gone }));
    for (const { client, clock } of own) this.#depart(client, clock);
    return { news: encodeSome(own), own };
  }

  /** Takes the entries of another process. `own`: those of clients that count as gone here. */
  hearAway(process: string, entries: readonly NamedEntry[]): Omit<Heard, 'answer'> {
    const news: Entry[] = [];
    const own: NamedEntry[] = [];
    for (const entry of entries) {
      const denial = this.#denial(entry);
      if (denial) own.push({ ...denial, name: entry.name });
      else if (this.#take(new Away(process, entry.name), entry)) news.push(entry);
    }
    return { news: encodeSome(news), own };
  }

  /** Removes all clients of that process but these. @returns the news for the clients of this process; null: nothing */
  keepAway(process: string, clients: ReadonlyMap<number, number>): Uint8Array | null {
    const ended = [...this.#present.values()]
      .filter(({ client, owner }) => owner instanceof Away && owner.process === process && !clients.has(client))
      // Its clock stays: a later state of the client may still come and is then taken.
      .map(({ client, clock }) => ({ client, clock, state: gone }));
    for (const { client, clock } of ended) this.#depart(client, clock);
    return encodeSome(ended);
  }

  /** Whether that process has newer state of this client than this one. */
  lacks(process: string, client: number, clock: number): boolean {
    const known = this.#present.get(client);
    if (known) return known.owner instanceof Away && known.owner.process === process && known.clock < clock;
    return client !== this.#self && this.#present.size < awarenessPerDocumentMax;
  }

  /** The answer about a client that counts as gone: that it is. A client that is still there corrects this, and is believed. */
  #denial({ client, clock, state }: Entry): Entry | null {
    const departed = this.#departed.get(client);
    if (!departed || this.#present.has(client) || state === gone || clock > departed.clock) return null;
    return { client, clock: departed.clock, state: gone };
  }

  #take(from: P | Away, { client, clock, state }: Entry): boolean {
    if (client === this.#self) return false;
    const known = this.#present.get(client);
    if (known) {
      if (!isTheirs(known.owner, from) || clock < known.clock || (clock === known.clock && state !== gone))
        return false;
      if (state === gone) {
        this.#depart(client, clock);
        return true;
      }
      // A client that moves to another process is newer there. Within this process, its first connection keeps it.
      const isMoving = from instanceof Away || known.owner instanceof Away;
      return this.#put({ client, clock, state, owner: isMoving ? from : known.owner });
    }
    const departed = this.#departed.get(client);
    if (state === gone || (departed && clock <= departed.clock)) return false;
    return this.#present.size < awarenessPerDocumentMax && this.#put({ client, clock, state, owner: from });
  }

  /** @returns false: its connection has `awarenessPerConnectionMax` clients already */
  #put(entry: Present<P>): boolean {
    const before = this.#present.get(entry.client)?.owner;
    const { owner } = entry;
    if (owner !== before) {
      if (!(owner instanceof Away)) {
        const owned = this.#owned.get(owner) ?? 0;
        if (owned >= awarenessPerConnectionMax) return false;
        this.#owned.set(owner, owned + 1);
      }
      this.#disown(before);
    }
    this.#present.set(entry.client, entry);
    return true;
  }

  #disown(owner: P | Away | undefined): void {
    if (!owner || owner instanceof Away) return;
    const left = (this.#owned.get(owner) ?? 1) - 1;
    if (left > 0) this.#owned.set(owner, left);
    else this.#owned.delete(owner);
  }

  #depart(client: number, clock: number): void {
    this.#disown(this.#present.get(client)?.owner);
    this.#present.delete(client);
    const now = this.#nowMs();
    this.#departed.delete(client);
    this.#departed.set(client, { clock, at: now });
    for (const [id, { at }] of this.#departed) {
      if (this.#departed.size <= departedMax && at > now - departedMs) break;
      this.#departed.delete(id);
    }
  }
}

function isTheirs(owner: { readonly name: string }, from: { readonly name: string }): boolean {
  const isSameProcess = owner instanceof Away && from instanceof Away && owner.process === from.process;
  return owner === from || owner.name === from.name || isSameProcess;
}

function named<P extends { readonly name: string }>({ client, clock, state, owner }: Present<P>): NamedEntry {
  return { client, clock, state, name: owner.name };
}

/** Encodes a state of the server's own client. */
export function ownAwareness(client: number, clock: number, state: unknown): Uint8Array {
  return encodeAwareness([{ client, clock, state: JSON.stringify(state) }]);
}
