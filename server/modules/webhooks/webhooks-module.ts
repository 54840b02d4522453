/**
 * Webhooks as a module: the endpoints, their deliveries, the follower that queues deliveries and the runner that sends
 * them. Active in every tenant.
 */
import { webhookRefusalStatuses } from '#shared/modules/webhooks/refusals.ts';
import { webhookAttempts, webhookDeliveries, webhookReplays, webhooks } from '#shared/modules/webhooks/webhooks.ts';
import type { Module } from '../../core/collections/module.ts';
import { keepBounds } from './keep-bounds.ts';
import { mailDisabled } from './mail-disabled.ts';
import { replayRanges } from './replay-range.ts';
import { sendDeliveries } from './send-deliveries.ts';
import { takeChanges } from './take-changes.ts';
import { webhookActions } from './webhook-actions.ts';
import { webhookRule } from './webhook-rule.ts';
import { secretPurpose, type WebhookFigures, type WebhookPorts, WebhookState } from './webhook-state.ts';

export interface Webhooks {
  readonly module: Module;
  /** Returns the figures of all tenants this process sends for. */
  figures(nowMs: number): WebhookFigures;
}

export function createWebhooks(ports: WebhookPorts): Webhooks {
  const state = new WebhookState(ports);
  return {
    module: {
      name: 'webhooks',
      always: true,
      collections: [webhooks, webhookDeliveries, webhookAttempts, webhookReplays],
      actions: webhookActions(state),
      rules: [webhookRule(state)],
      followers: [takeChanges(state), mailDisabled(state)],
      jobs: [keepBounds],
      runners: [sendDeliveries(state), replayRanges(state)],
      sealed: ['sealedSecret', 'sealedPrevious'].map((field) => ({
        collection: 'webhooks',
        field,
        purpose: secretPurpose,
      })),
      refusals: webhookRefusalStatuses,
    },
    figures: (nowMs) => state.figures(nowMs),
  };
}
