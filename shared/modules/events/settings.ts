/**
 * The settings of an event that are kept as JSON, each with its schema: the same for the actions, the generated writes
 * and what reads them back (`readSetting` in shared/schema/read-setting.ts).
 */
import type { Field } from '../../schema/field.ts';
import { captionLanguagePattern } from './captions.ts';

const weight = <const N extends string>(name: N, standard: number) =>
  ({ name, type: 'number', required: true, default: standard, min: 0, max: 1_000 }) as const;

export const weightFields = [
  weight('complementary', 0.25),
  weight('interests', 0.15),
  weight('skills', 0.1),
  weight('industry', 0.05),
  weight('role', 0.05),
  weight('semantic', 0.4),
] as const satisfies readonly Field[];

export const matchingFields = [
  { name: 'minScore', type: 'number', required: true, default: 40, min: 0, max: 100 },
  { name: 'maxMatchesPerAttendee', type: 'integer', required: true, default: 10, min: 1, max: 100 },
  { name: 'weights', type: 'group', fields: weightFields },
] as const satisfies readonly Field[];

export const meetingSettingFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  { name: 'durationMinutes', type: 'integer', required: true, default: 15, min: 5, max: 240 },
  {
    name: 'slotMinutes',
    type: 'integer',
    required: true,
    default: 15,
    min: 5,
    max: 240,
    note: 'Meetings without a wanted time begin at these steps from the start of the event.',
  },
  {
    name: 'maxPerAttendee',
    type: 'integer',
    required: true,
    default: 20,
    min: 1,
    max: 200,
    note: 'Meetings of a person that are confirmed or that they have proposed.',
  },
  {
    name: 'maxProposals',
    type: 'integer',
    required: true,
    default: 10,
    min: 1,
    max: 200,
    note: 'Proposals of a person that wait for an answer.',
  },
] as const satisfies readonly Field[];

export const networkingFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  {
    name: 'optInRequired',
    type: 'boolean',
    required: true,
    default: true,
    note: 'Only people with `networkingOptIn: true` take part. Otherwise all with a profile, but for those with `false`.',
  },
  {
    name: 'matching',
    type: 'group',
    fields: matchingFields,
  },
  {
    name: 'complementaryRoles',
    type: 'json',
    entries: { name: 'roles', type: 'array', of: 'text', maxItems: 50, maxLength: 100 },
    note: 'Maps a role name to the role names that complement it.',
  },
  {
    name: 'preventedPairs',
    type: 'array',
    of: 'group',
    maxItems: 100,
    note: 'Roles that are never brought together. If omitted, founder and founder.',
    fields: [
      { name: 'first', type: 'text', required: true, minLength: 1, maxLength: 100 },
      { name: 'second', type: 'text', required: true, minLength: 1, maxLength: 100 },
    ],
  },
  {
    name: 'semantic',
    type: 'group',
    note: 'How the meaning of profiles is compared.',
    fields: [
      {
        name: 'provider',
        type: 'select',
        options: ['lexical', 'embeddings'],
        required: true,
        default: 'lexical',
        note: '`embeddings` sends the text of profiles, without names and addresses, to the service of the operator.',
      },
      {
        name: 'concepts',
        type: 'json',
        entries: { name: 'words', type: 'array', of: 'text', maxItems: 100, maxLength: 100 },
        note: 'Maps a concept to words that mean it, for the lexical comparison.',
      },
    ],
  },
  { name: 'meetings', type: 'group', fields: meetingSettingFields },
] as const satisfies readonly Field[];

export const refundFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  { name: 'windowHours', type: 'integer', required: true, default: 72, min: 0, max: 87_600 },
  { name: 'partialRefundPercent', type: 'number', required: true, default: 50, min: 0, max: 100 },
  { name: 'basis', type: 'select', options: ['payment', 'event_start'], required: true, default: 'payment' },
] as const satisfies readonly Field[];

export const bankTransferHoldDaysMax = 60;

export const bankTransferFields = [
  { name: 'enabled', type: 'boolean', required: true, default: false },
  {
    name: 'instructions',
    type: 'text',
    maxLength: 2_000,
    note: 'What the buyer reads: account, recipient. The order number is shown with it as the reference.',
  },
  {
    name: 'holdDays',
    type: 'integer',
    required: true,
    default: 7,
    min: 1,
    max: bankTransferHoldDaysMax,
    note: 'How long the seats are held for the transfer.',
  },
] as const satisfies readonly Field[];

export const stripeFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  {
    name: 'connectAccountId',
    type: 'text',
    maxLength: 255,
    note: 'The organizer’s account at the processor. If omitted, payments stay on the platform’s own account.',
  },
  {
    name: 'onBehalfOf',
    type: 'boolean',
    note: 'The organizer is the merchant of record. Always, if the organizer’s account is in another region than the platform.',
  },
  {
    name: 'checkout',
    type: 'select',
    options: ['hosted', 'embedded'],
    required: true,
    default: 'hosted',
    note: '`hosted`: the buyer pays on a page of the processor. `embedded`: a page of yours confirms the payment with a client secret.',
  },
  {
    name: 'receipts',
    type: 'boolean',
    required: true,
    default: false,
    note: 'The processor sends receipts to buyers, too.',
  },
  {
    name: 'platformFee',
    type: 'group',
    fields: [
      { name: 'percent', type: 'number', required: true, default: 5, min: 0, max: 100 },
      { name: 'calculateOn', type: 'select', options: ['ticket_price'], required: true, default: 'ticket_price' },
    ],
  },
  { name: 'paymentMethods', type: 'array', of: 'text', maxItems: 20, maxLength: 64 },
  { name: 'refunds', type: 'group', fields: refundFields },
  {
    name: 'bankTransfer',
    type: 'group',
    note: 'Orders can be paid by bank transfer. An organizer marks them as paid.',
    fields: bankTransferFields,
  },
  {
    name: 'minimalMessages',
    type: 'select',
    options: ['accepted', 'refused'],
    note: 'Whether a payment message without amount and currency confirms a registration. If omitted, only while the server has no payment processor.',
  },
] as const satisfies readonly Field[];

