/**
 * The answers of the actions of the events module, as data: flat objects, as the given interface shows them.
 * Descriptions are made of these, and tests hold the answers to them. The stored records are in event.ts and
 * registration.ts.
 */
import type { Field } from '../../schema/field.ts';
import { events } from './event.ts';
import { paymentStates } from './payment.ts';
import { paymentStatuses, registrationStatuses } from './registration.ts';
import { ticketKinds } from './ticket-sale.ts';

const id = <const N extends string, const T extends string>(name: N, to: T) =>
  ({ name, type: 'relation', to, required: true }) as const;
const text = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const;
const count = <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const;
const maybe = <const N extends string>(name: N) => ({ name, type: 'text' }) as const;
const time = <const N extends string>(name: N) => ({ name, type: 'date' }) as const;
const list = <const N extends string, const F extends readonly Field[]>(name: N, fields: F) =>
  ({ name, type: 'array', of: 'group', required: true, fields }) as const;

const status = { name: 'status', type: 'select', options: registrationStatuses, required: true } as const;
const paymentStatus = { name: 'paymentStatus', type: 'select', options: paymentStatuses, required: true } as const;
const money = [{ name: 'amount', type: 'money', required: true }, text('currency')] as const;

const ticketType = [
  { ...text('id'), note: 'Its key, e.g. `vip`.' },
  text('name'),
  { name: 'price', type: 'number', required: true, note: 'In currency units.' },
  text('currency'),
  { ...count('quantity'), note: '-1 means unlimited.' },
  maybe('description'),
  { name: 'perks', type: 'array', of: 'text', required: true },
  time('saleStart'),
  time('saleEnd'),
  { name: 'hidden', type: 'boolean', required: true },
  { name: 'kind', type: 'select', options: ticketKinds, required: true },
  { name: 'addOnTo', type: 'array', of: 'text', required: true, note: 'Keys of ticket types. If empty, all of them.' },
  count('minPerOrder'),
  count('maxPerOrder'),
  list('priceSteps', [
    text('name'),
    { ...time('from'), required: true },
    { name: 'price', type: 'number', required: true },
    { name: 'quantity', type: 'integer' },
  ]),
  { name: 'taxPercent', type: 'number', required: true },
  maybe('taxName'),
  { name: 'taxIncluded', type: 'boolean', required: true },
] as const satisfies readonly Field[];

const gate = [
  { ...text('id'), note: 'Its key, which check-ins name.' },
  id('gate', 'gates'),
  text('name'),
  id('list', 'checkin_lists'),
  text('direction'),
  {
    name: 'ticketTypes',
    type: 'array',
    of: 'text',
    required: true,
    note: 'Keys of ticket types. If empty, all of them.',
  },
  time('opensAt'),
  time('closesAt'),
  { name: 'capacity', type: 'integer' },
] as const satisfies readonly Field[];

export const eventAnswer = [
  id('id', 'events'),
  { ...time('createdAt'), required: true },
  { ...time('updatedAt'), required: true },
  count('version'),
  ...events.fields,
  list('tickets', ticketType),
  list('gates', gate),
] as const satisfies readonly Field[];

/** Metadata of one page of a list. */
export const pageMeta = {
  name: 'meta',
  type: 'group',
  required: true,
  fields: [
    count('limit'),
    { name: 'hasMore', type: 'boolean', required: true },
    maybe('nextCursor'),
    maybe('prevCursor'),
    count('total'),
  ],
} as const satisfies Field;

export const eventsAnswer = [
  list('events', eventAnswer),
  { ...list('data', eventAnswer), note: 'The same value, in the field that collections use.' },
  pageMeta,
] as const satisfies readonly Field[];

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
  { name: 'ticketPage', type: 'url', required: true, note: 'The page of this person, whose address is a secret.' },
] as const satisfies readonly Field[];

const paymentState = { name: 'state', type: 'select', options: paymentStates } as const;
export const paymentToMake = [
  { ...paymentState, note: '`wanted`: the payment page is being made. Read the registration again in a moment.' },
  maybe('paymentIntentId'),
  { ...maybe('clientSecret'), note: 'For a page of yours that confirms the payment.' },
  { ...maybe('checkoutUrl'), note: 'The page where the buyer pays.' },
  { ...maybe('problem'), note: 'Why the processor does not take the payment.' },
] as const satisfies readonly Field[];

export const registeredAnswer = [
  ...place,
  {
    name: 'payment',
    type: 'group',
    note: 'The amount to pay, and until when the seat is held. Omitted if nothing is to be paid, or if no processor is asked.',
    fields: [...paymentToMake, ...money, { ...time('expiresAt'), required: true }],
  },
] as const satisfies readonly Field[];

