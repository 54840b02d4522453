/** Actions on webhooks: a new secret, a test, switching on, sending again. */

import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import {
  enableWebhook,
  listEventTypes,
  replayDelivery,
  replayRange,
  rotateSecret,
  testWebhook,
} from '#shared/modules/webhooks/actions.ts';
import { type WebhookRecord, webhookDeliveries, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import { where } from '#shared/query/query.ts';
import { action, type ModuleAction } from '../../core/collections/action.ts';
import { audit } from '../../identity/audit.ts';
import type { Transaction } from '../../store/contract.ts';
import { allEventTypes } from '../../store/event-types.ts';
import { testEventType } from './message.ts';
import { restart } from './queue-deliveries.ts';
import { neverSent } from './sent-types.ts';
import { secretBytes } from './sign.ts';
import { no, switched } from './webhook-rule.ts';
import type { WebhookState } from './webhook-state.ts';

/** Time for which a secret stays valid after another has taken its place. */
export const overlapMs = 24 * hourMs;
/** Maximum of replays under way at once, per tenant. */
const replaysMax = 20;

async function find(tx: Transaction, id: string): Promise<WebhookRecord | null> {
  return await tx.get(webhooks, id);
}

const missing = (path: string) =>
  ({ ok: false, errors: [{ code: 'not_found', message: 'No such record exists. Check the ID.', path }] }) as const;

const notActive = () => no('webhook_disabled', 'The webhook is switched off. Enable it first.', 'webhook');

/** The envelope of collections; what is hidden is taken out where the answer is shown. */
const shown = (data: unknown) => ok({ data, meta: {} });

export function webhookActions(state: WebhookState): readonly ModuleAction[] {
  return [
    action(rotateSecret, async (tx, input, { actor }) => {
      const webhook = await find(tx, input.webhook);
      if (!webhook) return missing('webhook');
      const place = { tenant: tx.tenant, id: webhook.id };
      const sealedSecret = state.newSecret(secretBytes, place);
      const until = isoTime(Date.parse(tx.now) + overlapMs);
      const changed = await tx.update('webhooks', webhook.id, {
        sealedSecret,
        sealedPrevious: state.boundSecret(webhook.sealedSecret, place),
        previousSecretUntil: until,
      });
      await audit(tx, actor, { action: 'webhook.secret_rotated', subject: webhook.url });
      return shown({ ...changed, secret: state.readSecret(sealedSecret, place) });
    }),
    action(testWebhook, async (tx, input) => {
      const webhook = await find(tx, input.webhook);
      if (!webhook) return missing('webhook');
      if (webhook.status !== 'active') return notActive();
      const made = await tx.create('webhook_deliveries', {
        webhook: webhook.id,
        eventType: testEventType,
        sequence: 0,
        changedAt: tx.now,
        collection: 'webhooks',
        record: webhook.id,
        status: 'pending',
        nextAttemptAt: tx.now,
        attempts: 0,
        lastAttemptAt: null,
        lastStatus: null,
        lastProblem: null,
        firstFailedAt: null,
        place: 0,
      });
      return shown(made);
    }),
    action(enableWebhook, async (tx, input, { actor }) => {
      const webhook = await find(tx, input.webhook);
      if (!webhook) return missing('webhook');
      if (webhook.status === 'active') return shown(webhook);
      const changed = await tx.update('webhooks', webhook.id, { status: 'active', ...switched('active', tx.now) });
      await audit(tx, actor, { action: 'webhook.enabled', subject: webhook.url });
      return shown(changed);
    }),
    action(replayDelivery, async (tx, input, { actor }) => {
      const delivery = await tx.get(webhookDeliveries, input.delivery);
      const webhook = delivery && (await find(tx, delivery.webhook));
      if (!delivery || !webhook) return missing('delivery');
      if (webhook.status !== 'active') return notActive();
      await restart(tx, delivery);
      await audit(tx, actor, { action: 'webhook.delivery_replayed', subject: delivery.id });
      return shown(await tx.get('webhook_deliveries', delivery.id));
    }),
    action(replayRange, async (tx, input, { actor }) => {
      const webhook = await find(tx, input.webhook);
      if (!webhook) return missing('webhook');
      if (webhook.status !== 'active') return notActive();
      const to = input.to ?? tx.now;
      if (input.from > to) return no('replay_range_invalid', 'The range ends before it begins.', 'from');
      if ((await tx.count('webhook_replays', where({ status: 'running' }))) >= replaysMax)
        return no('too_many_replays', 'Too many replays are running. Wait until one is done.', 'webhook');
      const { from, which } = input;
      const made = await tx.create('webhook_replays', {
        webhook: webhook.id,
        from,
        to,
        which: which ?? 'missed',
        status: 'running',
        atSequence: null,
        upToSequence: null,
        deliveries: 0,
        finishedAt: null,
      });
      await audit(tx, actor, { action: 'webhook.replayed', subject: webhook.url, detail: { from, to } });
      return shown(made);
    }),
    action(listEventTypes, async (_reader, _input, { collections }) => {
      const sent = [...(collections?.values() ?? [])].filter(({ name }) => !neverSent.has(name));
      const all = sent.flatMap((one) => allEventTypes(one).map((type) => ({ type, collection: one.name })));
      return shown(all);
    }),
  ];
}
