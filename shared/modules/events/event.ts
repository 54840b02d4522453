/** The gathering and what is declared for it: ticket types, seats, lists, gates, entry rules, questions, ticket keys. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';
import { sealedValuesField } from '../../schema/secret.ts';
import { exhibitingFields } from './exhibitor.ts';
import { invoicingFields } from './invoice.ts';
import { lettersFields } from './letters.ts';
import { pageFields } from './registration-page.ts';
import {
  gamificationFields,
  networkingFields,
  scheduleFields,
  streamingFields,
  stripeFields,
  waitlistFields,
} from './settings.ts';
import { ticketSaleFields } from './ticket-sale.ts';
import { featureFields } from './type-features.ts';

export const eventTypes = ['conference', 'webinar', 'hybrid', 'meeting', 'tradeshow'] as const;
export const eventStatuses = ['draft', 'upcoming', 'live', 'completed', 'cancelled'] as const;

export const events = defineCollection({
  name: 'events',
  module: 'events',
  labels: { one: 'Event', many: 'Events' },
  fields: [
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'type', type: 'select', options: eventTypes, required: true },
    { name: 'status', type: 'select', options: eventStatuses, required: true, default: 'upcoming', index: true },
    { name: 'startsAt', type: 'date', required: true, index: true },
    { name: 'endsAt', type: 'date', required: true },
    { name: 'doorsOpenAt', type: 'date', note: 'If omitted, 2 hours before `startsAt`.' },
    { name: 'timezone', type: 'text', format: 'timezone', required: true, default: 'UTC', maxLength: 64 },
    { name: 'venue', type: 'text', maxLength: 300 },
    { name: 'description', type: 'richText', maxLength: 20_000 },
    { name: 'capacity', type: 'integer', min: 0, note: 'For all ticket types together. Null means unlimited.' },
    {
      name: 'replayWindowMinutes',
      type: 'integer',
      required: true,
      default: 60,
      min: 1,
      max: 5_256_000,
      note: 'How old a ticket code can be. Set it longer for printed tickets: a photographed code then works just as long.',
    },
    {
      name: 'signatures',
      type: 'select',
      options: ['required', 'off'],
      required: true,
      default: 'required',
      note: '`off` also accepts codes without our signature, for tickets issued by other systems.',
    },
    { name: 'onePerEmail', type: 'boolean', required: true, default: false },
    { name: 'networking', type: 'json', fields: networkingFields },
    { name: 'stripe', type: 'json', fields: stripeFields },
    { name: 'streaming', type: 'json', fields: streamingFields },
    { name: 'gamification', type: 'json', fields: gamificationFields },
    { name: 'features', type: 'json', fields: featureFields },
    { name: 'exhibiting', type: 'json', fields: exhibitingFields },
    { name: 'waitlist', type: 'json', fields: waitlistFields },
    { name: 'schedule', type: 'json', fields: scheduleFields },
    { name: 'invoicing', type: 'json', fields: invoicingFields },
    { name: 'badgeLayout', type: 'json' },
    { name: 'letters', type: 'json', fields: lettersFields, note: 'Own words for the emails to attendees.' },
    ...pageFields,
    {
      name: 'sample',
      type: 'boolean',
      readOnly: true,
      required: true,
      default: false,
      note: 'Added as an example. Its people get no emails, and outside a sandbox it cannot be published.',
    },
    {
      name: 'externalCodeKey',
      type: 'text',
      hidden: true,
      readOnly: true,
      maxLength: 64,
      note: 'Key of the hashes in `external_codes`: 32 random bytes, base64url. Null until an import brings codes.',
    },
    sealedValuesField,
  ],
  searchable: ['name', 'venue'],
  replicated: {
    boundBy: 'id',
    fields: [
      'name',
      'type',
      'status',
      'startsAt',
      'endsAt',
      'doorsOpenAt',
      'timezone',
      'replayWindowMinutes',
      'signatures',
      'badgeLayout',
      'externalCodeKey',
    ],
    secrets: ['externalCodeKey'],
  },
});
export type EventRecord = RecordOf<typeof events>;

export const ticketTypes = defineCollection({
  name: 'ticket_types',
  module: 'events',
  labels: { one: 'Ticket type', many: 'Ticket types' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    {
      name: 'key',
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 64,
      note: 'The `id` of the interface, e.g. `vip`.',
    },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'price', type: 'number', required: true, min: 0, note: 'In currency units.' },
    {
      name: 'amount',
      type: 'money',
      required: true,
      readOnly: true,
      default: 0,
      min: 0,
      note: 'The price in minor units, calculated from `price`.',
    },
    { name: 'currency', type: 'text', required: true, pattern: '^[A-Z]{3}$', maxLength: 3 },
    { name: 'quantity', type: 'integer', required: true, default: -1, min: -1, note: '-1 means unlimited.' },
    { name: 'description', type: 'text', maxLength: 2_000 },
    { name: 'perks', type: 'array', of: 'text', maxItems: 50, maxLength: 200 },
    { name: 'saleStart', type: 'date' },
    { name: 'saleEnd', type: 'date' },
    { name: 'position', type: 'integer', required: true, default: 0 },
    { name: 'walkIn', type: 'boolean', required: true, default: false, note: 'Can be sold at the door.' },
    ...ticketSaleFields,
  ],
  uniques: [['event', 'key']],
  replicated: { boundBy: 'event', fields: ['event', 'key', 'name', 'walkIn', 'price', 'amount', 'currency'] },
});
export type TicketTypeRecord = RecordOf<typeof ticketTypes>;

/** One row for each event, each ticket type and each limited price step, by `scope`: it makes overselling impossible. */
export const seatCounts = defineCollection({
  name: 'seat_counts',
  module: 'events',
  labels: { one: 'Seat count', many: 'Seat counts' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    {
      name: 'scope',
      type: 'text',
      required: true,
      unique: true,
      note: '`event:<id>`, `ticket_type:<id>` or `price_step:<id>:<name>`.',
    },
    { name: 'taken', type: 'integer', required: true, default: 0, min: 0, note: 'Held and confirmed seats.' },
  ],
  writable: 'none',
});
export type SeatCountRecord = RecordOf<typeof seatCounts>;

