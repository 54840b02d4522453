/** Helpdesk: tickets with numbers and deadlines, the conversation on them, and help articles. */
import { defineModule, moveAction } from '../module-definition.ts';
import { assignTicket, replyTicket } from './actions.ts';
import {
  agents,
  cannedReplies,
  helpArticles,
  helpdeskNumberSeries,
  slaPolicies,
  supportQueues,
  ticketMessages,
  tickets,
} from './tickets.ts';

const ticket = { module: 'helpdesk', collection: 'tickets', id: 'ticketId' } as const;
const article = { module: 'helpdesk', collection: 'help_articles', id: 'articleId' } as const;

export const helpdeskModule = defineModule({
  name: 'helpdesk',
  label: 'Helpdesk',
  summary: 'Tickets with numbers and deadlines, the conversation on them, and help articles.',
  needs: ['crm'],
  collections: [
    tickets,
    ticketMessages,
    agents,
    supportQueues,
    slaPolicies,
    cannedReplies,
    helpArticles,
    helpdeskNumberSeries,
  ],
  rules: [
    {
      kind: 'number',
      collection: 'tickets',
      field: 'number',
      series: 'helpdesk_number_series',
      key: 'ticket',
      prefix: 'T-',
      digits: 6,
    },
    {
      kind: 'deadline',
      collection: 'tickets',
      field: 'firstResponseDueAt',
      relation: 'slaPolicy',
      minutes: 'firstResponseMinutes',
    },
    {
      kind: 'deadline',
      collection: 'tickets',
      field: 'resolutionDueAt',
      relation: 'slaPolicy',
      minutes: 'resolutionMinutes',
    },
    { kind: 'stamp', collection: 'tickets', field: 'resolvedAt', states: ['resolved'], each: true },
    { kind: 'stamp', collection: 'tickets', field: 'closedAt', states: ['closed'], each: true },
    { kind: 'append-only', collection: 'ticket_messages' },
    { kind: 'rollup', collection: 'ticket_messages', by: 'ticket', into: 'messageCount' },
    { kind: 'slug', collection: 'help_articles', field: 'slug', from: 'title' },
    { kind: 'stamp', collection: 'help_articles', field: 'publishedAt', states: ['published'] },
    { kind: 'kept', collection: 'tickets', by: [{ collection: 'ticket_messages', field: 'ticket' }] },
    { kind: 'kept', collection: 'agents', by: [{ collection: 'tickets', field: 'assignee' }] },
    { kind: 'kept', collection: 'support_queues', by: [{ collection: 'tickets', field: 'queue' }] },
    {
      kind: 'kept',
      collection: 'sla_policies',
      by: [
        { collection: 'tickets', field: 'slaPolicy' },
        { collection: 'support_queues', field: 'slaPolicy' },
      ],
    },
  ],
  actions: [
    { definition: replyTicket },
    { definition: assignTicket },
    moveAction({
      ...ticket,
      name: 'resolve_ticket',
      to: 'resolved',
      summary: 'Record that the request is resolved.',
    }),
    moveAction({ ...ticket, name: 'reopen_ticket', to: 'open', summary: 'Reopen a resolved ticket.' }),
    moveAction({ ...ticket, name: 'close_ticket', to: 'closed', summary: 'Close a resolved ticket.' }),
    moveAction({ ...article, name: 'publish_article', to: 'published', summary: 'Publish a help article.' }),
  ],
});
