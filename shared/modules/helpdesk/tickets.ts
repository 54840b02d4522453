/** Collections of support: tickets, the agents who answer them, and the promised response times. */
import { defineCollection } from '../../schema/definition.ts';
import { lifecycle } from '../module-definition.ts';
import { numberSeries } from '../number-series.ts';

export const agents = defineCollection({
  name: 'agents',
  module: 'helpdesk',
  labels: { one: 'Agent', many: 'Agents' },
  note: 'Who answers tickets.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    { name: 'email', type: 'email', required: true, unique: true, maxLength: 254 },
    { name: 'queues', type: 'relation', to: 'support_queues', many: true },
    { name: 'signature', type: 'text', maxLength: 1_000 },
    { name: 'available', type: 'boolean', required: true, default: true, index: true },
  ],
  searchable: ['name', 'email'],
});

export const supportQueues = defineCollection({
  name: 'support_queues',
  module: 'helpdesk',
  resource: 'queue',
  labels: { one: 'Support queue', many: 'Support queues' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 80 },
    { name: 'email', type: 'email', maxLength: 254, note: 'Email to this address arrives here.' },
    { name: 'slaPolicy', type: 'relation', to: 'sla_policies', index: true },
    { name: 'position', type: 'integer', required: true, default: 0, min: 0, max: 10_000 },
  ],
  searchable: ['name'],
});

export const slaPolicies = defineCollection({
  name: 'sla_policies',
  module: 'helpdesk',
  labels: { one: 'SLA policy', many: 'SLA policies' },
  note: 'How soon a ticket should be answered and resolved, counted from its creation.',
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 80 },
    { name: 'firstResponseMinutes', type: 'integer', required: true, min: 1, max: 525_600 },
    { name: 'resolutionMinutes', type: 'integer', required: true, min: 1, max: 525_600 },
  ],
  searchable: ['name'],
});

export const tickets = defineCollection({
  name: 'tickets',
  module: 'helpdesk',
  labels: { one: 'Ticket', many: 'Tickets' },
  fields: [
    { name: 'number', type: 'text', readOnly: true, unique: true, maxLength: 40 },
    { name: 'subject', type: 'text', required: true, maxLength: 300 },
    { name: 'description', type: 'richText', maxLength: 50_000 },
    {
      name: 'status',
      type: 'select',
      options: ['new', 'open', 'waiting', 'resolved', 'closed'],
      required: true,
      default: 'new',
      index: true,
    },
    {
      name: 'priority',
      type: 'select',
      options: ['low', 'normal', 'high', 'urgent'],
      required: true,
      default: 'normal',
      index: true,
    },
    {
      name: 'kind',
      type: 'select',
      options: ['question', 'problem', 'incident', 'request'],
      required: true,
      default: 'question',
    },
    {
      name: 'channel',
      type: 'select',
      options: ['web', 'email', 'phone', 'chat', 'api'],
      required: true,
      default: 'web',
      index: true,
    },
    { name: 'requester', type: 'relation', to: 'contacts', index: true },
    { name: 'requesterEmail', type: 'email', maxLength: 254, index: true },
    { name: 'company', type: 'relation', to: 'companies', index: true },
    { name: 'queue', type: 'relation', to: 'support_queues', index: true },
    { name: 'assignee', type: 'relation', to: 'agents', index: true },
    { name: 'slaPolicy', type: 'relation', to: 'sla_policies', index: true },
    { name: 'tags', type: 'array', of: 'text', maxItems: 30, maxLength: 60 },
    { name: 'messageCount', type: 'integer', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'firstResponseDueAt', type: 'date', readOnly: true, index: true },
    { name: 'resolutionDueAt', type: 'date', readOnly: true, index: true },
    { name: 'firstRespondedAt', type: 'date', readOnly: true },
    { name: 'resolvedAt', type: 'date', readOnly: true },
    { name: 'closedAt', type: 'date', readOnly: true },
    { name: 'satisfaction', type: 'integer', min: 1, max: 5, note: 'The requester’s rating. 5 is best.' },
  ],
  searchable: ['number', 'subject', 'description'],
  indexes: [
    ['status', 'priority'],
    ['assignee', 'status'],
  ],
  lifecycle: lifecycle(
    'new',
    [
      ['new', 'open', 'opened'],
      [['new', 'open'], 'waiting', 'waiting'],
      ['waiting', 'open', 'answered'],
      [['new', 'open', 'waiting'], 'resolved', 'resolved'],
      ['resolved', 'open', 'reopened'],
      ['resolved', 'closed', 'closed'],
      ['closed', 'open', 'reopened'],
    ],
    { begins: ['new', 'open'] },
  ),
});

export const ticketMessages = defineCollection({
  name: 'ticket_messages',
  module: 'helpdesk',
  resource: 'message',
  labels: { one: 'Ticket message', many: 'Ticket messages' },
  note: 'Cannot be changed. In the order of writing.',
  fields: [
    { name: 'ticket', type: 'relation', to: 'tickets', required: true, index: true },
    { name: 'from', type: 'select', options: ['requester', 'agent'], required: true },
    { name: 'agent', type: 'relation', to: 'agents', index: true },
    { name: 'internal', type: 'boolean', required: true, default: false, note: 'A note among agents.' },
    { name: 'body', type: 'richText', required: true, maxLength: 50_000 },
    { name: 'attachments', type: 'array', of: 'text', maxItems: 20, maxLength: 500 },
  ],
  searchable: ['body'],
});

export const cannedReplies = defineCollection({
  name: 'canned_replies',
  module: 'helpdesk',
  labels: { one: 'Canned reply', many: 'Canned replies' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 120 },
    { name: 'shortcut', type: 'slug', unique: true, maxLength: 40 },
    { name: 'body', type: 'richText', required: true, maxLength: 20_000 },
    { name: 'queue', type: 'relation', to: 'support_queues', index: true },
  ],
  searchable: ['title', 'body'],
});

export const helpArticles = defineCollection({
  name: 'help_articles',
  module: 'helpdesk',
  resource: 'article',
  labels: { one: 'Help article', many: 'Help articles' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'published', 'outdated'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'section', type: 'text', maxLength: 120, index: true },
    { name: 'body', type: 'richText', required: true, maxLength: 100_000 },
    { name: 'related', type: 'relation', to: 'help_articles', many: true },
    { name: 'publishedAt', type: 'date', readOnly: true },
  ],
  searchable: ['title', 'section', 'body'],
  lifecycle: lifecycle('draft', [
    [['draft', 'outdated'], 'published', 'published'],
    ['published', 'draft', 'unpublished'],
    ['published', 'outdated', 'outdated'],
  ]),
});

export const helpdeskNumberSeries = numberSeries('helpdesk_number_series', 'helpdesk', 'Helpdesk');
