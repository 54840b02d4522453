/**
 * A seeded walk over more tenants than may be open: writes, reads, walks and listeners in any order, with several under way
 * at once, while the store opens and closes them. Nothing is lost, doubled or refused, and what is open stays bounded.
 */
import { expect } from 'vitest';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { gadget, gadgets } from './store-samples.ts';

const tenantCount = 12;
/** How many may be open that are not in use. */
export const walkOpenMax = 3;
const atOnce = 4;
const listenersMax = 3;

export interface OpeningProbe {
  /** What is open beyond what is allowed, in words; null: nothing. @param inUse tenants that are, at most */
  excess(inUse: number): Promise<string | null>;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Follows a tenant's log as live surfaces do: woken by commits, reading on from what it has. */
class Listener {
  readonly seen: number[] = [];
  readonly from: number;
  readonly #db: TenantStore;
  readonly #stop: () => void;
  #cursor: number;
  #reading: Promise<void> = Promise.resolve();

  constructor(db: TenantStore, head: number) {
    this.#db = db;
    this.from = head;
    this.#cursor = head;
    this.#stop = db.onCommit(() => this.#wake());
    this.#wake();
  }

  #wake(): void {
    this.#reading = this.#reading.then(async () => {
      for (const { seq } of await this.#db.since(this.#cursor, { limit: 1_000 })) {
        this.seen.push(seq);
        this.#cursor = seq;
      }
    });
  }

  async end(): Promise<void> {
    this.#stop();
    this.#wake();
    await this.#reading;
    const last = this.seen.at(-1) ?? this.from;
    expect(this.seen).toEqual(Array.from({ length: last - this.from }, (_, i) => this.from + 1 + i));
  }
}

export async function checkOpening(store: Store, probe: OpeningProbe, seed: number, steps: number): Promise<void> {
  const random = randomOf(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const acknowledged = Array.from({ length: tenantCount }, () => new Set<string>());
  /** Kept by callers across closings; the others are opened again each time. */
  const held = new Map<number, TenantStore>();
  const listeners = new Map<number, Listener>();
  let made = 0;

  async function open(n: number): Promise<TenantStore> {
    const known = held.get(n);
    if (known) return known;
    const db = await store.tenant(`t${n}`);
    await db.migrate([gadgets]);
    if (n % 2 === 0) held.set(n, db);
    return db;
  }

  async function write(n: number): Promise<void> {
    const code = `g${made++}`;
    const db = await open(n);
    const done = await db.commit('user:walk', async (tx) => ok(await tx.create('gadgets', gadget(code))));
    expect(done.ok).toBe(true);
    acknowledged[n]!.add(code);
  }

  async function read(n: number): Promise<void> {
    const before = [...acknowledged[n]!];
    const found = await (await open(n)).find('gadgets', { limit: 10_000 });
    const codes = found.map((row) => String(row['code']));
    expect(new Set(codes).size).toBe(codes.length);
    expect(before.filter((code) => !codes.includes(code))).toEqual([]);
  }

  async function walk(n: number): Promise<void> {
    const before = acknowledged[n]!.size;
    let rows = 0;
    for await (const page of (await open(n)).walk('gadgets', undefined, 2)) rows += page.length;
    expect(rows).toBeGreaterThanOrEqual(before);
  }

  async function listen(n: number): Promise<void> {
    if (listeners.has(n) || listeners.size >= listenersMax) {
      const listener = listeners.get(n);
      listeners.delete(n);
      await listener?.end();
      return;
    }
    const db = await open(n);
    const head = await db.head();
    if (!listeners.has(n)) listeners.set(n, new Listener(db, head));
  }

  const doings = [write, write, write, read, walk, listen];
  let left = steps;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        await doings[pick(doings.length)]!(pick(tenantCount));
        expect(await probe.excess(listeners.size + atOnce)).toBeNull();
      }
    }),
  );
  for (const listener of listeners.values()) await listener.end();
  for (let n = 0; n < tenantCount; n++) {
    await read(n);
    const codes = (await (await open(n)).find('gadgets', { limit: 10_000 })).map((row) => row['code']);
    expect(new Set(codes)).toEqual(acknowledged[n]);
  }
}
