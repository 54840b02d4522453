/** The actions around an event, a registration and its payment, as data. What they do is in server/modules/events. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import {
  cancelledAnswer,
  eventAnswer,
  eventsAnswer,
  paidAnswer,
  receivedAnswer,
  registeredAnswer,
  registrationAnswer,
} from './answers.ts';
import { eventTypes } from './event.ts';
import { exhibitingFields } from './exhibitor.ts';
import { invoicingFields } from './invoice.ts';
import { lettersFields } from './letters.ts';
import { optInField } from './networking.ts';
import { profileInput } from './networking-actions.ts';
import { pageInput, publicPage } from './registration-page.ts';
import {
  gamificationFields,
  networkingFields,
  scheduleFields,
  streamingFields,
  stripeFields,
  waitlistFields,
} from './settings.ts';
import { ticketSaleInput } from './ticket-sale.ts';
import { featureFields } from './type-features.ts';

const key = { type: 'text', required: true, minLength: 1, maxLength: 64 } as const;
const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const registrationId = { name: 'registrationId', type: 'relation', to: 'registrations', required: true } as const;

/** Input of a ticket type, as the given interface names its fields. */
export const ticketTypeInput = [
  { name: 'id', ...key, note: 'The ticket type key, e.g. `vip`.' },
  { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
  { name: 'price', type: 'number', required: true, min: 0, note: 'In currency units.' },
  { name: 'currency', type: 'text', required: true, pattern: '^[A-Za-z]{3}$', maxLength: 3 },
  { name: 'quantity', type: 'integer', required: true, default: -1, min: -1, note: '-1 means unlimited.' },
  { name: 'description', type: 'text', maxLength: 2_000 },
  { name: 'perks', type: 'array', of: 'text', maxItems: 50, maxLength: 200 },
  { name: 'saleStart', type: 'date' },
  { name: 'saleEnd', type: 'date' },
  { name: 'walkIn', type: 'boolean', required: true, default: false, note: 'Can be sold at the door.' },
  ...ticketSaleInput,
] as const satisfies readonly Field[];

export const listInput = [
  { name: 'id', ...key, note: 'The key that gates name as their `list`; `default` is the main one.' },
  { name: 'name', type: 'text', maxLength: 120 },
  { name: 'counting', type: 'select', options: ['once', 'once_per_day', 'unlimited'], required: true, default: 'once' },
  { name: 'exitFirst', type: 'boolean', required: true, default: false },
  { name: 'passbackMinutes', type: 'integer', required: true, default: 0, min: 0, max: 10_080 },
  { name: 'capacity', type: 'integer', min: 0, note: 'People inside at once. If omitted, unlimited.' },
] as const satisfies readonly Field[];

export const gateInput = [
  { name: 'id', ...key, note: 'The gate ID that check-ins name, e.g. `main-entrance`.' },
  { name: 'name', type: 'text', maxLength: 120 },
  {
    name: 'list',
    type: 'text',
    maxLength: 64,
    note: 'Key of its check-in list. If omitted, the main one. A ticket is used once per list.',
  },
  { name: 'direction', type: 'select', options: ['entry', 'exit', 'both'], required: true, default: 'entry' },
  {
    name: 'ticketTypes',
    type: 'array',
    of: 'text',
    maxItems: 100,
    maxLength: 64,
    note: 'The ticket types that can enter here. If empty, all of them.',
  },
  { name: 'opensAt', type: 'date' },
  { name: 'closesAt', type: 'date' },
  { name: 'capacity', type: 'integer', min: 0 },
] as const satisfies readonly Field[];

const settings = [
  { name: 'doorsOpenAt', type: 'date', note: 'If omitted, 2 hours before `startsAt`.' },
  { name: 'venue', type: 'text', maxLength: 300 },
  { name: 'description', type: 'richText', maxLength: 20_000 },
  { name: 'capacity', type: 'integer', min: 0, note: 'For all ticket types together. If omitted, unlimited.' },
  ...pageInput,
  { name: 'tickets', type: 'array', of: 'group', fields: ticketTypeInput, maxItems: 100 },
  { name: 'lists', type: 'array', of: 'group', fields: listInput, maxItems: 100 },
  { name: 'gates', type: 'array', of: 'group', fields: gateInput, maxItems: 100 },
] as const satisfies readonly Field[];

const jsonSettings = [
  { name: 'networking', type: 'group', fields: networkingFields },
  { name: 'stripe', type: 'group', fields: stripeFields },
  { name: 'streaming', type: 'json', fields: streamingFields },
  { name: 'gamification', type: 'json', fields: gamificationFields },
  { name: 'features', type: 'json', fields: featureFields },
  { name: 'exhibiting', type: 'json', fields: exhibitingFields },
  { name: 'waitlist', type: 'group', fields: waitlistFields },
  { name: 'schedule', type: 'group', fields: scheduleFields },
  { name: 'invoicing', type: 'group', fields: invoicingFields },
  { name: 'letters', type: 'json', fields: lettersFields, note: 'Own words for the emails to attendees.' },
] as const satisfies readonly Field[];

const patchNote =
  'A merge patch of the setting: fields left out stay unchanged. The whole setting is checked against its schema.';
const jsonSettingsPatch = [
  { name: 'networking', type: 'json', note: patchNote },
  { name: 'stripe', type: 'json', note: patchNote },
  { name: 'streaming', type: 'json', note: patchNote },
  { name: 'gamification', type: 'json', note: patchNote },
  { name: 'features', type: 'json', note: patchNote },
  { name: 'exhibiting', type: 'json', note: patchNote },
  { name: 'waitlist', type: 'json', note: patchNote },
  { name: 'schedule', type: 'json', note: patchNote },
  { name: 'invoicing', type: 'json', note: patchNote },
  { name: 'letters', type: 'json', note: patchNote },
] as const satisfies readonly Field[];

const window = { name: 'replayWindowMinutes', type: 'integer', min: 1, max: 5_256_000 } as const;
const signatures = { name: 'signatures', type: 'select', options: ['required', 'off'] } as const;

export const createEvent = defineAction({
  name: 'events.create',
  module: 'events',
  summary: 'Create an event with its ticket types and gates.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events'], status: 201 },
  input: [
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'type', type: 'select', options: eventTypes, required: true },
    { name: 'status', type: 'select', options: ['draft', 'upcoming'], required: true, default: 'upcoming' },
    { name: 'startsAt', type: 'date', required: true },
    { name: 'endsAt', type: 'date', required: true },
    { name: 'timezone', type: 'text', format: 'timezone', required: true, default: 'UTC', maxLength: 64 },
    { ...window, required: true, default: 60 },
    { ...signatures, required: true, default: 'required' },
    { name: 'onePerEmail', type: 'boolean', required: true, default: false },
    { ...publicPage, required: true, default: true },
    ...settings,
    ...jsonSettings,
  ],
  output: { fields: eventAnswer, called: 'event' },
});

