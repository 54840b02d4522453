/**
 * Follows the tenants that the schedule names: those that were written to, and those whose time has come. Each is
 * followed by one process of several, the others take over within moments. A tenant without news is put to rest and
 * costs nothing until it is written to or its time has come. The rule that no change is missed stands in README.md.
 */
import { secondMs } from '#shared/base/time.ts';
import type { DueTenant } from '../../../store/schedule.ts';
import { atOnceMax, FollowedTenants } from './followed-tenants.ts';
import type { FollowedTenant, FollowerStatus, FollowTenantsParts } from './follower-types.ts';
import { retryDelayMs } from './pace.ts';

export interface TenantFollowing {
  /** Returns the status of the followers of all tenants that this process follows. */
  status(): readonly FollowerStatus[];
  /** Number of tenants followed by this process. */
  followed(): number;
  /** Looks at the schedule at once. @returns whether there is more to do than one look does */
  look(): Promise<boolean>;
  stop(): Promise<void>;
}

const lookEveryMs = 2 * secondMs;
/** While this many tenants or more wait to be attached, no news is read: the first start after an upgrade finds them all. */
const waitingMax = 200;

export async function followTenants<T extends FollowedTenant>(parts: FollowTenantsParts<T>): Promise<TenantFollowing> {
  const following = new Following(parts);
  await following.look();
  following.start();
  const { followed } = following;
  return {
    status: () => followed.runner.status(),
    followed: () => followed.size,
    look: () => following.look(),
    stop: () => following.stop(),
  };
}

interface Failed {
  readonly failures: number;
  readonly retryAtMs: number;
}

class Following<T extends FollowedTenant> {
  readonly followed: FollowedTenants<T>;
  readonly #parts: FollowTenantsParts<T>;
  /** Tenants that could not be attached. */
  readonly #failed = new Map<string, Failed>();
  /** Number up to which the control log was read; null before the first read, and while another process reads it. */
  #newsFrom: number | null = null;
  #stopLooking = () => {};
  #isStopped = false;
  #isLooking = false;
  #isWanted = false;
  #next: Promise<boolean> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: FollowTenantsParts<T>) {
    this.#parts = parts;
    this.followed = new FollowedTenants(parts);
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

  /** One look after the other; a caller that comes while one waits for its turn gets that one. */
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
    await this.followed.stop();
  }

  /** Looks at the schedule; requests during a look are served by the next one. */
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
    await this.followed.letGo(this.followed.names().filter((tenant) => !names.has(tenant)));
    for (const tenant of this.#failed.keys()) if (!names.has(tenant)) this.#failed.delete(tenant);
    const waiting = this.#waiting(mine);
    if (!led.has(source.control)) this.#newsFrom = null;
    else if (waiting.length < waitingMax && (await this.#takeNews())) return this.#look();
    await this.#attachSome(waiting.slice(0, atOnceMax));
    return (await this.followed.restSome(mine)) || waiting.length > atOnceMax;
  }

  /** @returns whether it activated tenants, so that the schedule has to be read again */
  async #takeNews(): Promise<boolean> {
    const { source, store } = this.#parts;
    this.#newsFrom ??= await store.schedule.cursor(source.logId);
    const { seq, tenants } = await source.news(this.#newsFrom);
    if (seq <= this.#newsFrom) return false;
    const present = (await source.find(tenants)).map(({ id }) => id);
    if (present.length > 0) await store.schedule.activate(present);
    await store.schedule.saveCursor(source.logId, seq);
    this.#newsFrom = seq;
    return present.length > 0;
  }

  /**
   * Returns the tenants to attach: new ones, and those whose turn has changed, because their modules may have; without those
   * whose retry is not due and, while the clock is doubtful, those that are due by it alone. In the order of the schedule.
   */
  #waiting(mine: readonly DueTenant[]): readonly DueTenant[] {
    const isDoubtful = this.followed.runner.isClockDoubtful();
    const now = performance.now();
    return mine.filter(({ tenant, turn, dueAtMs }) => {
      if ((this.#failed.get(tenant)?.retryAtMs ?? 0) > now) return false;
      const known = this.followed.turnOf(tenant);
      return known === null ? dueAtMs === 0 || !isDoubtful : known !== turn;
    });
  }

  async #attachSome(some: readonly DueTenant[]): Promise<void> {
    if (some.length === 0) return;
    const found = await this.#parts.source.find(some.map(({ tenant }) => tenant));
    const records = new Map(found.map((tenant) => [tenant.id, tenant]));
    await Promise.all(some.map((due) => this.#attachOne(due, records.get(due.tenant) ?? null)));
  }

  async #attachOne(due: DueTenant, record: T | null): Promise<void> {
    const { tenant } = due;
    try {
      await this.followed.attach(due, record);
      this.#failed.delete(tenant);
    } catch (error) {
      // It is tried again later, and holds up no other tenant.
      const failures = (this.#failed.get(tenant)?.failures ?? 0) + 1;
      this.#failed.set(tenant, { failures, retryAtMs: performance.now() + retryDelayMs(failures, Math.random()) });
      this.#parts.onFault({ name: 'follow-tenants', error });
    }
  }
}
