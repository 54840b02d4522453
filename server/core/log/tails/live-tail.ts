/**
 * Tail of a tenant's log for all live subscriptions of this process: each change is read, filtered and encoded once for all
 * that receive the same. A subscription that comes late or lags reads the log by itself and joins again; the tail
 * waits for none, and keeps nothing but the batch on its way out. Made by live-tails.ts.
 */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Refusal } from '#shared/base/result.ts';
import type { Change } from '../../../store/contract.ts';
import type { LogView, Platform } from '../../platform.ts';
import { aheadOfLog, wholeLog } from '../subscriptions/read-subscription.ts';
import { endOfSubscription, type SubscriptionFilter } from '../subscriptions/subscription-filter.ts';
import { type Batch, changesAfter, stepsAtOnce, visibleChanges } from './batch.ts';

const changesAtOnce = 200;
/** Members served before other work gets a turn: a thousand sockets take some ten milliseconds. */
const membersAtOnce = 200;
/** Commits within this time go out together; longer where sending to all members takes longer. */
const gatherMsMin = 10;
const gatherMsMax = 100;
const faultPauseMs = 500;

export interface Member {
  readonly filter: SubscriptionFilter;
  /** @returns false where the member cannot take it: it received nothing of this batch and is no member any more */
  take(batch: Batch): boolean;
  /** Nothing more comes. @param since where to resume; null: the client must read the records again */
  ended(refusal: Refusal, since: number | null): void;
}

interface Group {
  readonly filter: SubscriptionFilter;
  /** Each with the number up to which it had read the log itself when it joined. */
  readonly members: Map<Member, number>;
}

interface Joining {
  readonly member: Member;
  readonly cursor: number;
  readonly done: (joined: boolean) => void;
}

export class LiveTail {
  readonly #tenant: string;
  readonly #platform: Platform;
  readonly #onFault: (fault: unknown) => void;
  readonly #groups = new Map<string, Group>();
  #joining: Joining[] = [];
  #view: LogView;
  #cursor = 0;
  #sentSeq = 0;
  #isNew = false;
  #isRunning = false;
  #isReading = false;
  #isClosed = false;
  #lastReadMs = Number.NEGATIVE_INFINITY;
  #gatherMs = gatherMsMin;
  #stopListening: (() => void) | null = null;

  constructor(tenant: string, platform: Platform, view: LogView, onFault: (fault: unknown) => void) {
    this.#tenant = tenant;
    this.#platform = platform;
    this.#view = view;
    this.#onFault = onFault;
  }

  get logId(): string {
    return this.#view.logId;
  }

  head(): Promise<number> {
    return this.#view.head();
  }

  /** Number in the log up to which every member has received its changes. */
  get sentSeq(): number {
    return this.#sentSeq;
  }

  hasMembers(): boolean {
    return this.#groups.size > 0;
  }

