/**
 * The subscriptions of one session, by the ids that the client gave them: begun, ended, and checked again when the rights
 * of the actor have changed.
 */
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { SubscribeFrame } from '#shared/live/frames.ts';
import { aheadOfLog } from '../../core/log/subscriptions/read-subscription.ts';
import { openSubscriptionFilter, type SubscriptionRequest } from '../../core/log/subscriptions/subscription-filter.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { faultFields } from '../../http/log.ts';
import type { LiveParts } from './live-parts.ts';
import { Subscription } from './subscription.ts';
import type { Wire } from './wire.ts';

export const subscriptionsPerSessionMax = 100;
/** A connection that takes nothing for so long loses the subscription. */
const patienceMs = 15_000;
/** Interval at which a client is sent its position while no change is for it. */
const positionMs = 15_000;

export interface SubscriptionsParts extends LiveParts {
  readonly wire: Wire;
  /** Counts one subscription against the tenant's minute, or throws the refusal. */
  readonly charge: () => Promise<void>;
  /** A subscription has ended by itself. */
  readonly onEnded?: () => void;
}

/** `dialect`: a filter out of a query string is all text. */
export type Subscribing = SubscribeFrame & { readonly dialect?: 'json' | 'url' };

interface Running {
  readonly subscription: Subscription;
  readonly request: SubscriptionRequest;
}

const accessChanged: Refusal = {
  code: 'access_changed',
  message: 'Your access has changed. Reload the records, then subscribe again.',
};

export class SessionSubscriptions {
  readonly #parts: SubscriptionsParts;
  readonly #running = new Map<string, Running>();
  #actor: Actor;
  #isOver = false;
  readonly #positions: NodeJS.Timeout;

  constructor(parts: SubscriptionsParts, actor: Actor) {
    this.#parts = parts;
    this.#actor = actor;
    this.#positions = setInterval(() => {
      for (const { subscription } of this.#running.values()) subscription.sendPosition();
    }, positionMs);
    this.#positions.unref();
  }

  get actor(): Actor {
    return this.#actor;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @returns the refusals; then nothing was sent */
  async begin(frame: Subscribing): Promise<Result<null>> {
    const { collection, dialect = 'json', id, log: logId, since, where } = frame;
    if (this.#running.has(id))
      return refuse({ code: 'id_reused', message: 'A subscription with this ID already exists.' });
    if (this.#running.size >= subscriptionsPerSessionMax)
      return refuse({
        code: 'overloaded',
        message: `A connection can have at most ${subscriptionsPerSessionMax} subscriptions. End some, or open another connection.`,
        detail: { limit: subscriptionsPerSessionMax },
      });
    const { charge, tails, wire } = this.#parts;
    await charge();
    const request: SubscriptionRequest = { collection, where, dialect };
    const tail = await tails.of(this.#actor.tenant);
    const head = await tail.head();
    const filter = await this.#openSubscriptionFilter(request);
    if (!filter.ok) return filter;
    const from = since ?? head;
    if (from > head || (logId !== undefined && logId !== tail.logId)) return refuse(aheadOfLog(head));
    if (this.#isOver) return ok(null);
    const subscription = new Subscription({
      ...{ id, filter: filter.value, from, tail, tails, wire },
      patienceMs: this.#parts.patienceMs ?? patienceMs,
      onFault: (fault) => this.#parts.log.warn('live subscription interrupted', faultFields(fault)),
      onEnd: () => {
        this.#running.delete(id);
        this.#parts.onEnded?.();
      },
    });
    this.#running.set(id, { subscription, request });
    wire.send({ type: 'subscribed', id, seq: from, log: tail.logId });
    subscription.start();
    return ok(null);
  }

  end(id: string): void {
    this.#running.get(id)?.subscription.stop();
    this.#running.delete(id);
  }

  /** Ends those that would show something else to this actor. */
  async become(actor: Actor): Promise<void> {
    this.#actor = actor;
    for (const { subscription, request } of [...this.#running.values()]) {
      const filter = await openSubscriptionFilter(this.#parts, actor, request);
      if (!filter.ok) subscription.ended(filter.errors[0], null);
      else if (filter.value.key !== subscription.filter.key) subscription.ended(accessChanged, null);
    }
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#positions);
    for (const { subscription } of this.#running.values()) subscription.stop();
    this.#running.clear();
  }

  /** Opens a filter for the actor as it is when the filter is open: the actor may change in the meantime. */
  async #openSubscriptionFilter(request: SubscriptionRequest): ReturnType<typeof openSubscriptionFilter> {
    for (;;) {
      const actor = this.#actor;
      const filter = await openSubscriptionFilter(this.#parts, actor, request);
      if (actor === this.#actor) return filter;
    }
  }
}
