/** Actions on help desk tickets beyond changing a field, as data. */
import { defineAction } from '../../schema/definition.ts';

export const replyTicket = defineAction({
  name: 'helpdesk.reply_ticket',
  module: 'helpdesk',
  summary:
    'Add a message to a ticket. An agent’s reply sets it to waiting, the requester’s reply reopens it. A note among agents does not change its state.',
  scope: 'helpdesk:write',
  http: { method: 'POST', paths: ['/helpdesk/tickets/:ticketId/reply'], status: 201 },
  input: [
    { name: 'ticketId', type: 'relation', to: 'tickets', required: true },
    { name: 'from', type: 'select', options: ['requester', 'agent'], required: true, default: 'agent' },
    { name: 'agent', type: 'relation', to: 'agents' },
    { name: 'internal', type: 'boolean', required: true, default: false },
    { name: 'body', type: 'richText', required: true, maxLength: 50_000 },
  ],
  tags: ['tickets', 'ticket_messages'],
  output: { record: 'ticket_messages' },
});

export const assignTicket = defineAction({
  name: 'helpdesk.assign_ticket',
  module: 'helpdesk',
  summary: 'Assign a ticket to an agent. A new ticket becomes open.',
  scope: 'helpdesk:write',
  http: { method: 'POST', paths: ['/helpdesk/tickets/:ticketId/assign'] },
  input: [
    { name: 'ticketId', type: 'relation', to: 'tickets', required: true },
    { name: 'agent', type: 'relation', to: 'agents', required: true },
  ],
  tags: ['tickets'],
  output: { record: 'tickets' },
});
