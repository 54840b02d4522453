/** One attempt to deliver a message: makes its body from the log, signs it, and posts it to the webhook. Writes nothing. */
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { DeliveryRecord, WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RunnerContext } from '../../core/collections/follower.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { hostOf, readTarget } from '../../core/policy/addresses/target-url.ts';
import type { Change, Reader } from '../../store/contract.ts';
import { messageOf, testMessage } from './message.ts';
import { readableChange, readerOf, withoutRoles } from './reader.ts';
import { readRetryAfter } from './schedule.ts';
import type { Sent } from './settle.ts';
import { signedHeaders } from './sign.ts';
import type { WebhookState } from './webhook-state.ts';

const userAgent = 'Gatehouse-Webhooks/1.0';

function unsent(problem: string): Sent['answered'] {
  return { status: null, headers: {}, body: '', cut: false, problem, durationMs: 0 };
}

/** Replaces the values of withdrawable fields by those of now: what a person has taken back since the change is not sent. */
async function asOfNow(reader: Reader, { name, withdrawable }: CollectionDefinition, change: Change): Promise<Change> {
  if (withdrawable === undefined) return change;
  const now = await reader.get(name, change.id);
  const fields = withdrawable.map((field) => [field, now?.[field] ?? null]);
  return { ...change, record: { ...change.record, ...Object.fromEntries(fields) } };
}

const keptInstead = '…';
/** Shorter values stand in too many texts that have nothing to do with them. */
const knownValueLength = 4;

/** Hides values that a person can take back: they are sent, but no withdrawal would reach a copy in the delivery log. */
function asLogged({ withdrawable = [] }: CollectionDefinition, change: Change): Change {
  const hidden = withdrawable.filter((field) => (change.record[field] ?? null) !== null);
  return { ...change, record: { ...change.record, ...Object.fromEntries(hidden.map((name) => [name, keptInstead])) } };
}

/** A receiver may repeat in its answer what it was sent. */
function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((rest, value) => rest.replaceAll(value, keptInstead), text);
}

interface Bodies {
  readonly sent: string;
  /** The body as the delivery log keeps it. */
  readonly logged: string;
  /** Texts that the log does not keep of the answer either. */
  readonly withheld: readonly string[];
}

/** @returns null where there is nothing to send any more */
async function bodyOf(
  state: WebhookState,
  { log, reader, tenant }: RunnerContext,
  webhook: WebhookRecord,
  { changedAt, collection, eventType, id, record, sequence }: DeliveryRecord,
): Promise<Bodies | null> {
  if (sequence === 0) {
    const sent = testMessage(id, tenant, changedAt, webhook);
    return { sent, logged: sent, withheld: [] };
  }
  const logged = state.of(tenant).recall(sequence) ?? (await log.since(sequence - 1, { limit: 1 }))[0];
  const definition = reader.shapeOf(collection);
  if (!logged || !definition || logged.seq !== sequence || logged.id !== record) return null;
  const change = await asOfNow(reader, definition, logged);
  const actor = readerOf(webhook, tenant);
  const written = (as: Actor, of: Change) => {
    const seen = readableChange(as, definition, of);
    return seen && messageOf(id, eventType, tenant, seen);
  };
  const sent = written(actor, change);
  if (sent === null) return null;
  const withheld = (definition.withdrawable ?? [])
    .map((field) => change.record[field])
    .filter((value): value is string => typeof value === 'string' && value.length >= knownValueLength);
  return { sent, logged: written(withoutRoles(actor), asLogged(definition, change)) ?? '', withheld };
}

/** @returns null: there is nothing to send any more; `stopped`: broken off by the signal, nothing is known of it */
export async function makeAttempt(
  state: WebhookState,
  context: RunnerContext,
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
  signal: AbortSignal,
): Promise<Sent | null | 'stopped'> {
  const { clock } = context;
  const { allowPrivate, poster } = state.ports;
  const bodies = await bodyOf(state, context, webhook, delivery);
  if (bodies === null) return null;
  const { logged, sent: body, withheld } = bodies;
  const target = readTarget(webhook.url, allowPrivate);
  const at = clock();
  const secrets = state.secretsOf(webhook, context.tenant, isoTime(at));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': userAgent,
    ...signedHeaders(delivery.id, Math.floor(at / secondMs), body, secrets ?? []),
  };
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const answered = !secrets
    ? unsent('secret_unreadable')
    : !target.ok
      ? unsent('address_refused')
      : await poster.post(target.url, { ...headers, ...length }, body, signal);
  if (answered.problem === 'stopped') return 'stopped';
  return {
    atIso: isoTime(at),
    url: target.ok ? target.url.href : webhook.url,
    host: target.ok ? hostOf(target.url) : '',
    headers,
    body: logged,
    answered: { ...answered, body: withoutValues(answered.body, withheld) },
    retryAfterMs: readRetryAfter(answered.headers['retry-after'], clock()),
  };
}
