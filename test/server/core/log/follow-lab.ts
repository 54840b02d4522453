/**
 * Processes on one set of data, real stores: each follows tenants as a server does, and any of their steps can be cut in
 * two by a write of another process or by the end of the process. What must hold after every step is checked on the data.
 */
import { expect } from 'vitest';
import { firstDue } from '#server/core/collections/follower.ts';
import type { Module } from '#server/core/collections/module.ts';
import { followTenants, type TenantFollowing } from '#server/core/log/followers/follow-tenants.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import type { Schedule } from '#server/store/schedule.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { HandPace } from './hand-pace.ts';

export const letters = defineCollection({
  name: 'letters',
  module: 'post',
  labels: { one: 'Letter', many: 'Letters' },
  fields: [
    { name: 'state', type: 'select', options: ['waiting', 'sent'], required: true },
    { name: 'at', type: 'date', required: true, index: true },
  ],
});
type Letter = RecordOf<typeof letters>;

/** Servers' clocks may differ by a minute (README.md of the room): a job of one that is ahead comes so much later. */
const skewMs = minuteMs;
const waiting = { kind: 'field', path: 'state', op: 'equals', value: 'waiting' } as const;
const follower = 'post.see';

/**
 * A follower that sees every change, and a job that sends each letter at its time.
 * @param onSeen of a tenant's log, up to this number
 */
const createPost = (onSeen: (tenant: string, seq: number) => void): Module => ({
  name: 'post',
  collections: [letters],
  actions: [],
  followers: [
    {
      name: follower,
      collections: ['letters'],
      handle: async (changes, { tenant }) => onSeen(tenant, changes.at(-1)?.seq ?? 0),
    },
  ],
  jobs: [
    {
      name: 'post.send',
      everyMs: minuteMs,
      nextDue: (context, { lastRunMs }) =>
        firstDue(context, { collection: 'letters', field: 'at', where: waiting }, lastRunMs),
      async run({ clock, commit, reader }) {
        const passed = { kind: 'field', path: 'at', op: 'less_than', value: isoTime(clock()) } as const;
        const due = await reader.find('letters', { where: { kind: 'and', of: [waiting, passed] }, limit: 100 });
        if (due.length === 0) return;
        await commit(async (tx) => {
          for (const { id } of due) await tx.update('letters', id, { state: 'sent' });
          return ok(null);
        });
      },
    },
  ],
});

export class Crashed extends Error {}

/** What happens between two calls of a process to its store. */
export interface Cut {
  /** After so many calls of the process; or between the two steps of a rest. */
  readonly after: number | 'mark';
  readonly what: 'write' | 'crash';
}

/** Planted faults: each must be found. */
export type Mutant = 'no mark' | 'any turn' | null;

/** Calls to a store that can be cut. */
const cutCalls = new Set([
  'due',
  'leads',
  'activate',
  'head',
  'since',
  'rest',
  'cursor',
  'saveCursor',
  'find',
  'commit',
]);

export interface LabSetting {
  readonly open: (clock: () => number) => Store;
  readonly tenants: readonly string[];
  readonly mutant: Mutant;
}

export class Lab {
  readonly pace = new HandPace();
  readonly #setting: LabSetting;
  readonly #admin: Store;
  readonly #processes = new Map<string, Process>();
  /** How far each tenant's log was handled by any process, whether or not its cursor was saved after it. */
  readonly #seen = new Map<string, number>();
  readonly #opened = new WeakMap<Store, Map<string, Promise<TenantStore>>>();
  /** How often a tenant was put to rest, for the test to know that it tests something. */
  rests = 0;

  constructor(setting: LabSetting) {
    this.#setting = setting;
    this.#admin = setting.open(this.pace.clock);
  }

  readonly post = createPost((tenant, seq) => {
    this.#seen.set(tenant, Math.max(seq, this.#seen.get(tenant) ?? 0));
  });

  get mutant(): Mutant {
    return this.#setting.mutant;
  }