export const checkinLists = defineCollection({
  name: 'checkin_lists',
  module: 'events',
  labels: { one: 'Check-in list', many: 'Check-in lists' },
  note: 'What a ticket is counted on: the hall, a workshop, the dinner.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'key', type: 'text', required: true, maxLength: 64 },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    {
      name: 'counting',
      type: 'select',
      options: ['once', 'once_per_day', 'unlimited'],
      required: true,
      default: 'once',
      note: 'How often a ticket can enter. Days are in the event’s time zone.',
    },
    {
      name: 'exitFirst',
      type: 'boolean',
      required: true,
      default: false,
      note: 'People inside must be scanned out before they can enter again.',
    },
    {
      name: 'passbackMinutes',
      type: 'integer',
      required: true,
      default: 0,
      min: 0,
      max: 10_080,
      note: 'Time after an entry during which the same ticket is refused while its holder is inside.',
    },
    {
      name: 'capacity',
      type: 'integer',
      min: 0,
      note: 'People inside at once, for all its gates together. Null means unlimited.',
    },
    {
      name: 'session',
      type: 'relation',
      to: 'sessions',
      note: 'Everyone who is admitted on this list is recorded as being in this session.',
    },
  ],
  uniques: [['event', 'key']],
  replicated: {
    boundBy: 'event',
    fields: ['event', 'key', 'name', 'counting', 'exitFirst', 'passbackMinutes', 'capacity'],
  },
});
export type CheckinListRecord = RecordOf<typeof checkinLists>;

