/** Companies, the contacts who work there, and sales leads that may become both. */
import { defineCollection } from '../../schema/definition.ts';
import { lifecycle } from '../module-definition.ts';
import { addressFields } from '../postal-address.ts';

export const companies = defineCollection({
  name: 'companies',
  module: 'crm',
  labels: { one: 'Company', many: 'Companies' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, index: true },
    { name: 'domain', type: 'text', unique: true, maxLength: 253, pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$' },
    { name: 'industry', type: 'text', maxLength: 120, index: true },
    { name: 'size', type: 'select', options: ['1-10', '11-50', '51-200', '201-1000', '1001+'], index: true },
    { name: 'websiteUrl', type: 'url', maxLength: 2_000 },
    { name: 'phone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    { name: 'address', type: 'group', fields: addressFields },
    { name: 'location', type: 'point' },
    { name: 'vatId', type: 'text', maxLength: 20, pattern: '^[A-Z]{2}[A-Z0-9]+$' },
    { name: 'ownerEmail', type: 'email', maxLength: 254, index: true, note: 'The person responsible for it.' },
    { name: 'tags', type: 'array', of: 'text', maxItems: 30, maxLength: 60 },
    { name: 'note', type: 'text', maxLength: 5_000 },
  ],
  searchable: ['name', 'domain', 'industry', 'note'],
});

export const contacts = defineCollection({
  name: 'contacts',
  module: 'crm',
  labels: { one: 'Contact', many: 'Contacts' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, index: true },
    { name: 'email', type: 'email', unique: true, maxLength: 254 },
    { name: 'phone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    { name: 'company', type: 'relation', to: 'companies', index: true },
    { name: 'jobTitle', type: 'text', maxLength: 120 },
    { name: 'address', type: 'group', fields: addressFields },
    { name: 'birthday', type: 'date' },
    {
      name: 'source',
      type: 'select',
      options: ['website', 'event', 'referral', 'import', 'lead', 'other'],
      index: true,
    },
    {
      name: 'ownerEmail',
      type: 'email',
      maxLength: 254,
      index: true,
      note: 'The person responsible for this contact.',
    },
    { name: 'tags', type: 'array', of: 'text', maxItems: 30, maxLength: 60 },
    { name: 'doNotContact', type: 'boolean', required: true, default: false },
    {
      name: 'socialProfiles',
      type: 'json',
      entries: { name: 'profile', type: 'text', maxLength: 500 },
      note: 'Maps the name of a network to an address or a handle.',
    },
    { name: 'note', type: 'text', maxLength: 5_000 },
  ],
  searchable: ['name', 'email', 'jobTitle', 'note'],
});

export const salesLeads = defineCollection({
  name: 'sales_leads',
  module: 'crm',
  resource: 'lead',
  labels: { one: 'Lead', many: 'Leads' },
  note: 'A possible customer. Converting it creates a contact, a company and a deal.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'email', type: 'email', maxLength: 254, index: true },
    { name: 'phone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    { name: 'companyName', type: 'text', maxLength: 200 },
    { name: 'jobTitle', type: 'text', maxLength: 120 },
    {
      name: 'status',
      type: 'select',
      options: ['new', 'working', 'qualified', 'converted', 'disqualified'],
      required: true,
      default: 'new',
      index: true,
    },
    {
      name: 'source',
      type: 'select',
      options: ['website', 'event', 'referral', 'advert', 'call', 'other'],
      required: true,
      default: 'other',
      index: true,
    },
    { name: 'scorePercent', type: 'integer', required: true, default: 0, min: 0, max: 100 },
    { name: 'ownerEmail', type: 'email', maxLength: 254, index: true },
    { name: 'note', type: 'text', maxLength: 5_000 },
    { name: 'contact', type: 'relation', to: 'contacts', readOnly: true, index: true },
    { name: 'company', type: 'relation', to: 'companies', readOnly: true },
    { name: 'deal', type: 'relation', to: 'deals', readOnly: true },
    { name: 'convertedAt', type: 'date', readOnly: true },
  ],
  searchable: ['name', 'email', 'companyName', 'note'],
  lifecycle: lifecycle(
    'new',
    [
      ['new', 'working', 'taken_up'],
      [['new', 'working'], 'qualified', 'qualified'],
      [['new', 'working', 'qualified'], 'disqualified', 'disqualified'],
      ['disqualified', 'working', 'taken_up'],
      [['new', 'working', 'qualified'], 'converted', 'converted'],
    ],
    { begins: ['new', 'working', 'qualified'] },
  ),
});