  /** Its tables are made once for each process. */
  #tenant(store: Store, id: string): Promise<TenantStore> {
    const known = this.#opened.get(store) ?? new Map<string, Promise<TenantStore>>();
    this.#opened.set(store, known);
    const opening = async () => {
      const db = await store.tenant(id);
      await db.migrate([letters]);
      return db;
    };
    const opened = known.get(id) ?? opening();
    known.set(id, opened);
    return opened;
  }

  async begin(): Promise<void> {
    for (const id of this.#setting.tenants) await this.#tenant(this.#admin, id);
  }

  /** By a process that follows nothing: administration, or a server that does not lead. */
  async write(nth: number, inMs: number): Promise<void> {
    const { tenants } = this.#setting;
    const db = await this.#tenant(this.#admin, tenants[nth % tenants.length]!);
    const at = isoTime(this.pace.clock() + inMs);
    await db.commit('user:a', async (tx) => ok(await tx.create('letters', { state: 'waiting', at })));
  }

  async pass(ms: number): Promise<void> {
    this.pace.pass(ms);
    for (const running of this.#processes.values()) await running.settle();
  }

  async look(name: string, skewMs: number, cut: Cut | null): Promise<void> {
    const running = this.#processes.get(name) ?? this.#start(skewMs);
    this.#processes.set(name, running);
    await running.look(cut && { ...cut, write: () => this.write(cut.after === 'mark' ? 0 : cut.after, 10 * minuteMs) });
    if (running.isDead) this.#processes.delete(name);
  }

  #start(skewMs: number): Process {
    const { open, tenants } = this.#setting;
    const pace = this.pace;
    const clock = () => pace.clock() + skewMs;
    const store = open(clock);
    return new Process(store, this, { ids: tenants, clock, opened: (id) => this.#tenant(store, id) });
  }

  /** Every change has been seen, and every letter that is due sent, or the schedule names the tenant now. */
  async check(): Promise<void> {
    const now = this.pace.clock();
    for (const id of this.#setting.tenants) {
      const db = await this.#tenant(this.#admin, id);
      // Read before the schedule: what comes in between makes it only stricter the other way.
      // Two processes that follow at once, which a store allows for moments only, may save each other's cursor back.
      const [head, cursor] = [await db.head(), Math.max(await db.cursor(follower), this.#seen.get(id) ?? 0)];
      // A letter that was due when it was written waits for the job's next run like any other.
      const isLate = ({ at, createdAt }: Letter) =>
        Math.max(Date.parse(at), Date.parse(createdAt)) + minuteMs + skewMs < now;
      const found = await db.find('letters', { where: waiting, limit: 1_000 });
      const late = (found as unknown as readonly Letter[]).filter(isLate);
      if (cursor >= head && late.length === 0) continue;
      const named = (await this.#admin.schedule.due(now)).map(({ tenant }) => tenant);
      expect(named, `${id}: ${head - cursor} changes not seen, ${late.length} letters late`).toContain(id);
    }
  }

  async close(): Promise<void> {
    for (const one of this.#processes.values()) await one.end();
    await this.#admin.close();
  }
}

interface Ground {
  readonly ids: readonly string[];
  readonly clock: () => number;
  readonly opened: (id: string) => Promise<TenantStore>;
}

class Process {
  readonly #store: Store;
  readonly #lab: Lab;
  readonly #ground: Ground;
  #following: Promise<TenantFollowing> | null = null;
  #cut: (Cut & { readonly write: () => Promise<void> }) | null = null;
  #calls = 0;
  isDead = false;

  constructor(store: Store, lab: Lab, ground: Ground) {
    this.#store = store;
    this.#lab = lab;
    this.#ground = ground;
  }

  async look(cut: (Cut & { readonly write: () => Promise<void> }) | null): Promise<void> {
    this.#calls = 0;
    this.#cut = cut;
    try {
      this.#following ??= this.#follow();
      await (await this.#following).look();
    } catch (error) {
      if (!this.isDead) throw error;
    }
    if (this.isDead) await this.end();
    else await this.settle();
  }

  /** As long as a process that is not busy needs to catch up. */
  async settle(): Promise<void> {
    const following = await this.#following;
    for (let i = 0; i < 40; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (i > 3 && following?.status().every(({ lag }) => lag === 0)) return;
    }
  }

  /** Nothing of it reaches the data any more. */
  async end(): Promise<void> {
    this.isDead = true;
    await this.#following?.then(
      (following) => following.stop(),
      () => {},
    );
    await this.#store.close();
  }

  #follow(): Promise<TenantFollowing> {
    const { clock, ids, opened } = this.#ground;
    const { pace } = this.#lab;
    return followTenants({
      store: { schedule: this.#cuttable(this.#schedule()), leads: this.#cuttable(this.#store).leads },
      source: {
        control: 'control',
        logId: 'log',
        news: async (after) => ({ tenants: [], seq: after }),
        find: async (wanted) => wanted.filter((id) => ids.includes(id)).map((id) => ({ id, modules: ['post'] })),
        open: async ({ id }) => this.#cuttable(this.#mutated(await opened(id))),
      },
      modules: [this.#lab.post],
      clock,
      newId: idMaker(clock),
      onFault: () => {},
      pace: { clock, monotonic: pace.monotonic, sleep: pace.sleep, random: pace.random },
      quietMs: 0,
    });
  }

  #schedule(): Schedule {
    const { schedule } = this.#store;
    return override(schedule, {
      rest: async (tenant, turn, until) => {
        if (this.#cut?.after === 'mark') await this.#comeBetween();
        const last = (await schedule.due(until.nowMs)).find((one) => one.tenant === tenant);
        const done = await schedule.rest(tenant, this.#lab.mutant === 'any turn' ? (last?.turn ?? turn) : turn, until);
        if (done) this.#lab.rests += 1;
        return done;
      },
    });
  }

  #mutated(db: TenantStore): TenantStore {
    if (this.#lab.mutant !== 'no mark') return db;
    return override(db, { rest: async (head) => (await db.head()) === head });
  }

  #cuttable<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (!cutCalls.has(String(name))) return value.bind(target);
        return async (...given: unknown[]) => {
          await this.#pass();
          const answer: unknown = await value.apply(target, given);
          await this.#pass();
          return answer;
        };
      },
    });
  }

  /** One of the moments at which a step can be cut. */
  async #pass(): Promise<void> {
    if (this.isDead) throw new Crashed();
    this.#calls += 1;
    const after = this.#cut?.after;
    if (typeof after === 'number' && this.#calls > after) await this.#comeBetween();
  }

  async #comeBetween(): Promise<void> {
    const cut = this.#cut;
    this.#cut = null;
    if (cut?.what === 'write') await cut.write();
    else {
      this.isDead = true;
      throw new Crashed();
    }
  }
}

function override<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? value.bind(name in own ? own : target) : value;
    },
  });
}
