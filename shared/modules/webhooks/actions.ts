/** Actions on webhooks beside creating, changing and deleting them. */
import { defineAction } from '../../schema/definition.ts';
import { replayChoices } from './webhooks.ts';

const tags = ['webhooks'] as const;

export const rotateSecret = defineAction({
  name: 'webhooks.rotate_secret',
  module: 'webhooks',
  summary:
    'Create a new secret for a webhook, shown only once. For 24 hours, requests are also signed with the previous one.',
  output: { record: 'webhooks', once: ['secret'] },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/rotate-secret'] },
  input: [{ name: 'webhook', type: 'relation', to: 'webhooks', required: true }],
  tags,
});

export const testWebhook = defineAction({
  name: 'webhooks.test',
  module: 'webhooks',
  summary: 'Send a test message (`webhooks.endpoint.tested`); the response is its delivery',
  output: { record: 'webhook_deliveries' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/test'], status: 202 },
  input: [{ name: 'webhook', type: 'relation', to: 'webhooks', required: true }],
  tags: ['webhook_deliveries'],
});

export const enableWebhook = defineAction({
  name: 'webhooks.enable',
  module: 'webhooks',
  summary: 'Switch a webhook on again; a replay sends what it missed',
  output: { record: 'webhooks' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/enable'] },
  input: [{ name: 'webhook', type: 'relation', to: 'webhooks', required: true }],
  tags,
});

export const replayDelivery = defineAction({
  name: 'webhooks.replay_delivery',
  module: 'webhooks',
  summary: 'Send one message again, with its original ID',
  output: { record: 'webhook_deliveries' },
  scope: 'admin:write',
  http: {
    method: 'POST',
    paths: ['/webhook-deliveries/:delivery/replay', '/webhook_deliveries/:delivery/replay'],
    status: 202,
  },
  input: [{ name: 'delivery', type: 'relation', to: 'webhook_deliveries', required: true }],
  tags: ['webhook_deliveries'],
});

export const replayRange = defineAction({
  name: 'webhooks.replay',
  module: 'webhooks',
  summary: 'Send the changes of a time range again, in order; the response is the replay with its progress',
  output: { record: 'webhook_replays' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/replay'], status: 202 },
  input: [
    { name: 'webhook', type: 'relation', to: 'webhooks', required: true },
    { name: 'from', type: 'date', required: true },
    { name: 'to', type: 'date', note: 'If omitted, now.' },
    {
      name: 'which',
      type: 'select',
      options: replayChoices,
      default: 'missed',
      note: '`missed`: messages never delivered, also while it was disabled. `all`: delivered messages too.',
    },
  ],
  tags: ['webhook_replays'],
});

export const listEventTypes = defineAction({
  name: 'webhooks.event_types',
  module: 'webhooks',
  summary: 'Lists every event type a webhook can subscribe to, with its collection.',
  output: {
    data: [
      { name: 'type', type: 'text', required: true },
      { name: 'collection', type: 'text', required: true },
    ],
    many: true,
  },
  scope: 'admin:read',
  reads: true,
  http: { method: 'GET', paths: ['/webhook-event-types'] },
  input: [],
  tags,
});