export const getEvent = defineAction({
  name: 'events.get',
  module: 'events',
  summary: 'Read an event with its ticket types and gates.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId'] },
  input: [eventId],
  output: { fields: eventAnswer, called: 'event' },
});

/** Organizers set `draft` and `cancelled`; the other statuses of an event follow from its times and the clock. */
const standing = { status: { not_in: ['draft', 'cancelled'] } };
export const byStatus = {
  draft: { status: { equals: 'draft' } },
  cancelled: { status: { equals: 'cancelled' } },
  upcoming: { ...standing, startsAt: { greater_than: 'now' } },
  live: { ...standing, startsAt: { less_than_equal: 'now' }, endsAt: { greater_than: 'now' } },
  completed: { ...standing, endsAt: { less_than_equal: 'now' } },
};

export const listEvents = defineAction({
  name: 'events.list',
  module: 'events',
  summary: 'List events by start, optionally with one status.',
  scope: 'events:read',
  reads: true,
  http: {
    method: 'GET',
    paths: ['/events'],
    lists: { collection: 'events', sort: 'startsAt', narrowedBy: { status: byStatus } },
  },
  input: [
    { name: 'status', type: 'text', maxLength: 40, note: 'draft, upcoming, live, completed or cancelled.' },
    { name: 'limit', type: 'integer', required: true, default: 25, min: 1, max: 100 },
    { name: 'cursor', type: 'text', maxLength: 1_000 },
    {
      name: 'ids',
      type: 'array',
      of: 'text',
      maxItems: 200,
      maxLength: 36,
      note: 'Only these events, in this order. Other filters are ignored.',
    },
  ],
  output: { fields: eventsAnswer },
});

export const updateEvent = defineAction({
  name: 'events.update',
  module: 'events',
  summary: 'Change an event. Ticket types and gates are added, or changed by their ID. Fields left out stay unchanged.',
  scope: 'events:write',
  input: [
    eventId,
    { name: 'name', type: 'text', minLength: 1, maxLength: 200 },
    { name: 'type', type: 'select', options: eventTypes },
    { name: 'startsAt', type: 'date' },
    { name: 'endsAt', type: 'date' },
    { name: 'timezone', type: 'text', format: 'timezone', maxLength: 64 },
    window,
    signatures,
    { name: 'onePerEmail', type: 'boolean' },
    publicPage,
    ...settings,
    ...jsonSettingsPatch,
  ],
  output: { fields: eventAnswer, called: 'event' },
});

