/** Sample records of the helpdesk: queues with a promised answer time, agents, tickets and an article. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const helpdeskSeed: readonly SeedRecord[] = [
  ...seedOf('sla_policies', {
    standard: { name: 'Standard', firstResponseMinutes: 240, resolutionMinutes: 2_880 },
    urgent: { name: 'Urgent', firstResponseMinutes: 30, resolutionMinutes: 240 },
  }),
  ...seedOf('support_queues', {
    door: { name: 'At the door', email: 'door@example.org', slaPolicy: 'urgent', position: 1 },
    billing: { name: 'Billing', slaPolicy: 'standard', position: 2 },
  }),
  ...seedOf('agents', {
    pia: { name: 'Pia Brandt', email: 'pia@example.org', queues: ['door', 'billing'] },
    sam: { name: 'Sam Ortiz', email: 'sam@example.org', queues: ['billing'] },
  }),
  ...seedOf('tickets', {
    printer: {
      subject: 'The badge printer at gate 2 is silent',
      description: '<p>It was fine this morning.</p>',
      status: 'waiting',
      priority: 'high',
      kind: 'incident',
      channel: 'phone',
      requester: 'jon',
      queue: 'door',
      assignee: 'pia',
      slaPolicy: 'urgent',
    },
    invoice: {
      subject: 'Please send the invoice again',
      requesterEmail: 'lena@nordlicht.example',
      queue: 'billing',
      slaPolicy: 'standard',
      channel: 'email',
    },
  }),
  ...seedOf('ticket_messages', {
    ask: { ticket: 'printer', from: 'requester', body: '<p>Nothing comes out.</p>' },
    reply: { ticket: 'printer', from: 'agent', agent: 'pia', body: '<p>Is the cover closed?</p>' },
  }),
  ...seedOf('canned_replies', {
    cover: {
      title: 'Cover open',
      shortcut: 'cover',
      body: '<p>Please close the cover until it clicks.</p>',
      queue: 'door',
    },
  }),
  ...seedOf('help_articles', {
    labels: {
      title: 'Changing the label roll',
      status: 'published',
      section: 'Printing',
      body: '<p>Open, lift, turn, close.</p>',
    },
    jam: {
      title: 'When a label is stuck',
      section: 'Printing',
      body: '<p>Switch it off first.</p>',
      related: ['labels'],
    },
  }),
];
