/** Subscribe and unsubscribe, as data. Both need the scope `subscribers:write` alone, so a website's key needs no other. */
import { defineAction } from '../../schema/definition.ts';

export const subscribe = defineAction({
  name: 'marketing.subscribe',
  module: 'marketing',
  summary: 'Add an address to an audience: pending if the audience requires confirmation, otherwise subscribed.',
  scope: 'subscribers:write',
  http: { method: 'POST', paths: ['/marketing/audiences/:audienceId/subscribe'], status: 201 },
  input: [
    { name: 'audienceId', type: 'relation', to: 'audiences', required: true },
    { name: 'email', type: 'email', required: true, maxLength: 254 },
    { name: 'name', type: 'text', maxLength: 200 },
    { name: 'source', type: 'text', maxLength: 120 },
  ],
  tags: ['audiences', 'subscribers'],
  output: { record: 'subscribers' },
});

export const unsubscribe = defineAction({
  name: 'marketing.unsubscribe',
  module: 'marketing',
  summary: 'Remove an address from an audience. The response is the same if it was not on it.',
  scope: 'subscribers:write',
  http: { method: 'POST', paths: ['/marketing/audiences/:audienceId/unsubscribe'] },
  input: [
    { name: 'audienceId', type: 'relation', to: 'audiences', required: true },
    { name: 'email', type: 'email', required: true, maxLength: 254 },
  ],
  tags: ['audiences', 'subscribers'],
  output: {
    data: [
      { name: 'email', type: 'email', required: true },
      { name: 'unsubscribed', type: 'boolean', required: true },
    ],
  },
});
