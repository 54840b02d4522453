/** Webhooks as a module: endpoints and what they are told, who takes it from the log, who sends it. In every tenant. */
import { webhookRefusalStatuses } from '#shared/modules/webhooks/refusals.ts';
import { webhookAttempts, webhookDeliveries, webhookReplays, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import type { Module } from '../../core/collections/module.ts';
import { Desk, secretPurpose, type WebhookFigures, type WebhookPorts } from './desk.ts';
import { keepBounds } from './keep-bounds.ts';
import { replayRanges } from './replay-range.ts';
import { sendDeliveries } from './send-deliveries.ts';
import { takeChanges } from './take-changes.ts';
import { tellDisabled } from './tell-disabled.ts';
import { webhookActions } from './webhook-actions.ts';
import { webhookRule } from './webhook-rule.ts';

export interface Webhooks {
  readonly module: Module;
  /** Of all tenants this process sends for. */
  figures(nowMs: number): WebhookFigures;
}

export function createWebhooks(ports: WebhookPorts): Webhooks {
  const desk = new Desk(ports);
  return {
    module: {
      name: 'webhooks',
      always: true,
      collections: [webhooks, webhookDeliveries, webhookAttempts, webhookReplays],
      actions: webhookActions(desk),
      rules: [webhookRule(desk)],
      followers: [takeChanges(desk), tellDisabled(desk)],
      jobs: [keepBounds],
      runners: [sendDeliveries(desk), replayRanges(desk)],
      sealed: ['sealedSecret', 'sealedPrevious'].map((field) => ({
        collection: 'webhooks',
        field,
        purpose: secretPurpose,
      })),
      refusals: webhookRefusalStatuses,
    },
    figures: (nowMs) => desk.figures(nowMs),
  };
}