  /**
   * Reads for a reader that has not caught up.
   *
   * @returns a batch, and whether the log ends with it; or why there is none any more
   */
  async read(
    filter: SubscriptionFilter,
    cursor: number,
  ): Promise<{ readonly batch: Batch; readonly isAll: boolean } | { readonly refusal: Refusal }> {
    const limit = changesAtOnce;
    const asked = { limit, collections: [filter.definition.name] };
    const { changes, seq } = await this.#view.since(cursor, asked).catch(async (fault: unknown) => {
      await this.#reopenView();
      throw fault;
    });
    const refusal = await endOfSubscription(this.#platform, this.#tenant, filter.definition);
    if (refusal) return { refusal };
    return { batch: { changes: await visibleChanges(filter, changes), seq }, isAll: changes.length < limit };
  }

  /**
   * @param cursor number up to which the member has read
   * @returns whether it is a member now; false: the others are ahead of it, it left meanwhile, or the tail is closed
   */
  join(member: Member, cursor: number): Promise<boolean> {
    return new Promise((done) => {
      this.#joining.push({ member, cursor, done });
      if (!this.#isReading) this.#admit();
    });
  }

  leave(member: Member): void {
    const mine = this.#joining.filter((one) => one.member === member);
    this.#joining = this.#joining.filter((one) => one.member !== member);
    for (const { done } of mine) done(false);
    this.#drop(member);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening?.();
    this.#groups.clear();
  }

  /** Only between two reads: what is read was asked for with the collections of that moment. */
  #admit(): void {
    const joining = this.#joining;
    this.#joining = [];
    for (const { cursor, done, member } of joining) {
      if (this.#groups.size === 0) this.#cursor = this.#sentSeq = cursor;
      if (this.#isClosed || cursor < this.#cursor) {
        done(false);
        continue;
      }
      const { key } = member.filter;
      const group = this.#groups.get(key) ?? { filter: member.filter, members: new Map() };
      this.#groups.set(key, group);
      group.members.set(member, cursor);
      this.#stopListening ??= this.#view.onCommit(() => this.#wake());
      // Commits may have come before there was a listener.
      this.#wake();
      done(true);
    }
  }

  #drop(member: Member): void {
    const { key } = member.filter;
    const group = this.#groups.get(key);
    if (!group?.members.delete(member) || group.members.size > 0) return;
    this.#groups.delete(key);
    if (this.#groups.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = null;
  }

  #wake(): void {
    this.#isNew = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isNew && !this.#isClosed && this.#groups.size > 0) {
      const soonMs = this.#lastReadMs + this.#gatherMs - performance.now();
      if (soonMs > 0) await wait(soonMs);
      this.#isNew = false;
      try {
        await this.#readOn();
      } catch (fault) {
        this.#onFault(fault);
        await wait(faultPauseMs);
        await this.#reopenView();
        this.#isNew = true;
      }
    }
    this.#isRunning = false;
  }

  async #readOn(): Promise<void> {
    this.#lastReadMs = performance.now();
    this.#isReading = true;
    let changes: readonly Change[];
    const from = this.#cursor;
    try {
      const definitions = new Set([...this.#groups.values()].map(({ filter }) => filter.definition));
      const collections = [...new Set([...definitions].map(({ name }) => name))];
      const read = await this.#view.since(from, { limit: changesAtOnce, collections });
      for (const definition of definitions) {
        const refusal = await endOfSubscription(this.#platform, this.#tenant, definition);
        if (refusal) this.#end((filter) => filter.definition === definition, refusal, from);
      }
      changes = read.changes;
      this.#cursor = Math.max(from, read.seq);
      if (changes.length >= changesAtOnce) this.#isNew = true;
    } finally {
      this.#isReading = false;
      this.#admit();
    }
    if (changes.length > 0) await this.#tell(changes, from, this.#cursor);
    this.#sentSeq = this.#cursor;
    this.#gatherMs = Math.min(gatherMsMax, Math.max(gatherMsMin, 2 * (performance.now() - this.#lastReadMs)));
  }

  /** A member that joins meanwhile has read these changes itself. */
  async #tell(changes: readonly Change[], from: number, seq: number): Promise<void> {
    const byCollection = Map.groupBy(changes, ({ collection }) => collection);
    let count = 0;
    let steps = 0;
    for (const { members, filter } of [...this.#groups.values()]) {
      const mine = byCollection.get(filter.definition.name);
      if (!mine) continue;
      steps += mine.length * filter.steps;
      if (steps > stepsAtOnce) {
        steps = 0;
        await turn();
      }
      try {
        const batch: Batch = { changes: await visibleChanges(filter, mine), seq };
        if (batch.changes.length === 0) continue;
        for (const [member, after] of [...members]) {
          if (after < seq && members.has(member) && !member.take(changesAfter(batch, after))) this.#drop(member);
          count += 1;
          if (count % membersAtOnce === 0) await turn();
        }
      } catch (fault) {
        // A bug in this group only: its members get an error, the other groups go on.
        this.#onFault(fault);
        this.#end((one) => one === filter, internalError, from);
      }
    }
  }

  #end(is: (filter: SubscriptionFilter) => boolean, refusal: Refusal, since: number | null): void {
    for (const { members, filter } of [...this.#groups.values()])
      if (is(filter))
        for (const member of [...members.keys()]) {
          this.#drop(member);
          member.ended(refusal, since);
        }
  }

  /** Opens the view again after a fault: the tenant may have moved to another database, or be another one after a restore. */
  async #reopenView(): Promise<void> {
    try {
      const view = await wholeLog(this.#platform, this.#tenant);
      if (view.logId !== this.#view.logId) this.#end(() => true, aheadOfLog(await view.head()), null);
      this.#stopListening?.();
      this.#view = view;
      this.#stopListening = this.#groups.size > 0 ? view.onCommit(() => this.#wake()) : null;
    } catch (fault) {
      this.#onFault(fault);
    }
  }
}

const internalError: Refusal = {
  code: 'internal_error',
  message: 'Something went wrong on our side. Subscribe again in a moment, from the last change you have.',
};
