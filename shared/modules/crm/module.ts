/** CRM: companies, contacts, leads, deals, quotes and what is done for them. */
import { defineModule, moveAction } from '../module-definition.ts';
import { convertLead, mergeContacts } from './actions.ts';
import { companies, contacts, salesLeads } from './people.ts';
import { crmActivities, crmNumberSeries, deals, quotes } from './selling.ts';

const deal = { module: 'crm', collection: 'deals', id: 'dealId' } as const;
const quote = { module: 'crm', collection: 'quotes', id: 'quoteId' } as const;

export const crmModule = defineModule({
  name: 'crm',
  label: 'CRM',
  summary: 'Companies, contacts, leads, deals, quotes and activities.',
  needs: [],
  collections: [contacts, companies, salesLeads, deals, quotes, crmActivities, crmNumberSeries],
  rules: [
    { kind: 'history', collection: 'deals', of: 'stage', into: 'stageHistory', entriesMax: 200 },
    { kind: 'stamp', collection: 'deals', field: 'closedAt', states: ['won', 'lost'], each: true },
    { kind: 'by-action', collection: 'sales_leads', states: { converted: 'crm.convert_lead' } },
    { kind: 'stamp', collection: 'sales_leads', field: 'convertedAt', states: ['converted'] },
    {
      kind: 'number',
      collection: 'quotes',
      field: 'number',
      series: 'crm_number_series',
      key: 'quote',
      prefix: 'Q-',
      digits: 5,
    },
    { kind: 'total', collection: 'quotes', lines: 'lines' },
    {
      kind: 'locked',
      collection: 'quotes',
      states: ['sent', 'accepted', 'declined', 'expired'],
      except: ['validUntil', 'sentAt', 'decidedAt'],
    },
    { kind: 'stamp', collection: 'quotes', field: 'sentAt', states: ['sent'], each: true },
    { kind: 'stamp', collection: 'quotes', field: 'decidedAt', states: ['accepted', 'declined'] },
    { kind: 'due', collection: 'quotes', from: 'sent', to: 'expired', at: 'validUntil' },
    { kind: 'stamp', collection: 'crm_activities', field: 'doneAt', states: ['done'], each: true },
    {
      kind: 'kept',
      collection: 'companies',
      by: [
        { collection: 'contacts', field: 'company' },
        { collection: 'deals', field: 'company' },
        { collection: 'quotes', field: 'company' },
      ],
    },
    {
      kind: 'kept',
      collection: 'contacts',
      by: [
        { collection: 'deals', field: 'contact' },
        { collection: 'quotes', field: 'contact' },
      ],
    },
    { kind: 'kept', collection: 'deals', by: [{ collection: 'quotes', field: 'deal' }] },
  ],
  actions: [
    { definition: convertLead },
    { definition: mergeContacts },
    moveAction({ ...deal, name: 'win_deal', to: 'won', summary: 'Close a deal as won.' }),
    moveAction({
      ...deal,
      name: 'lose_deal',
      to: 'lost',
      takes: [{ name: 'lostReason', type: 'text', maxLength: 500 }],
      summary: 'Close a deal as lost, with the reason.',
    }),
    moveAction({
      ...quote,
      name: 'send_quote',
      to: 'sent',
      summary: 'Record that a quote was sent. It cannot be changed after that.',
    }),
    moveAction({
      ...quote,
      name: 'accept_quote',
      to: 'accepted',
      summary: 'Record that the customer accepts a quote.',
    }),
    moveAction({
      ...quote,
      name: 'decline_quote',
      to: 'declined',
      summary: 'Record that the customer declines a quote.',
    }),
    moveAction({
      module: 'crm',
      collection: 'crm_activities',
      id: 'activityId',
      name: 'complete_activity',
      to: 'done',
      summary: 'Record that an activity was done.',
    }),
  ],
  refusals: { same_contact: 422 },
});