export const gates = defineCollection({
  name: 'gates',
  module: 'events',
  labels: { one: 'Gate', many: 'Gates' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    {
      name: 'key',
      type: 'text',
      required: true,
      maxLength: 64,
      note: 'The gate ID clients send, e.g. `main-entrance`.',
    },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    { name: 'list', type: 'relation', to: 'checkin_lists', required: true },
    {
      name: 'direction',
      type: 'select',
      options: ['entry', 'exit', 'both'],
      required: true,
      default: 'entry',
      note: 'The directions it is for. With `both`, each scan names its direction.',
    },
    {
      name: 'ticketTypes',
      type: 'relation',
      to: 'ticket_types',
      many: true,
      note: 'The ticket types that can enter here. If empty, all of them.',
    },
    { name: 'opensAt', type: 'date' },
    { name: 'closesAt', type: 'date' },
    { name: 'capacity', type: 'integer', min: 0, note: 'People inside who entered through it. Null means unlimited.' },
  ],
  uniques: [['event', 'key']],
  replicated: { boundBy: 'event' },
});
export type GateRecord = RecordOf<typeof gates>;

/**
 * Narrows the hours of entry, and sets the number of entries, for the ticket types it names (none: all) at its gate and
 * on its list (none: any).
 */
export const entryRules = defineCollection({
  name: 'entry_rules',
  module: 'events',
  labels: { one: 'Entry rule', many: 'Entry rules' },
  note: 'If several rules apply to a ticket type, one open rule is enough.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'name', type: 'text', maxLength: 120 },
    { name: 'list', type: 'relation', to: 'checkin_lists' },
    { name: 'gate', type: 'relation', to: 'gates' },
    { name: 'ticketTypes', type: 'relation', to: 'ticket_types', many: true },
    { name: 'opensAt', type: 'date' },
    { name: 'closesAt', type: 'date' },
    {
      name: 'maxEntries',
      type: 'integer',
      min: 1,
      max: 1_000,
      note: 'Entries on the list instead of 1; per day if the list counts days. The largest value that applies is used.',
    },
  ],
  replicated: { boundBy: 'event' },
});
export type EntryRuleRecord = RecordOf<typeof entryRules>;

/** A question that is asked at check-in, once of each person; the answer is sent with the scan. */
export const checkinQuestions = defineCollection({
  name: 'checkin_questions',
  module: 'events',
  labels: { one: 'Check-in question', many: 'Check-in questions' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'text', type: 'text', required: true, minLength: 1, maxLength: 300 },
    { name: 'kind', type: 'select', options: ['text', 'choice', 'boolean'], required: true, default: 'text' },
    { name: 'options', type: 'array', of: 'text', maxItems: 50, maxLength: 120, note: 'Of a choice.' },
    { name: 'required', type: 'boolean', required: true, default: true, note: 'No one can enter without an answer.' },
    {
      name: 'ticketTypes',
      type: 'relation',
      to: 'ticket_types',
      many: true,
      note: 'The ticket types that are asked. If empty, all of them.',
    },
    { name: 'position', type: 'integer', required: true, default: 0 },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  replicated: { boundBy: 'event' },
});
export type CheckinQuestionRecord = RecordOf<typeof checkinQuestions>;

/** Ed25519 keys of ticket codes: the `active` one signs, and all but the `withdrawn` ones verify. */
export const ticketKeys = defineCollection({
  name: 'ticket_keys',
  module: 'events',
  labels: { one: 'Ticket key', many: 'Ticket keys' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'publicKey', type: 'text', required: true, note: 'Raw 32 bytes, base64url.' },
    { name: 'sealedPrivateKey', type: 'text', required: true, hidden: true },
    { name: 'state', type: 'select', options: ['active', 'retired', 'withdrawn'], required: true, default: 'active' },
  ],
  writable: 'none',
  replicated: { boundBy: 'event', fields: ['event', 'publicKey', 'state'] },
});
export type TicketKeyRecord = RecordOf<typeof ticketKeys>;