export const publishEvent = defineAction({
  name: 'events.publish',
  module: 'events',
  summary: 'Publish a draft and open it for registration.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/publish'] },
  input: [eventId],
  output: { fields: eventAnswer, called: 'event' },
});

export const cancelEvent = defineAction({
  name: 'events.cancel',
  module: 'events',
  summary: 'Cancel the event. Its registrations are cancelled, refunded in full and notified by email.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/cancel'] },
  input: [eventId],
  output: { fields: eventAnswer, called: 'event' },
});

export const attendeeFields = [
  { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
  { name: 'email', type: 'email', required: true, maxLength: 254 },
  { name: 'company', type: 'text', maxLength: 200 },
  { name: 'role', type: 'text', maxLength: 200 },
] as const satisfies readonly Field[];

export const register = defineAction({
  name: 'events.register',
  module: 'events',
  summary: 'Register an attendee. Holds a seat for 30 minutes, until it is paid.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/registrations', '/events/:eventId/registrations'], status: 201 },
  input: [
    eventId,
    { name: 'ticketType', ...key, note: 'The ticket type key, e.g. `vip`.' },
    { name: 'group', type: 'text', minLength: 1, maxLength: 64, note: 'Registrations of one order or party share it.' },
    {
      name: 'attendee',
      type: 'group',
      required: true,
      fields: attendeeFields,
    },
    {
      name: 'profile',
      type: 'group',
      fields: profileInput,
      note: 'The networking profile.',
    },
    optInField,
  ],
  output: { fields: registeredAnswer },
});

export const getRegistration = defineAction({
  name: 'events.registration',
  module: 'events',
  summary: 'Read a registration: state, payment, refund, and a new ticket code for the check-in.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/registrations/:registrationId'] },
  input: [eventId, registrationId],
  output: { fields: registrationAnswer },
});

export const cancelRegistration = defineAction({
  name: 'events.cancel_registration',
  module: 'events',
  summary:
    'Cancel a registration. Frees the seat and refunds by the event’s rules. Repeating it returns the same result.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/registrations/:registrationId'] },
  input: [
    eventId,
    registrationId,
    {
      name: 'refund',
      type: 'select',
      options: ['full', 'partial', 'none'],
      note: 'Overrides the rules, also after check-in or the end of the event.',
    },
    { name: 'reason', type: 'text', maxLength: 500 },
  ],
  output: { fields: cancelledAnswer },
});

export const paymentWebhook = defineAction({
  name: 'events.payment_webhook',
  module: 'events',
  summary: 'Receive an event of the payment processor. The signature is the credential.',
  scope: 'events:write',
  http: {
    method: 'POST',
    paths: ['/webhooks/payments', '/events/payments/webhook'],
    signed: {
      // A charge or refund made by hand at the processor names only the payment it belongs to.
      tenantBy: [
        // The order comes first: the first registration of a paid order can cost nothing.
        { bodyPath: 'data.object.metadata.orderId', collection: 'ticket_orders', field: 'id', unlessZero: 'amount' },
        {
          bodyPath: 'data.object.metadata.registrationId',
          collection: 'registrations',
          field: 'id',
          unlessZero: 'amount',
        },
        { bodyPath: 'data.object.payment_intent', collection: 'registrations', field: 'paymentIntent' },
        { bodyPath: 'data.object.id', collection: 'registrations', field: 'paymentIntent' },
        { bodyPath: 'data.object.payment_intent', collection: 'payments', field: 'paymentIntent' },
        { bodyPath: 'data.object.id', collection: 'payments', field: 'session' },
        { bodyPath: 'account', collection: 'payment_accounts', field: 'account' },
      ],
    },
  },
  input: [
    { name: 'rawBody', type: 'text', required: true, maxLength: 262_144, note: 'The body as received, byte for byte.' },
    { name: 'headers', type: 'json', required: true, note: 'By lower-case name; `stripe-signature` is the proof.' },
  ],
  output: { fields: receivedAnswer },
});

export const payTest = defineAction({
  name: 'events.pay_test',
  module: 'events',
  summary:
    'Make a payment succeed or fail with the built-in test processor. It sends a signed event like a real processor.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/payments/test'] },
  input: [
    { ...registrationId, required: false, note: 'A registration. Its whole order is paid.' },
    { name: 'orderId', type: 'relation', to: 'ticket_orders', note: 'The order, instead of a registration.' },
    {
      name: 'outcome',
      type: 'select',
      options: ['succeeded', 'failed', 'processing', 'canceled', 'refunded'],
      required: true,
      default: 'succeeded',
    },
  ],
  output: { fields: paidAnswer },
});
