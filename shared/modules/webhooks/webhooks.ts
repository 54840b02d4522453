/**
 * Webhooks as records: the endpoints, the deliveries sent or still to send, each attempt with its request and response,
 * and replays. Active in every tenant; administration, like keys and members.
 */
import { type Access, defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

const administration: Access = { read: ['admin:read'], write: ['admin:write'] };

/** Maximum length of an address. */
export const webhookUrlCharsMax = 2_048;

/**
 * Reasons why an endpoint is switched off; null: it is active. All but the first are set by the platform, which then sends a
 * mail.
 */
export const disabledReasons = ['by_hand', 'failing', 'gone', 'backlog_full'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const webhooks = defineCollection({
  name: 'webhooks',
  module: 'webhooks',
  resource: 'endpoint',
  access: administration,
  labels: { one: 'Webhook', many: 'Webhooks' },
  note: 'An address that receives changes as signed POST requests (Standard Webhooks 1.0). Messages contain everything that the person or key that last set its address can read.',
  fields: [
    {
      name: 'url',
      type: 'url',
      required: true,
      maxLength: webhookUrlCharsMax,
      note: 'http or https, a public address; redirects are not followed.',
    },
    { name: 'description', type: 'text', maxLength: 500 },
    {
      name: 'events',
      type: 'array',
      of: 'text',
      maxItems: 100,
      maxLength: 200,
      note: 'Event types, or all with a common beginning: `commerce.order.paid`, `commerce.order.*`, `commerce.*`, `*`. If empty, all.',
    },
    {
      name: 'collections',
      type: 'array',
      of: 'text',
      maxItems: 100,
      maxLength: 63,
      note: 'Only changes of these collections. If empty, of all. With `events`, both must match.',
    },
    { name: 'status', type: 'select', options: ['active', 'disabled'], required: true, default: 'active', index: true },
    {
      name: 'secret',
      type: 'text',
      readOnly: true,
      maxLength: 200,
      note: 'Shown only once, in the response to its creation or rotation. Null afterwards.',
    },
    { name: 'disabledReason', type: 'select', options: disabledReasons, readOnly: true },
    { name: 'disabledAt', type: 'date', readOnly: true },
    {
      name: 'failingSince',
      type: 'date',
      readOnly: true,
      index: true,
      note: 'The first failure after the last success. Null means the last attempt succeeded.',
    },
    {
      name: 'previousSecretUntil',
      type: 'date',
      readOnly: true,
      note: 'After a rotation: until then, each request carries a second signature with the previous secret.',
    },
    { name: 'activeSince', type: 'date', readOnly: true, note: 'Only a replay sends earlier changes.' },
    { name: 'sealedSecret', type: 'text', hidden: true },
    { name: 'sealedPrevious', type: 'text', hidden: true },
    { name: 'reader', type: 'json', hidden: true, note: 'Who last set the address, with their rights at that time.' },
  ],
  searchable: ['url', 'description'],
  lifecycle: {
    field: 'status',
    initial: 'active',
    transitions: [
      { from: 'active', to: 'disabled', emits: 'disabled' },
      { from: 'disabled', to: 'active', emits: 'enabled' },
    ],
  },
});
export type WebhookRecord = RecordOf<typeof webhooks>;

export const webhookDeliveries = defineCollection({
  name: 'webhook_deliveries',
  module: 'webhooks',
  resource: 'delivery',
  access: administration,
  labels: { one: 'Webhook delivery', many: 'Webhook deliveries' },
  note: 'One message to one webhook. Its id is the `webhook-id` of every attempt. Kept for 30 days.',
  fields: [
    { name: 'webhook', type: 'relation', to: 'webhooks', required: true },
    { name: 'eventType', type: 'text', required: true, maxLength: 200 },
    { name: 'sequence', type: 'integer', required: true, note: 'Of the change in the log. 0 means a test.' },
    { name: 'changedAt', type: 'date', required: true, note: 'The `timestamp` of the message.' },
    { name: 'collection', type: 'text', required: true, maxLength: 63 },
    { name: 'record', type: 'text', required: true, maxLength: 36 },
    {
      name: 'status',
      type: 'select',
      options: ['pending', 'waiting', 'delivered', 'failed'],
      required: true,
      note: 'Waiting: an earlier change of the same record is still being sent.',
    },
    { name: 'attempts', type: 'integer', required: true, default: 0, note: 'Since it was created or replayed.' },
    { name: 'nextAttemptAt', type: 'date' },
    { name: 'lastAttemptAt', type: 'date' },
    { name: 'lastStatus', type: 'integer', note: 'The HTTP status of the last response.' },
    {
      name: 'lastProblem',
      type: 'text',
      maxLength: 60,
      note: 'The problem as a code. Null means the response was 2xx.',
    },
    { name: 'firstFailedAt', type: 'date', hidden: true },
    { name: 'place', type: 'integer', required: true, hidden: true, note: 'Order among the messages of a webhook.' },
  ],
  indexes: [['webhook', 'status', 'nextAttemptAt'], ['webhook', 'record', 'status', 'place'], ['createdAt']],
  writable: 'none',
});
export type DeliveryRecord = RecordOf<typeof webhookDeliveries>;

export const webhookAttempts = defineCollection({
  name: 'webhook_attempts',
  module: 'webhooks',
  resource: 'attempt',
  access: administration,
  labels: { one: 'Webhook attempt', many: 'Webhook attempts' },
  note: 'The request that was sent and its response. Signatures are left out, long bodies are shortened. Kept for 30 days.',
  fields: [
    { name: 'delivery', type: 'relation', to: 'webhook_deliveries', required: true, index: true },
    { name: 'webhook', type: 'relation', to: 'webhooks', required: true },
    { name: 'number', type: 'integer', required: true },
    { name: 'at', type: 'date', required: true },
    { name: 'url', type: 'text', required: true, maxLength: webhookUrlCharsMax },
    { name: 'requestHeaders', type: 'json' },
    { name: 'requestBody', type: 'text', maxLength: 4_096 },
    { name: 'status', type: 'integer' },
    { name: 'responseHeaders', type: 'json' },
    { name: 'responseBody', type: 'text', maxLength: 4_096 },
    { name: 'durationMs', type: 'integer', required: true },
    { name: 'problem', type: 'text', maxLength: 60 },
  ],
  indexes: [['createdAt']],
  writable: 'none',
});
export type AttemptRecord = RecordOf<typeof webhookAttempts>;

export const replayChoices = ['missed', 'all'] as const;

export const webhookReplays = defineCollection({
  name: 'webhook_replays',
  module: 'webhooks',
  resource: 'replay',
  access: administration,
  labels: { one: 'Webhook replay', many: 'Webhook replays' },
  note: 'A time range of the log that is sent to one webhook again, in order.',
  fields: [
    { name: 'webhook', type: 'relation', to: 'webhooks', required: true },
    { name: 'from', type: 'date', required: true },
    { name: 'to', type: 'date', required: true },
    { name: 'which', type: 'select', options: replayChoices, required: true },
    { name: 'status', type: 'select', options: ['running', 'done', 'stopped'], required: true, index: true },
    { name: 'atSequence', type: 'integer', note: 'The position in the log that has been processed.' },
    { name: 'upToSequence', type: 'integer', note: 'The position in the log where it ends.' },
    { name: 'deliveries', type: 'integer', required: true, default: 0, note: 'Messages sent so far.' },
    { name: 'finishedAt', type: 'date' },
  ],
  writable: 'none',
});
export type ReplayRecord = RecordOf<typeof webhookReplays>;
