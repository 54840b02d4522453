/** The content of the sample event: its settings, its people and their orders. Data alone. */
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';

const minutesBeforeDoors = hourMs;

/** @param online its orders are paid by test payments too; else by bank transfer alone */
export function sampleEvent(nowMs: number, timezone: string, online: boolean) {
  const startsAt = Math.ceil(nowMs / dayMs) * dayMs + 14 * dayMs + 9 * hourMs;
  return {
    name: 'Sample conference',
    type: 'conference',
    status: 'upcoming',
    summary: 'An example to look around in. Remove it when you no longer need it.',
    startsAt: isoTime(startsAt),
    endsAt: isoTime(startsAt + 9 * hourMs),
    doorsOpenAt: isoTime(startsAt - minutesBeforeDoors),
    timezone,
    venue: 'Riverside Hall',
    onePerEmail: false,
    publicPage: true,
    stripe: {
      enabled: online,
      bankTransfer: { enabled: true, instructions: 'This is a sample: transfer nothing.', holdDays: 60 },
    },
    tickets: [
      { id: 'community', name: 'Community', price: 0, currency: 'EUR', quantity: 100 },
      { id: 'standard', name: 'Standard', price: 49, currency: 'EUR', quantity: 200 },
      { id: 'vip', name: 'VIP', price: 149, currency: 'EUR', quantity: 20, perks: ['Dinner with the speakers'] },
    ],
    gates: [
      { id: 'main-entrance', name: 'Main entrance' },
      { id: 'side-entrance', name: 'Side entrance' },
    ],
  };
}

export interface SampleOrder {
  readonly tickets: readonly string[];
  readonly method: 'online' | 'bank_transfer';
  readonly ends: 'free' | 'paid' | 'open' | 'refunded';
}

const order = (ends: SampleOrder['ends'], method: SampleOrder['method'], ...tickets: string[]): SampleOrder => ({
  tickets,
  method,
  ends,
});

/** Sample orders, in the order in which they are made; each takes the next of `samplePeople`. */
export const sampleOrders: readonly SampleOrder[] = [
  ...Array.from({ length: 8 }, () => order('free', 'online', 'community')),
  order('paid', 'online', 'standard', 'standard', 'standard'),
  order('paid', 'online', 'vip'),
  order('paid', 'online', 'standard', 'standard'),
  order('paid', 'bank_transfer', 'vip', 'standard'),
  order('open', 'bank_transfer', 'standard', 'standard'),
  order('open', 'online', 'vip'),
  order('refunded', 'online', 'standard'),
];

const names = [
  ...[
    'Ada Lindqvist',
    'Łukasz Wiśniewski',
    'Zoë van der Berg',
    'José García Márquez',
    'Nguyễn Thị Mai',
    'Amara Okonkwo',
  ],
  ...['Yuki Nakamura', 'Björn Müller', 'Siobhán O’Neill', 'فاطمة الزهراء', 'Mateo Ferreira', 'Leila Haddad'],
  ...['Priya Singh', 'Ivana Novák', 'Chloé Dubois', 'Tomás Horváth', '李雷', 'Grace Hamilton', 'Noah Papadopoulos'],
  ...['Ingrid Sørensen'],
];
const companies = ['Analytical Engines', 'Nordlicht GmbH', 'Blue Harbour Logistics', 'Green Turbines', 'Atlas Maps'];
const roles = ['Engineer', 'Founder', 'Designer', 'Product manager'];

/** As many people as the orders have tickets. Their addresses are at a domain that is kept for examples. */
export const samplePeople = names.map((name, n) => ({
  name,
  email: `sample${n + 1}@example.org`,
  company: companies[n % companies.length]!,
  role: roles[n % roles.length]!,
}));
