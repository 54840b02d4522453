/**
 * One webhook as its sender sees it: what is due, how much is under way, and how it has answered lately. A webhook that
 * fails gets one request at a time; each delivery that succeeds doubles the number again.
 */
import type { DeliveryRecord, WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';

/** Maximum number of requests under way to one webhook. */
const inFlightMax = 16;
/** Answers that take longer on average make a webhook a suspect: it would hold the slots of others. */
const slowMs = 2_000;
/** Weight of the newest answer in the average. */
const weight = 0.2;

export class Lane {
  webhook: WebhookRecord;
  readonly queue: DeliveryRecord[] = [];
  inFlight = 0;
  /** There may be due ones beyond those in the queue. */
  hasMore = true;
  /** When a further delivery is due or looked for, Unix milliseconds; infinite: none is known. */
  nextDueMs = Number.POSITIVE_INFINITY;
  #limit = inFlightMax;
  #averageMs = 0;
  #isFailing: boolean;

  constructor(webhook: WebhookRecord) {
    this.webhook = webhook;
    this.#isFailing = webhook.failingSince !== null;
    if (this.#isFailing) this.#limit = 1;
  }

  get isFree(): boolean {
    return this.inFlight < this.#limit;
  }

  get isSuspect(): boolean {
    return this.#isFailing || this.#averageMs > slowMs;
  }

  learn(isDelivered: boolean, durationMs: number): void {
    this.#isFailing = !isDelivered;
    this.#limit = isDelivered ? Math.min(inFlightMax, this.#limit * 2) : 1;
    this.#averageMs += weight * (durationMs - this.#averageMs);
  }
}
