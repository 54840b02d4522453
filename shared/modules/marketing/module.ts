/** Marketing: audiences, those who subscribe to them, and campaigns that pass an approval before they go out. */
import { defineModule, moveAction } from '../module-definition.ts';
import { subscribe, unsubscribe } from './actions.ts';
import { audiences, campaigns, emailTemplates, subscribers, trackedLinks } from './mailing.ts';

const campaign = { module: 'marketing', collection: 'campaigns', id: 'campaignId' } as const;

export const marketingModule = defineModule({
  name: 'marketing',
  label: 'Marketing',
  summary: 'Audiences, subscribers, templates, and campaigns from draft through approval to sending.',
  needs: ['crm'],
  collections: [audiences, subscribers, emailTemplates, campaigns, trackedLinks],
  rules: [
    { kind: 'rollup', collection: 'subscribers', by: 'audience', into: 'subscriberCount' },
    { kind: 'stamp', collection: 'subscribers', field: 'subscribedAt', states: ['subscribed'], each: true },
    { kind: 'stamp', collection: 'subscribers', field: 'unsubscribedAt', states: ['unsubscribed'], each: true },
    { kind: 'needed', collection: 'campaigns', state: 'in_approval', fields: ['audience', 'template'] },
    { kind: 'needed', collection: 'campaigns', state: 'scheduled', fields: ['sendAt'] },
    { kind: 'stamp', collection: 'campaigns', field: 'submittedAt', states: ['in_approval'], each: true },
    { kind: 'stamp', collection: 'campaigns', field: 'approvedAt', states: ['approved'], each: true },
    { kind: 'stamp', collection: 'campaigns', field: 'sentAt', states: ['sent'] },
    {
      kind: 'locked',
      collection: 'campaigns',
      states: ['in_approval', 'approved', 'scheduled', 'sent'],
      except: ['sendAt', 'rejectedReason', 'submittedAt', 'approvedAt', 'sentAt'],
    },
    { kind: 'due', collection: 'campaigns', from: 'scheduled', to: 'sent', at: 'sendAt' },
    {
      kind: 'kept',
      collection: 'audiences',
      by: [
        { collection: 'subscribers', field: 'audience' },
        { collection: 'campaigns', field: 'audience' },
      ],
    },
    { kind: 'kept', collection: 'email_templates', by: [{ collection: 'campaigns', field: 'template' }] },
  ],
  actions: [
    { definition: subscribe },
    { definition: unsubscribe },
    moveAction({
      ...campaign,
      name: 'submit_campaign',
      to: 'in_approval',
      summary: 'Submit a campaign for approval.',
    }),
    moveAction({ ...campaign, name: 'approve_campaign', to: 'approved', summary: 'Approve a campaign as it is.' }),
    moveAction({
      ...campaign,
      name: 'reject_campaign',
      to: 'draft',
      takes: [{ name: 'rejectedReason', type: 'text', required: true, maxLength: 1_000 }],
      summary: 'Send a campaign back to draft, with the reason.',
    }),
    moveAction({
      ...campaign,
      name: 'schedule_campaign',
      to: 'scheduled',
      takes: [{ name: 'sendAt', type: 'date', required: true }],
      summary: 'Schedule when an approved campaign is sent.',
    }),
    moveAction({ ...campaign, name: 'cancel_campaign', to: 'cancelled', summary: 'Cancel a campaign.' }),
  ],
});
