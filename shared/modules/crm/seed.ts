/** Two companies with a contact each, an open deal with its quote, a deal that was won, a lead, and two activities. */
import { type SeedRecord, seedOf } from '../seed-record.ts';

export const crmSeed: readonly SeedRecord[] = [
  ...seedOf('companies', {
    abara: {
      name: 'Abara Stands',
      domain: 'abara.example',
      industry: 'Exhibition stands',
      size: '11-50',
      location: [13.405, 52.52],
    },
    nord: { name: 'Nordlicht Print', domain: 'nordlicht.example', industry: 'Printing', size: '51-200' },
  }),
  ...seedOf('contacts', {
    jon: {
      name: 'Jon Abara',
      email: 'jon@abara.example',
      company: 'abara',
      jobTitle: 'Owner',
      source: 'event',
      tags: ['exhibitor'],
    },
    lena: {
      name: 'Lena Holm',
      email: 'lena@nordlicht.example',
      company: 'nord',
      jobTitle: 'Sales',
      source: 'referral',
    },
  }),
  ...seedOf('deals', {
    hall: {
      title: 'Hall 3 badges',
      stage: 'proposal',
      company: 'nord',
      contact: 'lena',
      amount: 480_000,
      probabilityPercent: 40,
      expectedCloseAt: '2026-06-30T00:00:00.000Z',
    },
    stand: {
      title: 'Stand for spring',
      stage: 'won',
      company: 'abara',
      contact: 'jon',
      amount: 1_250_000,
      probabilityPercent: 100,
    },
  }),
  ...seedOf('quotes', {
    hall: {
      deal: 'hall',
      company: 'nord',
      contact: 'lena',
      status: 'sent',
      currency: 'EUR',
      validUntil: '2099-12-31T00:00:00.000Z',
      lines: [{ title: 'Badges, printed', quantity: 4_000, unitAmount: 120, taxPercent: 19 }],
    },
  }),
  ...seedOf('sales_leads', {
    vera: {
      name: 'Vera Roth',
      email: 'vera@roth.example',
      companyName: 'Roth Catering',
      status: 'working',
      source: 'event',
      scorePercent: 65,
    },
  }),
  ...seedOf('crm_activities', {
    call: {
      subject: 'Call about hall 3',
      kind: 'call',
      contact: 'lena',
      deal: 'hall',
      dueAt: '2026-05-04T09:00:00.000Z',
      durationMinutes: 20,
    },
    mail: { subject: 'Sent the price list', kind: 'email', status: 'done', lead: 'vera' },
  }),
];
