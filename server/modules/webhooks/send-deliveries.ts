/**
 * Runner: sends what is due, webhook by webhook in turn, each with a bounded number of requests under way. What came of
 * them is written in batches; a delivery stays taken until that is durable. A crash in between sends it again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import { type DeliveryRecord, type WebhookRecord, webhookDeliveries } from '#shared/modules/webhooks/webhooks.ts';
import { where } from '#shared/query/query.ts';
import { earliest, type Runner, type RunnerContext } from '../../core/collections/follower.ts';
import type { Reader } from '../../store/contract.ts';
import { countQueue, emptyQueue } from './count-queue.ts';
import { Lane } from './lane.ts';
import { makeAttempt } from './make-attempt.ts';
import { type Outcome, problemOf, settle } from './settle.ts';
import { activeWebhooks } from './take-changes.ts';
import type { TenantState, WebhookState } from './webhook-state.ts';

/** Due deliveries of one webhook that are read at once. */
const pageMax = 100;
/** Outcomes written in one transaction, and how many may wait for it before nothing more is sent. */
const settleMax = 200;
const unsettledMax = 1_000;
/** Longest time for which outcomes wait for further ones, and interval of a look: each transaction is a flush to the disk. */
const settleDelayMs = 25;
const settleLookMs = 5;
/** Longest rest: the clock may have been set. */
const restMaxMs = minuteMs;
const slotRestMs = secondMs;
/** Interval at which the queue is counted for the figures. */
const countEveryMs = 15 * secondMs;
/** A webhook whose next delivery is far ahead is looked at again all the same: the clock may have been set back. */
const lookAgainMs = 5 * minuteMs;
/** Time limit for requests under way on stopping; then they are broken off and sent again later. */
const graceMs = 3 * secondMs;

export function sendDeliveries(state: WebhookState): Runner {
  return {
    name: 'webhooks.send',
    async nextDue({ reader }) {
      const times: (number | null)[] = [];
      for (const webhook of await activeWebhooks(reader)) {
        const [first] = await firstPending(reader, webhook, 1);
        times.push(first ? Date.parse(first.nextAttemptAt ?? '') || 0 : null);
      }
      return earliest(times);
    },
    run: (context) => new Sender(state, context).run(),
  };
}

/** Reads the pending deliveries of this webhook, the first due ones first. */
function firstPending(reader: Reader, { id }: WebhookRecord, limit: number) {
  return reader.find(webhookDeliveries, {
    where: where({ webhook: id, status: 'pending' }),
    sort: [{ path: 'nextAttemptAt', direction: 'asc' }],
    limit,
  });
}

class Sender {
  readonly #state: WebhookState;
  readonly #tenant: TenantState;
  readonly #context: RunnerContext;
  /** The lane of each webhook, in the order in which they take turns. */
  readonly #lanes = new Map<string, Lane>();
  /** Deliveries that are being sent, or whose outcome is not written yet. */
  readonly #taken = new Set<string>();
  readonly #flights = new Set<Promise<void>>();
  readonly #outcomes: Outcome[] = [];
  readonly #breakOff = new AbortController();
  #settling: Promise<void> | null = null;
  #fault: { readonly error: unknown } | null = null;
  #isAwake = true;
  #wakeUp: (() => void) | null = null;
  #turn = 0;
  #countedAtMs = Number.NEGATIVE_INFINITY;
  #passedAtMs = Number.NEGATIVE_INFINITY;

