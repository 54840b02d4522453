/** The tenants that this process follows: attached when the schedule names them, put to rest when they are quiet. */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import type { TenantStore } from '../../../store/contract.ts';
import type { DueTenant } from '../../../store/schedule.ts';
import type { FollowedTenant, FollowTenantsParts } from './follower-types.ts';
import { type Followers, startFollowers } from './run-followers.ts';

/** Maximum number of tenants attached, and of tenants put to rest, in one look: opening one is work for the database. */
export const atOnceMax = 8;
const defaultQuietMs = 5 * minuteMs;
const defaultQuietMax = 100;
/** A tenant is put to rest only if its next work is at least this far away. */
const shortestRestMs = minuteMs;
/** Time until a tenant is looked at again that is due too soon to rest, or whose database did not answer, in ms. */
const tryRestMs = 30 * secondMs;
/** Time for which a tenant rests that the directory does not know, in ms. */
const unknownMs = hourMs;

interface Followed {
  readonly store: TenantStore;
  readonly modules: string;
  readonly stopListening: () => void;
  turn: number;
  /** Time on the process's own clock before which the tenant is not put to rest. */
  restFromMs: number;
}

function modulesOf({ modules }: FollowedTenant): string {
  return [...modules].sort().join(',');
}

export class FollowedTenants<T extends FollowedTenant> {
  readonly runner: Followers;
  readonly #parts: FollowTenantsParts<T>;
  readonly #quietMs: number;
  readonly #followed = new Map<string, Followed>();

  constructor(parts: FollowTenantsParts<T>) {
    const { clock, newId, onFault, pace } = parts;
    this.#parts = parts;
    this.#quietMs = parts.quietMs ?? defaultQuietMs;
    this.runner = startFollowers({ clock, newId, onFault, ...(pace && { pace }) });
  }

  get size(): number {
    return this.#followed.size;
  }

  names(): readonly string[] {
    return [...this.#followed.keys()];
  }

  /** Returns the turn of a tenant that is followed; null: it is not. */
  turnOf(tenant: string): number | null {
    return this.#followed.get(tenant)?.turn ?? null;
  }

  /**
   * @param record null: it is not in the directory
   * @throws where its database cannot be opened
   */
  async attach({ tenant, turn, dueAtMs }: DueTenant, record: T | null): Promise<void> {
    const { clock, modules, source, store } = this.#parts;
    const known = this.#followed.get(tenant);
    if (record && known?.modules === modulesOf(record)) {
      known.turn = turn;
      return;
    }
    await this.letGo([tenant]);
    if (!record) {
      // The control tenant, one that is just being made, or the rest of one that was deleted.
      await store.schedule.rest(tenant, turn, { dueAtMs: clock() + unknownMs, nowMs: clock() });
      return;
    }
    const opened = await source.open(record);
    const active = modules.filter((m) => m.always || record.modules.includes(m.name));
    await this.runner.attach(
      opened,
      active.flatMap((m) => m.followers ?? []),
      active.flatMap((m) => m.jobs ?? []),
      active.flatMap((m) => m.runners ?? []),
    );
    const left = await this.#quietLeft(opened);
    const quietMs = this.#followed.size < (this.#parts.quietMax ?? defaultQuietMax) ? this.#quietMs : left;
    const one: Followed = {
      store: opened,
      modules: modulesOf(record),
      turn,
      // One that is due by its time alone rests again as soon as its work is done.
      restFromMs: performance.now() + (dueAtMs === 0 ? quietMs : 0),
      stopListening: opened.onCommit(() => {
        one.restFromMs = performance.now() + this.#quietMs;
      }),
    };
    this.#followed.set(tenant, one);
  }

  /**
   * Returns the time until the tenant may rest if nothing is written, by its last change, in ms. After an upgrade or a restore
   * all tenants are active: those beyond the first `quietMax` rest by this, so that not all of them are open at once.
   */
  async #quietLeft(store: TenantStore): Promise<number> {
    if (this.#quietMs === 0) return 0;
    const head = await store.head();
    const [last] = head === 0 ? [] : await store.since(head - 1, { limit: 1 });
    const sinceMs = last ? Math.max(0, this.#parts.clock() - Date.parse(last.at)) : this.#quietMs;
    return Math.max(0, this.#quietMs - sinceMs);
  }

  /**
   * @param mine what the schedule named before anything else of this look was read
   * @returns whether more of them may be put to rest
   */
  async restSome(mine: readonly DueTenant[]): Promise<boolean> {
    const now = performance.now();
    const quiet = mine.flatMap(({ tenant, turn }) => {
      const one = this.#followed.get(tenant);
      return one && one.turn === turn && one.restFromMs <= now ? [{ tenant, one }] : [];
    });
    const some = quiet.slice(0, atOnceMax);
    await Promise.all(
      some.map(({ tenant, one }) =>
        // Its database does not answer. It is tried again later, and holds up no other tenant.
        this.#rest(tenant, one).catch((error: unknown) => {
          one.restFromMs = performance.now() + tryRestMs;
          this.#parts.onFault({ name: 'follow-tenants', error });
        }),
      ),
    );
    return quiet.length > atOnceMax;
  }

  /** The turn was read before the head is: an activation from here on makes one of the two conditions fail. */
  async #rest(tenant: string, one: Followed): Promise<void> {
    const { clock, store } = this.#parts;
    const nowMs = clock();
    const point = await this.runner.restPoint(tenant);
    if (!point) return;
    if (point.dueAtMs - nowMs < shortestRestMs) {
      one.restFromMs = performance.now() + Math.min(tryRestMs, this.#quietMs);
      return;
    }
    if (!(await one.store.rest(point.head))) return;
    const dueAtMs = Number.isFinite(point.dueAtMs) ? point.dueAtMs : null;
    if (await store.schedule.rest(tenant, one.turn, { dueAtMs, nowMs })) await this.letGo([tenant]);
  }

  async letGo(tenants: readonly string[]): Promise<void> {
    await Promise.all(
      tenants.map(async (tenant) => {
        this.#followed.get(tenant)?.stopListening();
        this.#followed.delete(tenant);
        await this.runner.detach(tenant);
      }),
    );
  }

  async stop(): Promise<void> {
    for (const one of this.#followed.values()) one.stopListening();
    await this.runner.stop();
  }
}
