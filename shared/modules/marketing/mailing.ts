/** Collections of mailings, their recipients and their content: audiences, subscribers, templates, campaigns. */
import { defineCollection } from '../../schema/definition.ts';
import { usualCurrency } from '../currency.ts';
import { lifecycle } from '../module-definition.ts';

export const audiences = defineCollection({
  name: 'audiences',
  module: 'marketing',
  labels: { one: 'Audience', many: 'Audiences' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 120 },
    { name: 'description', type: 'text', maxLength: 1_000 },
    {
      name: 'doubleOptIn',
      type: 'boolean',
      required: true,
      default: true,
      note: 'Subscribers confirm before they get email.',
    },
    {
      name: 'subscriberCount',
      type: 'integer',
      required: true,
      readOnly: true,
      default: 0,
      min: 0,
      note: 'Of all states.',
    },
  ],
  searchable: ['name', 'description'],
});

export const subscribers = defineCollection({
  name: 'subscribers',
  module: 'marketing',
  labels: { one: 'Subscriber', many: 'Subscribers' },
  fields: [
    { name: 'audience', type: 'relation', to: 'audiences', required: true, index: true },
    { name: 'email', type: 'email', required: true, maxLength: 254, index: true },
    { name: 'name', type: 'text', maxLength: 200 },
    {
      name: 'status',
      type: 'select',
      options: ['pending', 'subscribed', 'unsubscribed', 'bounced'],
      required: true,
      default: 'pending',
      index: true,
    },
    { name: 'contact', type: 'relation', to: 'contacts', index: true },
    { name: 'source', type: 'text', maxLength: 120 },
    { name: 'subscribedAt', type: 'date', readOnly: true },
    { name: 'unsubscribedAt', type: 'date', readOnly: true },
  ],
  uniques: [['audience', 'email']],
  searchable: ['email', 'name'],
  lifecycle: lifecycle(
    'pending',
    [
      ['pending', 'subscribed', 'subscribed'],
      [['pending', 'subscribed'], 'unsubscribed', 'unsubscribed'],
      ['subscribed', 'bounced', 'bounced'],
      ['unsubscribed', 'pending', 'asked_again'],
      ['bounced', 'subscribed', 'recovered'],
    ],
    { begins: ['pending', 'subscribed'] },
  ),
});

export const emailTemplates = defineCollection({
  name: 'email_templates',
  module: 'marketing',
  labels: { one: 'E-mail template', many: 'E-mail templates' },
  resource: 'email_template',
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 120 },
    { name: 'subject', type: 'text', required: true, maxLength: 200 },
    { name: 'body', type: 'richText', required: true, maxLength: 200_000 },
    { name: 'plainText', type: 'text', maxLength: 50_000, note: 'For email programs that show no pictures.' },
    { name: 'placeholders', type: 'array', of: 'text', maxItems: 50, maxLength: 60 },
  ],
  searchable: ['name', 'subject'],
});

export const campaigns = defineCollection({
  name: 'campaigns',
  module: 'marketing',
  labels: { one: 'Campaign', many: 'Campaigns' },
  note: 'The content of a mailing and its approval. The mailing itself is sent by the program that follows `marketing.campaign.sent`.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'in_approval', 'approved', 'scheduled', 'sent', 'cancelled'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'audience', type: 'relation', to: 'audiences', index: true },
    { name: 'template', type: 'relation', to: 'email_templates', index: true },
    { name: 'subject', type: 'text', maxLength: 200, note: 'If omitted, that of the template.' },
    { name: 'fromName', type: 'text', maxLength: 120 },
    { name: 'fromEmail', type: 'email', maxLength: 254 },
    { name: 'budgetAmount', type: 'money', min: 0, max: 1_000_000_000_000, note: 'Minor units.' },
    { ...usualCurrency, note: 'Of the budget.' },
    { name: 'sendAt', type: 'date', note: 'When a scheduled campaign counts as sent.' },
    { name: 'rejectedReason', type: 'text', maxLength: 1_000 },
    { name: 'submittedAt', type: 'date', readOnly: true },
    { name: 'approvedAt', type: 'date', readOnly: true },
    { name: 'sentAt', type: 'date', readOnly: true },
  ],
  searchable: ['name', 'subject'],
  indexes: [['status', 'sendAt']],
  lifecycle: lifecycle(
    'draft',
    [
      ['draft', 'in_approval', 'submitted'],
      ['in_approval', 'approved', 'approved'],
      ['in_approval', 'draft', 'rejected'],
      ['approved', 'scheduled', 'scheduled'],
      ['scheduled', 'approved', 'unscheduled'],
      [['approved', 'scheduled'], 'sent', 'sent'],
      [['draft', 'in_approval', 'approved', 'scheduled'], 'cancelled', 'cancelled'],
    ],
    { begins: ['draft'] },
  ),
});

export const trackedLinks = defineCollection({
  name: 'tracked_links',
  module: 'marketing',
  labels: { one: 'Tracked link', many: 'Tracked links' },
  fields: [
    { name: 'key', type: 'slug', required: true, unique: true, maxLength: 60 },
    { name: 'campaign', type: 'relation', to: 'campaigns', index: true },
    { name: 'targetUrl', type: 'url', required: true, maxLength: 2_000 },
    { name: 'utmSource', type: 'text', maxLength: 100 },
    { name: 'utmMedium', type: 'text', maxLength: 100 },
    { name: 'utmCampaign', type: 'text', maxLength: 100 },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  searchable: ['key', 'targetUrl'],
});