  constructor(state: WebhookState, context: RunnerContext) {
    this.#state = state;
    this.#tenant = state.of(context.tenant);
    this.#context = context;
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    const stopListening = this.#tenant.onWake('send', () => {
      for (const lane of this.#lanes.values()) lane.hasMore = true;
      this.#wake();
    });
    signal.addEventListener('abort', this.#wake, { once: true });
    try {
      while (!signal.aborted) {
        this.#isAwake = false;
        await this.#rest(await this.#pass());
      }
    } finally {
      stopListening();
      signal.removeEventListener('abort', this.#wake);
      this.#state.slots.forget(this.#wake);
      await this.#end();
      this.#tenant.figures = emptyQueue;
    }
  }

  async #end(): Promise<void> {
    const grace = setTimeout(() => this.#breakOff.abort(), graceMs);
    await Promise.all(this.#flights);
    clearTimeout(grace);
    await this.#settling;
  }

  readonly #wake = (): void => {
    this.#isAwake = true;
    this.#wakeUp?.();
  };

  async #rest(ms: number): Promise<void> {
    const { signal, sleep } = this.#context;
    if (this.#isAwake || signal.aborted) return;
    const woken = new AbortController();
    this.#wakeUp = () => woken.abort();
    await sleep(Math.min(Math.max(ms, 0), restMaxMs), woken.signal);
    this.#wakeUp = null;
  }

  /** @returns milliseconds until there is something to do */
  async #pass(): Promise<number> {
    const { clock, reader } = this.#context;
    if (this.#fault) throw this.#fault.error;
    const webhooks = await activeWebhooks(reader);
    this.#open(webhooks);
    await this.#count(webhooks);
    if (this.#outcomes.length >= unsettledMax) return restMaxMs;
    const now = clock();
    if (now < this.#passedAtMs) for (const lane of this.#lanes.values()) lane.hasMore = true;
    this.#passedAtMs = now;
    let next = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes.values()) {
      await this.#fill(lane, now);
      next = Math.min(next, lane.nextDueMs);
    }
    const isFull = this.#launch();
    return Math.min(next - now, isFull ? slotRestMs : restMaxMs);
  }

  #open(webhooks: readonly WebhookRecord[]): void {
    const present = new Set(webhooks.map(({ id }) => id));
    for (const id of this.#lanes.keys()) if (!present.has(id)) this.#lanes.delete(id);
    for (const webhook of webhooks) {
      const lane = this.#lanes.get(webhook.id);
      if (lane) lane.webhook = webhook;
      else this.#lanes.set(webhook.id, new Lane(webhook));
    }
  }

  /** Reads what is due, where nothing is at hand and there may be something. */
  async #fill(lane: Lane, now: number): Promise<void> {
    if (lane.nextDueMs <= now) {
      lane.hasMore = true;
      lane.nextDueMs = Number.POSITIVE_INFINITY;
    }
    if (!lane.hasMore || lane.queue.length > 0 || !lane.isFree) return;
    lane.hasMore = false;
    lane.nextDueMs = Number.POSITIVE_INFINITY;
    const limit = pageMax + this.#taken.size;
    const found = await firstPending(this.#context.reader, lane.webhook, limit);
    const nowIso = isoTime(now);
    for (const delivery of found) {
      if (this.#taken.has(delivery.id)) continue;
      if ((delivery.nextAttemptAt ?? '') <= nowIso) lane.queue.push(delivery);
      else {
        lane.nextDueMs = Math.min(Date.parse(delivery.nextAttemptAt ?? ''), now + lookAgainMs);
        break;
      }
    }
    if (found.length === limit && lane.nextDueMs === Number.POSITIVE_INFINITY) lane.hasMore = true;
  }

  /** One of each webhook in turn, as long as there are places. @returns whether there were none left */
  #launch(): boolean {
    const { slots } = this.#state;
    if (this.#context.signal.aborted || this.#fault || this.#outcomes.length >= unsettledMax) return false;
    const lanes = [...this.#lanes.values()];
    this.#turn += 1;
    let isFull = false;
    for (let idle = 0, i = this.#turn; idle < lanes.length; i += 1) {
      const lane = lanes[i % lanes.length]!;
      const delivery = lane.isFree ? lane.queue[0] : undefined;
      if (!delivery) idle += 1;
      else if (slots.take(lane.isSuspect)) {
        idle = 0;
        lane.queue.shift();
        this.#send(lane, delivery, lane.isSuspect);
      } else {
        idle += 1;
        isFull = true;
      }
    }
    if (isFull) slots.wait(this.#wake);
    return isFull;
  }

  #send(lane: Lane, delivery: DeliveryRecord, isSuspect: boolean): void {
    this.#taken.add(delivery.id);
    lane.inFlight += 1;
    const flight = this.#attempt(lane, delivery)
      .then(
        (outcome) => {
          if (outcome) this.#settle(outcome);
          else this.#taken.delete(delivery.id);
        },
        (error: unknown) => {
          this.#fault ??= { error };
        },
      )
      .finally(() => {
        lane.inFlight -= 1;
        this.#state.slots.release(isSuspect);
        this.#flights.delete(flight);
        // Deliveries at hand go on at once; a look at the store is only needed where they are used up.
        this.#launch();
        if (this.#fault || (lane.hasMore && lane.queue.length === 0)) this.#wake();
      });
    this.#flights.add(flight);
  }

  /** @returns null: broken off because the server stops; nothing is known of it */
  async #attempt(lane: Lane, delivery: DeliveryRecord): Promise<Outcome | null> {
    const made = await makeAttempt(this.#state, this.#context, lane.webhook, delivery, this.#breakOff.signal);
    if (made === 'stopped') return null;
    if (made) {
      const isDelivered = problemOf(made.answered) === null;
      lane.learn(isDelivered, made.answered.durationMs);
      this.#state.attempts[isDelivered ? 'delivered' : 'failed'] += 1;
    }
    return { delivery, sent: made };
  }

  #settle(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    this.#settling ??= this.#settleAll();
  }

  async #gather(): Promise<void> {
    for (let waitedMs = 0; waitedMs < settleDelayMs && this.#flights.size > 0; waitedMs += settleLookMs) {
      const before = this.#outcomes.length;
      if (before >= settleMax) return;
      await sleep(settleLookMs);
      // A delivery that is still in progress may take longer: nothing waits for it.
      if (this.#outcomes.length === before) return;
    }
  }

  async #settleAll(): Promise<void> {
    const { commit, random } = this.#context;
    try {
      // Outcomes that come in while one transaction is written go into the next.
      while (this.#outcomes.length > 0) {
        await this.#gather();
        const wasFull = this.#outcomes.length >= unsettledMax;
        const some = this.#outcomes.splice(0, settleMax);
        const done = await commit((tx) => settle(tx, some, random));
        if (!done.ok) throw new Error(`outcomes not written: ${done.errors[0].code}`);
        for (const { delivery } of some) this.#taken.delete(delivery.id);
        for (const { webhook, dueAtMs } of done.value.due) {
          const lane = this.#lanes.get(webhook);
          if (lane) lane.nextDueMs = Math.min(lane.nextDueMs, dueAtMs);
        }
        if (wasFull || done.value.isNews) this.#wake();
      }
    } catch (error) {
      this.#fault ??= { error };
      this.#wake();
    } finally {
      // It is reset in the same turn as the last look: what comes a moment later begins again.
      this.#settling = null;
    }
  }

  async #count(webhooks: readonly WebhookRecord[]): Promise<void> {
    const { clock, reader } = this.#context;
    const now = clock();
    if (webhooks.length === 0 || now - this.#countedAtMs < countEveryMs) return;
    this.#countedAtMs = now;
    this.#tenant.figures = await countQueue(reader, webhooks);
  }
}
