/**
 * Who is there, as y-protocols' awareness has it on the wire: client, clock, state. Never stored. A state belongs to the
 * connection that brought it: nobody else changes it (but another connection of the same actor), and it ends with it.
 * Clients repeat whatever they hear, so that most of what comes in is known already and goes no further.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import {
  clockMax,
  departedMax,
  departedMs,
  presenceBytesMax,
  presencePerConnectionMax,
  presencePerDocumentMax,
  presenceStateBytesMax,
} from './limits.ts';

interface Entry {
  readonly client: number;
  readonly clock: number;
  /** JSON. */
  readonly state: string;
}

interface Present<P> extends Entry {
  readonly owner: P;
}

const gone = 'null';

function encode(entries: readonly Entry[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entries.length);
  for (const { client, clock, state } of entries) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, state);
  }
  return encoding.toUint8Array(encoder);
}

/** @returns what is wrong with it where it is no entry at all, or too much of them */
function decode(message: Uint8Array): readonly Entry[] | 'garbage' | 'too_much' {
  if (message.byteLength > presenceBytesMax) return 'too_much';
  const entries: Entry[] = [];
  try {
    const decoder = decoding.createDecoder(message);
    const count = decoding.readVarUint(decoder);
    if (count > presencePerDocumentMax) return 'too_much';
    for (let n = 0; n < count; n++) {
      const client = decoding.readVarUint(decoder);
      const clock = decoding.readVarUint(decoder);
      const state = decoding.readVarString(decoder);
      if (Buffer.byteLength(state) > presenceStateBytesMax) return 'too_much';
      if (clock > clockMax) return 'garbage';
      // Clients parse it too, and would fall over it.
      JSON.parse(state);
      entries.push({ client, clock, state });
    }
  } catch {
    return 'garbage';
  }
  return entries;
}

export class Presence<P extends { readonly name: string }> {
  readonly #present = new Map<number, Present<P>>();
  readonly #owned = new Map<P, number>();
  /** Clients that left, oldest first. */
  readonly #departed = new Map<number, { readonly clock: number; readonly at: number }>();
  /** The server's own client, for whom nobody else speaks. */
  readonly #self: number;
  readonly #nowMs: () => number;

  constructor(self: number, nowMs: () => number) {
    this.#self = self;
    this.#nowMs = nowMs;
  }

  /** Those that are there; null: nobody. */
  all(): Uint8Array | null {
    return this.#present.size === 0 ? null : encode([...this.#present.values()]);
  }

  /** @returns what is news to the others; null: nothing */
  hear(peer: P, message: Uint8Array): Uint8Array | 'garbage' | 'too_much' | null {
    const entries = decode(message);
    if (typeof entries === 'string') return entries;
    const news = entries.filter((entry) => this.#take(peer, entry));
    return news.length === 0 ? null : encode(news);
  }

  /** @returns what the others have to be told; null: nothing */
  leave(peer: P): Uint8Array | null {
    const left = [...this.#present.values()]
      .filter(({ owner }) => owner === peer)
      .map(({ client, clock }) => ({ client, clock: clock + 1, state: gone }));
    for (const { client, clock } of left) this.#depart(client, clock);
    return left.length === 0 ? null : encode(left);
  }

  #take(peer: P, { client, clock, state }: Entry): boolean {
    if (client === this.#self) return false;
    const known = this.#present.get(client);
    if (known) {
      const isTheirs = known.owner === peer || known.owner.name === peer.name;
      if (!isTheirs || clock < known.clock || (clock === known.clock && state !== gone)) return false;
      if (state === gone) this.#depart(client, clock);
      else this.#present.set(client, { client, clock, state, owner: known.owner });
      return true;
    }
    const departed = this.#departed.get(client);
    if (state === gone || (departed && clock <= departed.clock)) return false;
    const owned = this.#owned.get(peer) ?? 0;
    if (owned >= presencePerConnectionMax || this.#present.size >= presencePerDocumentMax) return false;
    this.#owned.set(peer, owned + 1);
    this.#present.set(client, { client, clock, state, owner: peer });
    return true;
  }

  #depart(client: number, clock: number): void {
    const owner = this.#present.get(client)?.owner;
    this.#present.delete(client);
    if (owner) {
      const left = (this.#owned.get(owner) ?? 1) - 1;
      if (left > 0) this.#owned.set(owner, left);
      else this.#owned.delete(owner);
    }
    const now = this.#nowMs();
    this.#departed.delete(client);
    this.#departed.set(client, { clock, at: now });
    for (const [id, { at }] of this.#departed) {
      if (this.#departed.size <= departedMax && at > now - departedMs) break;
      this.#departed.delete(id);
    }
  }
}

/** One state of the server's own, for all. */
export function ownPresence(client: number, clock: number, state: unknown): Uint8Array {
  return encode([{ client, clock, state: JSON.stringify(state) }]);
}