const refund = [id('id', 'refunds'), ...money, { name: 'percent', type: 'number' }, text('status')] as const;

export const registrationAnswer = [
  ...place,
  id('eventId', 'events'),
  {
    name: 'attendee',
    type: 'group',
    required: true,
    fields: [text('name'), { name: 'email', type: 'email', required: true }, maybe('company'), maybe('role')],
  },
  time('confirmedAt'),
  time('cancelledAt'),
  time('checkedInAt'),
  {
    name: 'payment',
    type: 'group',
    note: 'Null if nothing was to be paid.',
    fields: [...paymentToMake, ...money, time('paidAt'), time('expiresAt')],
  },
  list('refunds', refund),
] as const satisfies readonly Field[];

export const requestedPaymentAnswer = [
  id('id', 'registrations'),
  status,
  paymentStatus,
  { name: 'payment', type: 'group', required: true, fields: [...paymentToMake, ...money, time('expiresAt')] },
] as const satisfies readonly Field[];

export const retriedRefundAnswer = [{ name: 'refund', type: 'group', required: true, fields: refund }] as const;

export const connectedAnswer = [
  id('id', 'payment_accounts'),
  maybe('account'),
  { name: 'chargesEnabled', type: 'boolean' },
] as const satisfies readonly Field[];

export const onboardingAnswer = [
  { name: 'url', type: 'url', required: true, note: 'Works once, for a few minutes. Ask for a new one at each click.' },
  { ...time('expiresAt'), required: true },
  maybe('account'),
  { name: 'chargesEnabled', type: 'boolean' },
  { name: 'requirements', type: 'array', of: 'text' },
] as const satisfies readonly Field[];

export const payoutsAnswer = [
  list('payouts', [text('id'), ...money, text('status'), { ...time('arrivesAt'), required: true }]),
] as const satisfies readonly Field[];

export const cancelledAnswer = [
  id('id', 'registrations'),
  status,
  paymentStatus,
  { name: 'refund', type: 'group', fields: refund },
] as const satisfies readonly Field[];

export const importedAnswer = [
  count('imported'),
  { name: 'registrations', type: 'array', of: 'text', required: true, note: 'Ids, in the order they were sent.' },
] as const satisfies readonly Field[];

const received = { name: 'received', type: 'boolean', required: true } as const;
export const receivedAnswer = [received] as const satisfies readonly Field[];
export const paidAnswer = [
  received,
  { name: 'registration', type: 'group', required: true, fields: [id('id', 'registrations'), status, paymentStatus] },
] as const satisfies readonly Field[];

const person = {
  name: 'registration',
  type: 'group',
  required: true,
  fields: [id('id', 'registrations'), text('name'), maybe('company')],
} as const;

/** Answer to an admission; a refusal is answered as every other one, with `success` false beside it. */
export const admittedAnswer = [
  { name: 'success', type: 'boolean', required: true },
  {
    name: 'checkin',
    type: 'group',
    required: true,
    fields: [text('id'), { ...time('timestamp'), required: true }, text('gate')],
  },
  person,
  { ...maybe('direction'), note: 'Only for an exit.' },
  { ...maybe('attention'), note: 'What staff should know about this person.' },
  {
    ...list('members', [person, text('verdict'), { name: 'errors', type: 'json' }]),
    required: false,
    note: 'Only if `members` was sent.',
  },
] as const satisfies readonly Field[];

const pace = [count('lastMinute'), count('last5Minutes'), count('last15Minutes'), count('last60Minutes')] as const;

export const statsAnswer = [
  { ...count('checkedIn'), note: 'People, not admissions.' },
  { name: 'avgCheckinTime', type: 'number', required: true, note: 'Seconds. 0 until the first check-in.' },
  time('peakHour'),
  { name: 'capacityRemaining', type: 'integer', note: 'Null means unlimited.' },
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
] as const satisfies readonly Field[];

export const queuedAnswer = [id('jobId', 'print_jobs'), text('status')] as const satisfies readonly Field[];
export const undoneAnswer = [
  id('undone', 'scans'),
  id('scan', 'scans'),
  { ...time('undoneAt'), required: true },
] as const satisfies readonly Field[];
export const supervisorAnswer = [
  id('id', 'supervisors'),
  text('name'),
  { name: 'active', type: 'boolean', required: true },
  { ...time('pinSetAt'), required: true },
] as const satisfies readonly Field[];
export const acknowledgedAnswer = [count('acknowledged')] as const satisfies readonly Field[];
export const groupAnswer = [
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
] as const satisfies readonly Field[];
