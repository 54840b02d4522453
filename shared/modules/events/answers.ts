/**
 * What the actions of the events module answer, as data: flat objects, as the given interface shows them. Descriptions
 * are made of these, and tests hold the answers to them. Not what is stored: that is event.ts and registration.ts.
 */
import type { Field } from '../../schema/field.ts';
import { events } from './event.ts';
import { paymentStatuses, registrationStatuses } from './registration.ts';

const id = (name: string, to: string) => ({ name, type: 'relation', to, required: true }) as const;
const text = (name: string) => ({ name, type: 'text', required: true }) as const;
const count = (name: string) => ({ name, type: 'integer', required: true }) as const;
const maybe = (name: string) => ({ name, type: 'text' }) as const;
const time = (name: string) => ({ name, type: 'date' }) as const;
const list = (name: string, fields: readonly Field[]) =>
  ({ name, type: 'array', of: 'group', required: true, fields }) as const;

const status = { name: 'status', type: 'select', options: registrationStatuses, required: true } as const;
const paymentStatus = { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true } as const;
const money = [{ name: 'amount', type: 'money', required: true }, text('currency')] as const;

const ticketType = [
  { ...text('id'), note: 'Its key, e.g. `vip`.' },
  text('name'),
  { name: 'price', type: 'number', required: true, note: 'In currency units.' },
  text('currency'),
  { ...count('quantity'), note: '-1 is unlimited.' },
  maybe('description'),
  { name: 'perks', type: 'array', of: 'text', required: true },
  time('saleStart'),
  time('saleEnd'),
] as const satisfies readonly Field[];

const gate = [
  { ...text('id'), note: 'Its key, which check-ins name.' },
  id('gate', 'gates'),
  text('name'),
  id('list', 'checkin_lists'),
  text('direction'),
  { name: 'ticketTypes', type: 'array', of: 'text', required: true, note: 'Keys; empty: everybody.' },
  time('opensAt'),
  time('closesAt'),
  { name: 'capacity', type: 'integer' },
] as const satisfies readonly Field[];

export const eventAnswer: readonly Field[] = [
  id('id', 'events'),
  { ...time('createdAt'), required: true },
  { ...time('updatedAt'), required: true },
  count('version'),
  ...events.fields,
  list('tickets', ticketType),
  list('gates', gate),
];

export const eventsAnswer: readonly Field[] = [
  list('events', eventAnswer),
  { ...list('data', eventAnswer), note: 'The same, where collections have theirs.' },
  {
    name: 'meta',
    type: 'group',
    required: true,
    fields: [maybe('nextCursor'), { name: 'hasMore', type: 'boolean', required: true }, count('total')],
  },
];

const place = [
  id('id', 'registrations'),
  status,
  paymentStatus,
  {
    name: 'ticket',
    type: 'group',
    required: true,
    fields: [
      { ...text('id'), note: 'The ticket number.' },
      { ...text('type'), note: 'The key of the ticket type.' },
      { name: 'price', type: 'number', required: true, note: 'In currency units.' },
      { ...text('qrCode'), note: 'The ticket code, signed now.' },
    ],
  },
] as const satisfies readonly Field[];

export const registeredAnswer: readonly Field[] = [
  ...place,
  {
    name: 'payment',
    type: 'group',
    note: 'What is to be paid, and until when the seat is held; absent: by the processor’s own way, or nothing.',
    fields: [text('paymentIntentId'), text('clientSecret'), ...money, { ...time('expiresAt'), required: true }],
  },
];

const refund = [id('id', 'refunds'), ...money, { name: 'percent', type: 'number' }, text('status')] as const;

export const registrationAnswer: readonly Field[] = [
  ...place,
  id('eventId', 'events'),
  {
    name: 'attendee',
    type: 'group',
    required: true,
    fields: [text('name'), { name: 'email', type: 'email', required: true }, maybe('company'), maybe('role')],
  },
  { name: 'ticketPage', type: 'url', required: true },
  time('confirmedAt'),
  time('cancelledAt'),
  time('checkedInAt'),
  {
    name: 'payment',
    type: 'group',
    note: 'Null where nothing was to be paid.',
    fields: [maybe('paymentIntentId'), ...money, time('paidAt'), time('expiresAt')],
  },
  list('refunds', refund),
];

export const cancelledAnswer: readonly Field[] = [
  id('id', 'registrations'),
  status,
  paymentStatus,
  { name: 'refund', type: 'group', fields: refund },
];

export const importedAnswer: readonly Field[] = [
  count('imported'),
  { name: 'registrations', type: 'array', of: 'text', required: true, note: 'Ids, in the order they were sent.' },
];

const received: Field = { name: 'received', type: 'boolean', required: true };
export const receivedAnswer: readonly Field[] = [received];
export const paidAnswer: readonly Field[] = [
  received,
  { name: 'registration', type: 'group', required: true, fields: [id('id', 'registrations'), status, paymentStatus] },
];

const person: Field = {
  name: 'registration',
  type: 'group',
  required: true,
  fields: [id('id', 'registrations'), text('name'), maybe('company')],
};

/** Of an admission; a refusal is answered as every other one, with `success` false beside it. */
export const admittedAnswer: readonly Field[] = [
  { name: 'success', type: 'boolean', required: true },
  {
    name: 'checkin',
    type: 'group',
    required: true,
    fields: [text('id'), { ...time('timestamp'), required: true }, text('gate')],
  },
  person,
  { ...maybe('direction'), note: 'Only of an exit.' },
  { ...maybe('attention'), note: 'What staff shall know of this person.' },
  {
    ...list('members', [person, text('verdict'), { name: 'errors', type: 'json' }]),
    required: false,
    note: 'Only where `members` was sent.',
  },
];

const pace = [count('lastMinute'), count('last5Minutes'), count('last15Minutes'), count('last60Minutes')] as const;

export const statsAnswer: readonly Field[] = [
  { ...count('checkedIn'), note: 'People, not admissions.' },
  { name: 'avgCheckinTime', type: 'number', required: true, note: 'Seconds; 0 while nobody came.' },
  time('peakHour'),
  { name: 'capacityRemaining', type: 'integer', note: 'Null: unlimited.' },
  count('insideNow'),
  list('byGate', [text('gate'), count('checkedIn'), ...pace]),
  list('byKiosk', [id('kiosk', 'kiosks'), maybe('name'), count('checkedIn'), ...pace]),
  list('byList', [
    text('list'),
    text('name'),
    count('checkedIn'),
    count('inside'),
    { name: 'capacity', type: 'integer' },
  ]),
  list('byHour', [{ ...time('hour'), required: true }, count('checkedIn')]),
  count('conflicts'),
  count('reports'),
];

export const queuedAnswer: readonly Field[] = [id('jobId', 'print_jobs'), text('status')];
export const undoneAnswer: readonly Field[] = [
  id('undone', 'scans'),
  id('scan', 'scans'),
  { ...time('undoneAt'), required: true },
];
export const supervisorAnswer: readonly Field[] = [
  id('id', 'supervisors'),
  text('name'),
  { name: 'active', type: 'boolean', required: true },
  { ...time('pinSetAt'), required: true },
];
export const acknowledgedAnswer: readonly Field[] = [count('acknowledged')];
export const groupAnswer: readonly Field[] = [
  text('group'),
  list('members', [
    id('id', 'registrations'),
    text('name'),
    maybe('company'),
    status,
    maybe('ticketType'),
    time('checkedInAt'),
    maybe('attentionNote'),
  ]),
];
