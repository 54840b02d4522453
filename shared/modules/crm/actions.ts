/** What is done with leads and contacts beyond changing a field, as data. */
import { defineAction } from '../../schema/definition.ts';
import { currency } from '../currency.ts';

export const convertLead = defineAction({
  name: 'crm.convert_lead',
  module: 'crm',
  summary: 'Make a contact, a company and, where an amount is given, a deal of a lead; what is there already is used.',
  scope: 'crm:write',
  http: { method: 'POST', paths: ['/crm/sales_leads/:leadId/convert'] },
  input: [
    { name: 'leadId', type: 'relation', to: 'sales_leads', required: true },
    { name: 'dealTitle', type: 'text', maxLength: 200, note: 'Absent: no deal is made.' },
    {
      name: 'dealAmount',
      type: 'money',
      required: true,
      default: 0,
      min: 0,
      max: 1_000_000_000_000,
      note: 'Minor units.',
    },
    { ...currency, required: true, default: 'EUR' },
  ],
  tags: ['sales_leads', 'contacts', 'companies', 'deals'],
  output: { record: 'sales_leads' },
});

export const mergeContacts = defineAction({
  name: 'crm.merge_contacts',
  module: 'crm',
  summary:
    'Put two contacts together: empty fields are filled from the other, what named it names this one, it is deleted.',
  scope: 'crm:write',
  http: { method: 'POST', paths: ['/crm/contacts/:contactId/merge'] },
  input: [
    { name: 'contactId', type: 'relation', to: 'contacts', required: true, note: 'The one that stays.' },
    { name: 'otherId', type: 'relation', to: 'contacts', required: true, note: 'The one that goes.' },
  ],
  tags: ['contacts'],
  output: { record: 'contacts' },
});
