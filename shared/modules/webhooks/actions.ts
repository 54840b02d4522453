/** What can be done with webhooks beside creating, changing and deleting them. */
import { defineAction } from '../../schema/definition.ts';
import { replayChoices } from './webhooks.ts';

const tags = ['webhooks'] as const;

export const rotateSecret = defineAction({
  name: 'webhooks.rotate_secret',
  module: 'webhooks',
  summary: 'Give a webhook a new secret, shown once; for 24 hours requests are signed by the former one too.',
  output: { record: 'webhooks', once: ['secret'] },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/rotate-secret'] },
  input: [{ name: 'webhook', type: 'relation', to: 'webhooks', required: true }],
  tags,
});

export const testWebhook = defineAction({
  name: 'webhooks.test',
  module: 'webhooks',
  summary: 'Send a test message (`webhooks.endpoint.tested`); the answer is its delivery',
  output: { record: 'webhook_deliveries' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/test'], status: 202 },
  input: [{ name: 'webhook', type: 'relation', to: 'webhooks', required: true }],
  tags: ['webhook_deliveries'],
});

export const enableWebhook = defineAction({
  name: 'webhooks.enable',
  module: 'webhooks',
  summary: 'Send to it again; what it missed meanwhile is sent by a replay',
  output: { record: 'webhooks' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/enable'] },
  input: [{ name: 'webhook', type: 'relation', to: 'webhooks', required: true }],
  tags,
});

export const replayDelivery = defineAction({
  name: 'webhooks.replay_delivery',
  module: 'webhooks',
  summary: 'Send one message again, under its own id',
  output: { record: 'webhook_deliveries' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhook-deliveries/:delivery/replay'], status: 202 },
  input: [{ name: 'delivery', type: 'relation', to: 'webhook_deliveries', required: true }],
  tags: ['webhook_deliveries'],
});

export const replayRange = defineAction({
  name: 'webhooks.replay',
  module: 'webhooks',
  summary:
    'Send the changes of a time range again, in order; the answer is the replay, which shows how far it has come',
  output: { record: 'webhook_replays' },
  scope: 'admin:write',
  http: { method: 'POST', paths: ['/webhooks/:webhook/replay'], status: 202 },
  input: [
    { name: 'webhook', type: 'relation', to: 'webhooks', required: true },
    { name: 'from', type: 'date', required: true },
    { name: 'to', type: 'date', note: 'Absent: until now.' },
    {
      name: 'which',
      type: 'select',
      options: replayChoices,
      default: 'missed',
      note: 'Missed: what was never delivered, also while it was disabled. All: what was delivered, too.',
    },
  ],
  tags: ['webhook_replays'],
});

export const listEventTypes = defineAction({
  name: 'webhooks.event_types',
  module: 'webhooks',
  summary: 'Lists every event type a webhook can ask for, with the collection it is about.',
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
