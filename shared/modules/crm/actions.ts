/** Actions on leads and contacts beyond changing a field, as data. */
import { defineAction } from '../../schema/definition.ts';
import { currency } from '../currency.ts';

export const convertLead = defineAction({
  name: 'crm.convert_lead',
  module: 'crm',
  summary: 'Convert a lead into a contact, a company and, if `dealTitle` is sent, a deal. Existing records are used.',
  scope: 'crm:write',
  http: { method: 'POST', paths: ['/crm/sales_leads/:leadId/convert'] },
  input: [
    { name: 'leadId', type: 'relation', to: 'sales_leads', required: true },
    { name: 'dealTitle', type: 'text', maxLength: 200, note: 'If omitted, no deal is created.' },
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
    'Merge two contacts: empty fields are filled from the other contact, records that refer to it now refer to this one, and it is deleted.',
  scope: 'crm:write',
  http: { method: 'POST', paths: ['/crm/contacts/:contactId/merge'] },
  input: [
    { name: 'contactId', type: 'relation', to: 'contacts', required: true, note: 'The contact to keep.' },
    { name: 'otherId', type: 'relation', to: 'contacts', required: true, note: 'The contact to delete.' },
  ],
  tags: ['contacts'],
  output: { record: 'contacts' },
});
