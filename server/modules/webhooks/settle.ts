/**
 * Writes the result of attempts: the attempt itself, the delivery's state, the next delivery that waited for it, and the state
 * of the webhook. The webhook is switched off when it answers 410, or when a delivery fails for good and no attempt has
 * succeeded since its first one. Runs inside a transaction.
 */

import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import {
  type DeliveryRecord,
  type DisabledReason,
  type WebhookRecord,
  webhookDeliveries,
  webhooks,
} from '#shared/modules/webhooks/webhooks.ts';
import type { Transaction } from '../../store/contract.ts';
import type { Answered } from './poster.ts';
import { promoteNext } from './queue-deliveries.ts';
import { pauseMs } from './schedule.ts';

export interface Sent {
  readonly atIso: string;
  readonly url: string;
  /** Empty where `url` is no address that may be contacted. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as the delivery log keeps it. */
  readonly body: string;
  /** `problem`: a `PostProblem`, or `secret_unreadable` where nothing was posted. */
  readonly answered: Omit<Answered, 'problem'> & { readonly problem: string | null };
  /** Pause that the receiver asked for; null: it asked for none. */
  readonly retryAfterMs: number | null;
}

export interface Outcome {
  readonly delivery: DeliveryRecord;
  /** Null: there is nothing to send any more, so nothing was sent. */
  readonly sent: Sent | null;
}

/** Maximum of a body that is kept, in characters. */
export const bodyKeptMax = 4_096;
const gone = 410;

/** A webhook with a delivery that is due, and the time at which it is due. */
export interface Due {
  readonly webhook: string;
  readonly dueAtMs: number;
}

function cutText(text: string): string {
  const cut = text.slice(0, bodyKeptMax);
  // Not through the middle of a character.
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** Returns the problem as a code; null: the answer was 2xx. */
export function problemOf({ status, problem }: Sent['answered']): string | null {
  if (status === null) return problem;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : `status_${status}`;
}

async function keepAttempt(tx: Transaction, { id, webhook, attempts }: DeliveryRecord, sent: Sent): Promise<void> {
  const { answered, atIso, body, headers, host, url } = sent;
  await tx.create('webhook_attempts', {
    delivery: id,
    webhook,
    number: attempts + 1,
    at: atIso,
    url,
    // A reader of the log must not be able to send it again.
    requestHeaders: { host, ...headers, 'webhook-signature': 'v1,…' },
    requestBody: cutText(body),
    status: answered.status,
    responseHeaders: answered.headers,
    responseBody: answered.cut ? `${cutText(answered.body).slice(0, bodyKeptMax - 1)}…` : cutText(answered.body),
    durationMs: answered.durationMs,
    problem: problemOf(answered),
  });
}

/** The webhooks of one batch, as they stand in the transaction. */
class Endpoints {
  readonly #tx: Transaction;
  readonly #known = new Map<string, WebhookRecord | null>();

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  async get(id: string): Promise<WebhookRecord | null> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = await this.#tx.get(webhooks, id);
    this.#known.set(id, found);
    return found;
  }

  async failingSince(id: string, value: string | null): Promise<void> {
    const webhook = await this.get(id);
    if (!webhook || (webhook.failingSince === null) === (value === null)) return;
    this.#known.set(id, await this.#tx.update(webhooks, id, { failingSince: value }));
  }

  async disable(id: string, reason: DisabledReason): Promise<void> {
    const webhook = await this.get(id);
    if (webhook?.status !== 'active') return;
    this.#known.set(id, await disable(this.#tx, webhook, reason));
  }
}

/** Switches it off in the name of the platform; the mail about it follows the log. */
export async function disable(tx: Transaction, webhook: WebhookRecord, reason: DisabledReason): Promise<WebhookRecord> {
  await tx.create('audit_entries', {
    actor: 'system:webhooks',
    actorLabel: null,
    action: 'webhook.disabled',
    subject: webhook.url.slice(0, 300),
    from: null,
    detail: { reason, failingSince: webhook.failingSince },
  });
  const patch = { status: 'disabled', disabledAt: tx.now, disabledReason: reason };
  return await tx.update(webhooks, webhook.id, patch);
}

/** @returns when this delivery, or the next one of its record, is due, Unix milliseconds; null: neither is */
async function settleOne(
  tx: Transaction,
  { delivery, sent }: Outcome,
  endpoints: Endpoints,
  random: () => number,
): Promise<number | null> {
  if (sent) await keepAttempt(tx, delivery, sent);
  const current = await tx.get(webhookDeliveries, delivery.id);
  // Deleted meanwhile, or replayed, which begins again.
  if (!current || current.version !== delivery.version)
    return current?.status === 'pending' ? Date.parse(tx.now) : null;
  const { id, webhook, record } = delivery;
  const attempts = delivery.attempts + (sent ? 1 : 0);
  const problem = sent ? problemOf(sent.answered) : 'record_gone';
  const seen = sent
    ? { attempts, lastAttemptAt: sent.atIso, lastStatus: sent.answered.status, lastProblem: problem }
    : { lastProblem: problem };
  if (problem === null) {
    await tx.update('webhook_deliveries', id, { ...seen, status: 'delivered', nextAttemptAt: null });
    await endpoints.failingSince(webhook, null);
    return (await promoteNext(tx, webhook, record)) ? Date.parse(tx.now) : null;
  }
  const isGone = sent?.answered.status === gone;
  const pause = sent && !isGone ? pauseMs(attempts, random(), sent.retryAfterMs) : null;
  const firstFailedAt = delivery.firstFailedAt ?? tx.now;
  if (sent) await endpoints.failingSince(webhook, tx.now);
  if (pause !== null) {
    const dueAtMs = Date.parse(tx.now) + pause;
    await tx.update('webhook_deliveries', id, { ...seen, firstFailedAt, nextAttemptAt: isoTime(dueAtMs) });
    return dueAtMs;
  }
  await tx.update('webhook_deliveries', id, { ...seen, firstFailedAt, status: 'failed', nextAttemptAt: null });
  const failingSince = (await endpoints.get(webhook))?.failingSince ?? null;
  // No attempt of any delivery succeeded since this one was first tried: the endpoint does not answer.
  const isDead = sent !== null && failingSince !== null && failingSince <= firstFailedAt;
  if (isGone || isDead) await endpoints.disable(webhook, isGone ? 'gone' : 'failing');
  return (await promoteNext(tx, webhook, record)) ? Date.parse(tx.now) : null;
}

export interface Settled {
  readonly due: readonly Due[];
  /** Something is due, or a webhook may no longer be what it was. */
  readonly isNews: boolean;
}

export async function settle(
  tx: Transaction,
  outcomes: readonly Outcome[],
  random: () => number,
): Promise<Result<Settled>> {
  const endpoints = new Endpoints(tx);
  const due: Due[] = [];
  let isNews = false;
  for (const outcome of outcomes) {
    const dueAtMs = await settleOne(tx, outcome, endpoints, random);
    if (dueAtMs !== null) due.push({ webhook: outcome.delivery.webhook, dueAtMs });
    isNews ||= dueAtMs !== null || outcome.sent === null || problemOf(outcome.sent.answered) !== null;
  }
  return ok({ due, isNews });
}
