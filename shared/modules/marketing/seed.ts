/** An audience with two subscribers, an empty one, a template, a campaign that waits for approval, and a tracked link. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const marketingSeed: readonly SeedRecord[] = [
  ...seedOf('audiences', {
    visitors: { name: 'Visitors', description: 'Who came last year.', doubleOptIn: true },
    press: { name: 'Press', doubleOptIn: false },
  }),
  ...seedOf('subscribers', {
    mara: { audience: 'visitors', email: 'mara@example.net', name: 'Mara Lindqvist', status: 'subscribed' },
    lena: { audience: 'visitors', email: 'lena@nordlicht.example', status: 'pending', contact: 'lena' },
  }),
  ...seedOf('email_templates', {
    invitation: {
      name: 'Invitation',
      subject: 'You are invited',
      body: '<p>Dear {name}, come.</p>',
      placeholders: ['name'],
    },
  }),
  ...seedOf('campaigns', {
    spring: {
      name: 'Spring invitation',
      status: 'in_approval',
      audience: 'visitors',
      template: 'invitation',
      budgetAmount: 50_000,
    },
  }),
  ...seedOf('tracked_links', {
    spring: { key: 'spring', campaign: 'spring', targetUrl: 'https://example.org/spring', utmSource: 'mail' },
  }),
];
