/**
 * Follows the tenants that the schedule names: those that were written to, and those whose time has come. Each is
 * followed by one process of several, the others take over within moments. A tenant without news is put to rest and
 * costs nothing until then. The rule that no change is missed stands in README.md.
 */
import { type Clock, hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import type { Module } from '../collections/module.ts';
import type { Store, TenantStore } from '../store/contract.ts';
import type { DueTenant } from '../store/schedule.ts';
import type { LoopFault } from './loop-state.ts';
import { type Pace, retryDelayMs } from './pace.ts';
import { type FollowerStatus, type Followers, startFollowers } from './run-followers.ts';

export interface FollowedTenant {
  readonly id: string;
  readonly modules: readonly string[];
}

/** Where tenants stand; opened by tenants/tenant-source.ts. */
export interface TenantSource<T extends FollowedTenant> {
  /** The control tenant: the process that leads it reads the news of all. */
  readonly control: string;
  readonly logId: string;
  /** Tenants that came, or whose modules changed, after this number of the control log; a page at a time. */
  readonly news: (after: number) => Promise<{ readonly tenants: readonly string[]; readonly seq: number }>;
  /** Those of them that are there. */
  readonly find: (ids: readonly string[]) => Promise<readonly T[]>;
  readonly open: (tenant: T) => Promise<TenantStore>;
}

export interface FollowTenantsParts<T extends FollowedTenant> {
  readonly store: Pick<Store, 'schedule' | 'leads'>;
  readonly source: TenantSource<T>;
  readonly modules: readonly Module[];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onFault: (fault: Pick<LoopFault, 'name' | 'error'>) => void;
  /** Absent: the clock's own. */
  readonly pace?: Pace;
  /** How long nothing is written before a tenant is put to rest; absent: five minutes. */
  readonly quietMs?: number;
}

export interface TenantFollowing {
  /** Of the tenants followed by this process. */
  status(): readonly FollowerStatus[];
  /** How many these are. */
  followed(): number;
  /** Looks at the schedule at once. @returns whether there is more to do than one look does */
  look(): Promise<boolean>;
  stop(): Promise<void>;
}

const lookEveryMs = 2 * secondMs;
/** Tenants attached, and put to rest, in one look: opening one is work for the database. */
const atOnceMax = 8;
/** While more than this wait to be attached, no news of tenants is read: the first start after an upgrade finds them all. */
const waitingMax = 200;
const defaultQuietMs = 5 * minuteMs;
/** Not put to rest for less than this. */
const shortestRestMs = minuteMs;
/** When a tenant that could not be put to rest is looked at again, and one that the directory does not know. */
const tryRestMs = 30 * secondMs;
const unknownMs = hourMs;

interface Followed {
  readonly store: TenantStore;
  readonly modules: string;
  readonly stopListening: () => void;
  turn: number;
  /** By the process's own time: it is not put to rest before. */
  restFromMs: number;
}

interface Failed {
  readonly failures: number;
  readonly retryAtMs: number;
}

export async function followTenants<T extends FollowedTenant>(parts: FollowTenantsParts<T>): Promise<TenantFollowing> {
  const following = new Following(parts);
  await following.look();
  following.start();
  return {
    status: () => following.status(),
    followed: () => following.followed(),
    look: () => following.look(),
    stop: () => following.stop(),
  };
}

function modulesOf({ modules }: FollowedTenant): string {
  return [...modules].sort().join(',');
}

class Following<T extends FollowedTenant> {
  readonly #parts: FollowTenantsParts<T>;
  readonly #quietMs: number;
  readonly #runner: Followers;
  readonly #followed = new Map<string, Followed>();
  readonly #failed = new Map<string, Failed>();
  #stopLooking = () => {};
  #isStopped = false;
  #isLooking = false;
  #isWanted = false;
  #next: Promise<boolean> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: FollowTenantsParts<T>) {
    const { clock, newId, onFault, pace } = parts;
    this.#parts = parts;
    this.#quietMs = parts.quietMs ?? defaultQuietMs;
    this.#runner = startFollowers({ clock, newId, onFault, ...(pace && { pace }) });
  }

  start(): void {
    const timer = setInterval(() => void this.#lookSoon(), lookEveryMs);
    const stopListening = this.#parts.store.schedule.onActivate(() => void this.#lookSoon());
    this.#stopLooking = () => {
      clearInterval(timer);
      stopListening();
    };
    void this.#lookSoon();
  }

  status(): readonly FollowerStatus[] {
    return this.#runner.status();
  }

  followed(): number {
    return this.#followed.size;
  }

  /** One look after the other; who asks while one waits for its turn gets that one. */
  look(): Promise<boolean> {
    if (this.#next) return this.#next;
    const next = this.#last.then(() => {
      this.#next = null;
      return this.#isStopped ? false : this.#look();
    });
    this.#next = next;
    this.#last = next.catch(() => {});
    return next;
  }

  async stop(): Promise<void> {
    this.#stopLooking();
    this.#isStopped = true;
    await this.#last;
    for (const one of this.#followed.values()) one.stopListening();
    await this.#runner.stop();
  }

  /** What comes up during a look is seen by the next one. */
  async #lookSoon(): Promise<void> {
    this.#isWanted = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      await this.look().then(
        (isMore) => {
          this.#isWanted ||= isMore;
        },
        (error: unknown) => this.#parts.onFault({ name: 'follow-tenants', error }),
      );
    }
    this.#isLooking = false;
  }

  async #look(): Promise<boolean> {
    const { clock, source, store } = this.#parts;
    const due = await store.schedule.due(clock());
    const led = await store.leads([source.control, ...due.map(({ tenant }) => tenant)]);
    const mine = due.filter(({ tenant }) => led.has(tenant));
    const names = new Set(mine.map(({ tenant }) => tenant));
    await this.#letGo([...this.#followed.keys()].filter((tenant) => !names.has(tenant)));
    for (const tenant of this.#failed.keys()) if (!names.has(tenant)) this.#failed.delete(tenant);
    const waiting = this.#waiting(mine);
    if (led.has(source.control) && waiting.length < waitingMax && (await this.#takeNews())) return this.#look();
    await this.#attachSome(waiting.slice(0, atOnceMax));
    return (await this.#restSome(mine)) || waiting.length > atOnceMax;
  }

  /** @returns whether tenants were activated that the schedule had not named */
  async #takeNews(): Promise<boolean> {
    const { source, store } = this.#parts;
    const from = await store.schedule.cursor(source.logId);
    const { seq, tenants } = await source.news(from);
    if (seq <= from) return false;
    const present = (await source.find(tenants)).map(({ id }) => id);
    if (present.length > 0) await store.schedule.activate(present);
    await store.schedule.saveCursor(source.logId, seq);
    return present.length > 0;
  }

  /** New ones, and those whose turn has changed: their modules may have. In the order of the schedule. */
  #waiting(mine: readonly DueTenant[]): readonly DueTenant[] {
    const isDoubtful = this.#runner.isClockDoubtful();
    const now = performance.now();
    return mine.filter(({ tenant, turn, dueAtMs }) => {
      if ((this.#failed.get(tenant)?.retryAtMs ?? 0) > now) return false;
      const followed = this.#followed.get(tenant);
      return followed ? followed.turn !== turn : dueAtMs === 0 || !isDoubtful;
    });
  }

  async #attachSome(some: readonly DueTenant[]): Promise<void> {
    if (some.length === 0) return;
    const found = await this.#parts.source.find(some.map(({ tenant }) => tenant));
    const records = new Map(found.map((tenant) => [tenant.id, tenant]));
    await Promise.all(
      some.map(async (due) => {
        try {
          await this.#attach(due, records.get(due.tenant) ?? null);
          this.#failed.delete(due.tenant);
        } catch (error) {
          // It is tried again later, and holds up no other tenant.
          const failures = (this.#failed.get(due.tenant)?.failures ?? 0) + 1;
          this.#failed.set(due.tenant, { failures, retryAtMs: performance.now() + retryDelayMs(failures, 0.5) });
          this.#parts.onFault({ name: 'follow-tenants', error });
        }
      }),
    );
  }

  async #attach({ tenant, turn, dueAtMs }: DueTenant, record: T | null): Promise<void> {
    const { clock, modules, source, store } = this.#parts;
    const known = this.#followed.get(tenant);
    if (record && known?.modules === modulesOf(record)) {
      known.turn = turn;
      return;
    }
    await this.#letGo([tenant]);
    if (!record) {
      // The control tenant, one that is just being made, or the rest of one that was deleted.
      await store.schedule.rest(tenant, turn, { dueAtMs: clock() + unknownMs, nowMs: clock() });
      return;
    }
    const opened = await source.open(record);
    const active = modules.filter((m) => m.always || record.modules.includes(m.name));
    await this.#runner.attach(
      opened,
      active.flatMap((m) => m.followers ?? []),
      active.flatMap((m) => m.jobs ?? []),
      active.flatMap((m) => m.runners ?? []),
    );
    const one: Followed = {
      store: opened,
      modules: modulesOf(record),
      turn,
      // One that is due by its time alone rests again as soon as its work is done.
      restFromMs: performance.now() + (dueAtMs === 0 ? this.#quietMs : 0),
      stopListening: opened.onCommit(() => {
        one.restFromMs = performance.now() + this.#quietMs;
      }),
    };
    this.#followed.set(tenant, one);
  }

  /** @returns whether more of them may be put to rest */
  async #restSome(mine: readonly DueTenant[]): Promise<boolean> {
    const now = performance.now();
    const quiet = mine.flatMap(({ tenant, turn }) => {
      const one = this.#followed.get(tenant);
      return one && one.turn === turn && one.restFromMs <= now ? [{ tenant, one }] : [];
    });
    const some = quiet.slice(0, atOnceMax);
    await Promise.all(some.map(({ tenant, one }) => this.#rest(tenant, one)));
    return quiet.length > atOnceMax;
  }

  /** The turn was read before the head is: whoever activates the tenant from here on makes one of the two refuse. */
  async #rest(tenant: string, one: Followed): Promise<void> {
    const { clock, store } = this.#parts;
    const nowMs = clock();
    const point = await this.#runner.restPoint(tenant);
    if (point && point.dueAtMs - nowMs < shortestRestMs)
      one.restFromMs = performance.now() + Math.min(tryRestMs, this.#quietMs);
    else if (point && (await one.store.rest(point.head))) {
      const dueAtMs = Number.isFinite(point.dueAtMs) ? point.dueAtMs : null;
      if (await store.schedule.rest(tenant, one.turn, { dueAtMs, nowMs })) await this.#letGo([tenant]);
    }
  }

  async #letGo(tenants: readonly string[]): Promise<void> {
    await Promise.all(
      tenants.map(async (tenant) => {
        this.#followed.get(tenant)?.stopListening();
        this.#followed.delete(tenant);
        await this.#runner.detach(tenant);
      }),
    );
  }
}