export const waitlistFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  {
    name: 'offerHours',
    type: 'integer',
    required: true,
    default: 24,
    min: 1,
    max: 720,
    note: 'How long a seat is reserved for a person on the waiting list. It ends with the sale, if that is earlier.',
  },
] as const satisfies readonly Field[];

export const scheduleFields = [
  {
    name: 'bookings',
    type: 'boolean',
    required: true,
    default: true,
    note: 'Attendees can book sessions on their ticket page.',
  },
  { name: 'bookingsOpenAt', type: 'date', note: 'When attendees can begin to book. If omitted, at once.' },
  {
    name: 'ratings',
    type: 'boolean',
    required: true,
    default: true,
    note: 'Attendees can rate the sessions that they booked.',
  },
] as const satisfies readonly Field[];

export const streamingFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  {
    name: 'targets',
    type: 'array',
    of: 'group',
    maxItems: 20,
    fields: [
      { name: 'id', type: 'text', minLength: 1, maxLength: 64, note: 'Set by the server if omitted.' },
      { name: 'name', type: 'text', maxLength: 120 },
      { name: 'kind', type: 'select', options: ['youtube', 'twitch', 'custom'], required: true, default: 'custom' },
      {
        name: 'url',
        type: 'text',
        secret: true,
        maxLength: 2_048,
        pattern: '^rtmps?://[^ ]+$',
        note: 'The address of the service, without the key. Never returned: leave it out to keep it.',
      },
      {
        name: 'key',
        type: 'text',
        secret: true,
        maxLength: 500,
        note: 'The stream key. Never returned: leave it out to keep it, send a new one to replace it, or send null to remove it.',
      },
      { name: 'enabled', type: 'boolean', required: true, default: true },
    ],
  },
  {
    name: 'captions',
    type: 'group',
    fields: [
      { name: 'enabled', type: 'boolean', required: true, default: true },
      {
        name: 'languages',
        type: 'array',
        of: 'text',
        maxItems: 20,
        maxLength: 35,
        pattern: captionLanguagePattern,
        note: 'Language tags such as `en` or `pt-BR`. The first one also goes into the outgoing video. If empty, any.',
      },
    ],
  },
  {
    name: 'reconnectSeconds',
    type: 'integer',
    required: true,
    default: 60,
    min: 0,
    max: 3_600,
    note: 'How long an interrupted stream can resume as the same stream.',
  },
  {
    name: 'access',
    type: 'select',
    options: ['tickets', 'public', 'none'],
    required: true,
    default: 'tickets',
    note: '`tickets`: with a confirmed ticket, on its page. `public`: also in the player that other websites embed. `none`: the stream goes to its targets alone.',
  },
  {
    name: 'ticketTypes',
    type: 'array',
    of: 'text',
    maxItems: 100,
    maxLength: 64,
    note: 'IDs of the ticket types that include the stream, where `access` is `tickets`. If empty, all of them.',
  },
  {
    name: 'record',
    type: 'boolean',
    required: true,
    default: false,
    note: 'The stream is kept and can be watched after its end.',
  },
] as const satisfies readonly Field[];

export const gamificationFields = [
  { name: 'enabled', type: 'boolean', required: true, default: true },
  {
    name: 'points',
    type: 'json',
    entries: { name: 'points', type: 'integer', min: 0, max: 10_000 },
    note: 'Maps a type of activity to its points, if not the default.',
  },
  {
    name: 'caps',
    type: 'json',
    entries: { name: 'cap', type: 'integer', min: 0, max: 1_000 },
    note: 'Maps a type of activity to how many of it earn points in a day, if not the default.',
  },
  {
    name: 'activities',
    type: 'array',
    of: 'group',
    maxItems: 50,
    note: 'Types of your own. Attendees report them themselves.',
    fields: [
      { name: 'id', type: 'text', required: true, pattern: '^[a-z][a-z0-9_]{0,63}$', maxLength: 64 },
      { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 120 },
      { name: 'points', type: 'integer', required: true, min: 0, max: 10_000 },
      { name: 'maxPerDay', type: 'integer', required: true, default: 1, min: 1, max: 1_000 },
    ],
  },
  {
    name: 'badges',
    type: 'json',
    entries: {
      name: 'badge',
      type: 'group',
      fields: [
        { name: 'enabled', type: 'boolean', required: true, default: true },
        { name: 'prizeDraw', type: 'boolean' },
      ],
    },
    note: 'Maps the ID of a badge to what differs from the default, for example `{"first_checkin": {"prizeDraw": true}}`.',
  },
  {
    name: 'leaderboard',
    type: 'group',
    fields: [
      { name: 'enabled', type: 'boolean', required: true, default: true },
      { name: 'size', type: 'integer', required: true, default: 50, min: 1, max: 200 },
      { name: 'snapshots', type: 'select', many: true, options: ['hourly', 'daily'], note: 'If omitted, both.' },
      {
        name: 'excludedRoles',
        type: 'array',
        of: 'text',
        maxItems: 50,
        maxLength: 200,
        note: 'Job titles and keys of ticket types of people who are on no leaderboard and in no draw. If omitted, `staff` and `exhibitor`.',
      },
    ],
  },
  { name: 'prizeDraws', type: 'boolean', required: true, default: true },
] as const satisfies readonly Field[];
