/** Checks a webhook when it is saved, gives it its secret, and writes the audit log. */
import type { Values } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { WebhookRefusal } from '#shared/modules/webhooks/refusals.ts';
import { type WebhookRecord, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { recordOf } from '#shared/schema/record-of.ts';
import type { CollectionRule } from '../../core/collections/action.ts';
import { readTarget, type TargetProblem } from '../../core/policy/addresses/target-url.ts';
import { audit } from '../../identity/audit.ts';
import { allEventTypes } from '../../store/event-types.ts';
import { writeReader } from './reader.ts';
import { eventPattern, fits } from './sent-types.ts';
import { secretBytes } from './sign.ts';
import type { WebhookState } from './webhook-state.ts';

/** Maximum of webhooks per tenant. */
export const webhooksMax = 100;

export function no(code: WebhookRefusal, message: string, path: string, detail?: Values): Result<never> {
  return { ok: false, errors: [{ code, message, path, ...(detail ? { detail } : {}) }] };
}

const said: Readonly<Record<TargetProblem, string>> = {
  not_a_url: '`url` must be an address such as https://example.org/hooks.',
  scheme: 'The address must begin with https:// or http://.',
  credentials: 'The address must not contain a user or password. Check the signature instead.',
  port: 'The address uses a port that is not allowed for web servers.',
  private_address: 'The address must be public.',
  private_name: 'The server name has no public address.',
};

function checkUrl(url: unknown, { ports }: WebhookState): Result<string | null> {
  if (typeof url !== 'string') return ok(null);
  const target = readTarget(url, ports.allowPrivate);
  if (target.ok) return ok(target.url.href);
  return no('webhook_url_refused', said[target.problem], 'url', { reason: target.problem });
}

function checkWishes(
  { events, collections }: Values,
  known: ReadonlyMap<string, CollectionDefinition> | undefined,
): Result<null> {
  const types = [...(known?.values() ?? [])].flatMap(allEventTypes);
  for (const [i, pattern] of (Array.isArray(events) ? events : []).entries()) {
    const isKnown = eventPattern.test(pattern) && (!known || types.some((type) => fits(pattern, type)));
    if (!isKnown)
      return no('event_type_unknown', `No event type is named ${pattern}.`, `events[${i}]`, {
        examples: ['*', ...types.slice(0, 3)],
      });
  }
  for (const [i, name] of (Array.isArray(collections) ? collections : []).entries())
    if (known && !known.has(name))
      return no('webhook_collection_unknown', `No collection is named ${name}.`, `collections[${i}]`);
  return ok(null);
}

/** The fields that change when a webhook is switched on or off by hand. */
export function switched(status: unknown, now: string): Values {
  if (status === 'disabled') return { disabledReason: 'by_hand', disabledAt: now };
  return { disabledReason: null, disabledAt: null, failingSince: null, activeSince: now };
}

/** Binds secrets that an earlier release sealed to their webhook when it is written. */
function boundSecrets(state: WebhookState, { id, sealedPrevious, sealedSecret }: WebhookRecord, tenant: string) {
  const place = { tenant, id };
  return {
    sealedSecret: state.boundSecret(sealedSecret, place),
    sealedPrevious: state.boundSecret(sealedPrevious, place),
  };
}

const verbs = { create: 'created', update: 'changed', delete: 'removed' } as const;

export function webhookRule(state: WebhookState): CollectionRule {
  return {
    collection: 'webhooks',
    async before({ op, values, current, id }, tx, { actor, collections }) {
      const before = recordOf(webhooks, current);
      const url = checkUrl(values['url'], state);
      if (!url.ok) return url;
      const wishes = checkWishes(values, collections);
      if (!wishes.ok) return wishes;
      if (op === 'create' && (await tx.count('webhooks')) >= webhooksMax)
        return no('too_many_webhooks', `A tenant can have at most ${webhooksMax} webhooks. Delete one first.`, 'url');
      await audit(tx, actor, {
        action: `webhook.${verbs[op]}`,
        subject: url.value ?? before?.url ?? '',
        detail: op === 'delete' ? {} : Object.fromEntries(Object.entries(values).filter(([name]) => named.has(name))),
      });
      const isSwitched = op !== 'delete' && typeof values['status'] === 'string' && values['status'] !== before?.status;
      return ok({
        ...values,
        ...(url.value === null ? {} : { url: url.value }),
        ...(isSwitched ? switched(values['status'], tx.now) : {}),
        ...(url.value === null || url.value === before?.url ? {} : { reader: writeReader(actor) }),
        ...(op === 'create' ? { sealedSecret: state.newSecret(secretBytes, { tenant: tx.tenant, id: id() }) } : {}),
        ...(op === 'update' && before ? boundSecrets(state, before, tx.tenant) : {}),
      });
    },
    shownOnce({ id, sealedSecret }, tenant) {
      return typeof sealedSecret === 'string' ? { secret: state.readSecret(sealedSecret, { tenant, id }) } : {};
    },
  };
}

/** Fields whose changes the audit log names. */
const named: ReadonlySet<string> = new Set(['url', 'events', 'collections', 'status', 'description']);
