/** The action that copies leads of an exhibitor into the organization's own CRM (module `crm`), as data. */
import { defineAction } from '../../schema/definition.ts';
import { eventId, exhibitorId } from './exhibitor-inputs.ts';

/** Maximum number of leads that one request copies. */
export const crmCopiesMax = 200;

export const copyLeadsToCrm = defineAction({
  name: 'events.copy_leads_to_crm',
  module: 'events',
  summary:
    'Make or update a sales lead of the CRM for each lead of an exhibitor, and a contact where the visitor shares the contact details.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/exhibitors/:exhibitorId/copy-to-crm'] },
  input: [
    eventId,
    exhibitorId,
    {
      name: 'after',
      type: 'relation',
      to: 'leads',
      note: `The \`next\` of the request before: ${crmCopiesMax} leads are copied at a time.`,
    },
  ],
  output: {
    fields: [
      { name: 'created', type: 'integer', required: true, min: 0 },
      { name: 'updated', type: 'integer', required: true, min: 0 },
      { name: 'skipped', type: 'integer', required: true, min: 0, note: 'Without a name, or not scanned.' },
      { name: 'next', type: 'relation', to: 'leads', note: 'There are more: send it as `after`.' },
    ],
  },
});
