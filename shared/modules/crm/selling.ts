/** Collections of selling: deals, their quotes, and the activities that are planned or done for them. */
import { defineCollection } from '../../schema/definition.ts';
import { usualCurrency } from '../currency.ts';
import { lineFields, linesMax, totalFields } from '../lines.ts';
import { lifecycle } from '../module-definition.ts';
import { numberSeries } from '../number-series.ts';

const openStages = ['qualification', 'proposal', 'negotiation'] as const;

export const deals = defineCollection({
  name: 'deals',
  module: 'crm',
  labels: { one: 'Deal', many: 'Deals' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    {
      name: 'stage',
      type: 'select',
      options: [...openStages, 'won', 'lost'],
      required: true,
      default: 'qualification',
      index: true,
    },
    { name: 'company', type: 'relation', to: 'companies', index: true },
    { name: 'contact', type: 'relation', to: 'contacts', index: true },
    { name: 'amount', type: 'money', required: true, default: 0, min: 0, max: 1_000_000_000_000, note: 'Minor units.' },
    usualCurrency,
    { name: 'probabilityPercent', type: 'integer', required: true, default: 10, min: 0, max: 100 },
    { name: 'expectedCloseAt', type: 'date', index: true },
    { name: 'ownerEmail', type: 'email', maxLength: 254, index: true },
    { name: 'lostReason', type: 'text', maxLength: 500 },
    { name: 'note', type: 'text', maxLength: 5_000 },
    {
      name: 'stageHistory',
      type: 'array',
      of: 'group',
      readOnly: true,
      maxItems: 200,
      fields: [
        { name: 'value', type: 'text', required: true, maxLength: 40 },
        { name: 'at', type: 'date', required: true },
      ],
      note: 'Each stage and when it began, newest last.',
    },
    { name: 'closedAt', type: 'date', readOnly: true },
  ],
  searchable: ['title', 'note'],
  indexes: [['stage', 'expectedCloseAt']],
  lifecycle: lifecycle(
    'qualification',
    [
      ['qualification', 'proposal', 'stage_changed'],
      [['qualification', 'proposal'], 'negotiation', 'stage_changed'],
      ['proposal', 'qualification', 'stage_changed'],
      ['negotiation', 'proposal', 'stage_changed'],
      [openStages, 'won', 'stage_changed'],
      [openStages, 'won', 'won'],
      [openStages, 'lost', 'stage_changed'],
      [openStages, 'lost', 'lost'],
      ['lost', 'qualification', 'stage_changed'],
      ['lost', 'qualification', 'reopened'],
    ],
    { field: 'stage' },
  ),
});

export const quotes = defineCollection({
  name: 'quotes',
  module: 'crm',
  labels: { one: 'Quote', many: 'Quotes' },
  fields: [
    { name: 'number', type: 'text', readOnly: true, unique: true, maxLength: 40 },
    { name: 'deal', type: 'relation', to: 'deals', index: true },
    { name: 'company', type: 'relation', to: 'companies', index: true },
    { name: 'contact', type: 'relation', to: 'contacts', index: true },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'sent', 'accepted', 'declined', 'expired'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'lines', type: 'array', of: 'group', required: true, maxItems: linesMax, fields: lineFields },
    ...totalFields,
    { name: 'validUntil', type: 'date', note: 'When a sent quote expires.' },
    { name: 'terms', type: 'richText', maxLength: 20_000 },
    { name: 'sentAt', type: 'date', readOnly: true },
    { name: 'decidedAt', type: 'date', readOnly: true },
  ],
  searchable: ['number', 'terms'],
  indexes: [['status', 'validUntil']],
  lifecycle: lifecycle(
    'draft',
    [
      ['draft', 'sent', 'sent'],
      ['sent', 'draft', 'withdrawn'],
      ['sent', 'accepted', 'accepted'],
      ['sent', 'declined', 'declined'],
      ['sent', 'expired', 'expired'],
    ],
    { begins: ['draft'] },
  ),
});

export const crmActivities = defineCollection({
  name: 'crm_activities',
  module: 'crm',
  resource: 'activity',
  labels: { one: 'Activity', many: 'Activities' },
  note: 'A call, a meeting or a task: planned, then done.',
  fields: [
    { name: 'subject', type: 'text', required: true, maxLength: 200 },
    {
      name: 'kind',
      type: 'select',
      options: ['call', 'meeting', 'email', 'task', 'note'],
      required: true,
      default: 'task',
      index: true,
    },
    {
      name: 'status',
      type: 'select',
      options: ['planned', 'done', 'cancelled'],
      required: true,
      default: 'planned',
      index: true,
    },
    { name: 'dueAt', type: 'date', index: true },
    { name: 'durationMinutes', type: 'integer', min: 0, max: 10_080 },
    { name: 'contact', type: 'relation', to: 'contacts', index: true },
    { name: 'company', type: 'relation', to: 'companies', index: true },
    { name: 'deal', type: 'relation', to: 'deals', index: true },
    { name: 'lead', type: 'relation', to: 'sales_leads', index: true },
    { name: 'ownerEmail', type: 'email', maxLength: 254, index: true },
    { name: 'body', type: 'text', maxLength: 10_000 },
    { name: 'doneAt', type: 'date', readOnly: true },
  ],
  searchable: ['subject', 'body'],
  indexes: [['status', 'dueAt']],
  lifecycle: lifecycle('planned', [
    ['planned', 'done', 'done'],
    ['planned', 'cancelled', 'cancelled'],
    [['done', 'cancelled'], 'planned', 'reopened'],
  ]),
});

export const crmNumberSeries = numberSeries('crm_number_series', 'crm', 'CRM');
