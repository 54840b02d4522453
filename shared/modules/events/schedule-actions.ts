/** Actions on the schedule of an event, as data. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { bookingStatuses, conflictKinds, sessionStatuses } from './schedule.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const sessionId = { name: 'sessionId', type: 'relation', to: 'sessions', required: true } as const;
const registrationId = { name: 'registrationId', type: 'relation', to: 'registrations', required: true } as const;
const secret = {
  name: 'secret',
  type: 'text',
  maxLength: 100,
  note: 'The secret of the person’s ticket page, for callers without the scope `events:write`.',
} as const;

const id = <const N extends string, const T extends string>(name: N, to: T) =>
  ({ name, type: 'relation', to, required: true }) as const;
const ids = <const N extends string, const T extends string>(name: N, to: T, note: string) =>
  ({ name, type: 'relation', to, many: true, required: true, note }) as const;

const trackAnswer = [
  id('id', 'tracks'),
  { name: 'name', type: 'text', required: true },
  { name: 'color', type: 'text' },
  { name: 'description', type: 'text' },
  { name: 'position', type: 'integer', required: true },
] as const satisfies readonly Field[];

const sessionAnswer = [
  id('id', 'sessions'),
  { name: 'track', type: 'relation', to: 'tracks' },
  { name: 'title', type: 'text', required: true },
  { name: 'description', type: 'text' },
  { name: 'startsAt', type: 'date', required: true },
  { name: 'endsAt', type: 'date', required: true },
  { name: 'capacity', type: 'integer', note: 'Null means unlimited.' },
  { name: 'room', type: 'text' },
  { name: 'speakers', type: 'array', of: 'text', required: true },
  { name: 'status', type: 'select', options: sessionStatuses, required: true },
] as const satisfies readonly Field[];

const counted = [
  { name: 'booked', type: 'integer', required: true, note: 'People with a place, also those who came.' },
  { name: 'waiting', type: 'integer', required: true },
] as const satisfies readonly Field[];

const warning = [
  { name: 'id', type: 'text', required: true },
  { name: 'code', type: 'text', required: true, note: '`room_taken`, `speaker_taken` or `capacity_below_booked`.' },
  { name: 'message', type: 'text', required: true },
  { name: 'session', type: 'relation', to: 'sessions', note: 'The other session.' },
] as const satisfies readonly Field[];

export const createTrack = defineAction({
  name: 'events.create_track',
  module: 'events',
  summary: 'Add a track to the schedule of an event: sessions on one subject.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/tracks'], status: 201 },
  input: [
    eventId,
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 120 },
    { name: 'color', type: 'text', maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', note: 'For example `#2f6fed`.' },
    { name: 'description', type: 'text', maxLength: 2_000 },
    { name: 'position', type: 'integer' },
  ],
  output: { fields: trackAnswer },
});

export const createSession = defineAction({
  name: 'events.create_session',
  module: 'events',
  summary:
    'Add a session to the schedule of an event. A room or a speaker with another session at the same time is a warning in `meta.warnings`, not an error.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/sessions'], status: 201 },
  input: [
    eventId,
    { name: 'title', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'track', type: 'text', minLength: 1, maxLength: 120, note: 'ID or name of a track of the event.' },
    { name: 'startsAt', type: 'date', required: true, note: 'Within the event.' },
    { name: 'endsAt', type: 'date', required: true, note: 'Within the event.' },
    { name: 'capacity', type: 'integer', min: 0, max: 1_000_000, note: 'If omitted, unlimited.' },
    { name: 'room', type: 'text', maxLength: 120 },
    { name: 'speakers', type: 'array', of: 'text', maxItems: 50, maxLength: 200, note: 'Names.' },
    { name: 'description', type: 'text', maxLength: 10_000 },
  ],
  output: {
    fields: [
      ...sessionAnswer,
      {
        name: 'meta',
        type: 'group',
        required: true,
        fields: [{ name: 'warnings', type: 'array', of: 'group', required: true, fields: warning }],
      },
    ],
  },
});

export const getSchedule = defineAction({
  name: 'events.schedule',
  module: 'events',
  summary:
    'The schedule of an event: tracks, sessions with their bookings in numbers, and conflicts (rooms and speakers taken twice, sessions outside the event).',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/schedule'] },
  input: [eventId],
  output: {
    fields: [
      { name: 'tracks', type: 'array', of: 'group', required: true, fields: trackAnswer },
      {
        name: 'sessions',
        type: 'array',
        of: 'group',
        required: true,
        fields: [...sessionAnswer, ...counted],
        note: 'In order of time.',
      },
      {
        name: 'conflicts',
        type: 'array',
        of: 'group',
        required: true,
        fields: [
          { name: 'kind', type: 'select', options: conflictKinds, required: true },
          { name: 'name', type: 'text', note: 'The room or the speaker.' },
          ids('sessions', 'sessions', 'Those that do not fit together.'),
        ],
      },
    ],
  },
});

const bookingAnswer = [
  id('id', 'session_bookings'),
  id('session', 'sessions'),
  id('registration', 'registrations'),
  { name: 'status', type: 'select', options: bookingStatuses, required: true },
  { name: 'position', type: 'integer', note: 'In the waiting list, from 1. Null if the person does not wait.' },
  {
    name: 'promotionSkipped',
    type: 'select',
    options: ['conflict'],
    note: 'A place was free, but the person had something else at that time. The position is kept.',
  },
] as const satisfies readonly Field[];

const booking = { name: 'booking', type: 'group', required: true, fields: bookingAnswer } as const;
const promoted = ids('promoted', 'session_bookings', 'Bookings that got a place from the waiting list.');

export const bookSession = defineAction({
  name: 'events.book_session',
  module: 'events',
  summary:
    'Book a place in a session for a person. If the session is full, the person is put on its waiting list and gets a place automatically.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/sessions/:sessionId/bookings'], status: 201 },
  input: [
    eventId,
    sessionId,
    registrationId,
    {
      name: 'onConflict',
      type: 'select',
      options: ['reject', 'replace'],
      required: true,
      default: 'reject',
      note: 'If the person has booked another session at that time: `reject` answers `session_conflict`, `replace` gives the other place up. Nothing is given up for a place on a waiting list, and meetings are never replaced.',
    },
    secret,
  ],
  output: {
    fields: [booking, ids('replaced', 'session_bookings', 'Bookings that were given up for it.'), promoted],
  },
});

export const cancelBooking = defineAction({
  name: 'events.cancel_booking',
  module: 'events',
  summary: 'Give up a place in a session, or leave its waiting list. The place goes to the next person who has time.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/sessions/:sessionId/bookings/:bookingId'] },
  input: [eventId, sessionId, id('bookingId', 'session_bookings'), secret],
  output: { fields: [booking, promoted] },
});

export const attendSession = defineAction({
  name: 'events.attend_session',
  module: 'events',
  summary:
    'Record that a person is in a session, by the code on their ticket or by registration. Without a booking, a place has to be free. Repeating it changes nothing.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/sessions/:sessionId/attendance'] },
  input: [
    eventId,
    sessionId,
    { name: 'qrCode', type: 'text', maxLength: 4_096, note: 'The scanned ticket code. Or `registrationId`.' },
    { name: 'registrationId', type: 'relation', to: 'registrations' },
  ],
  output: {
    fields: [
      booking,
      {
        name: 'registrationName',
        type: 'text',
        required: true,
        note: 'To greet the person.',
      },
      { name: 'repeated', type: 'boolean', required: true, note: 'The person was recorded before.' },
    ],
  },
});

export const rateSession = defineAction({
  name: 'events.rate_session',
  module: 'events',
  summary:
    'Rate a session that has begun, for a person who booked it or was there. A second rating replaces the first.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/sessions/:sessionId/ratings'] },
  input: [
    eventId,
    sessionId,
    registrationId,
    { name: 'rating', type: 'integer', required: true, min: 1, max: 5, note: '5 is best.' },
    { name: 'comment', type: 'text', maxLength: 2_000 },
    secret,
  ],
  output: {
    fields: [
      id('session', 'sessions'),
      { name: 'rating', type: 'integer', required: true },
      { name: 'comment', type: 'text' },
    ],
  },
});

const calendar = {
  name: 'calendar',
  type: 'url',
  required: true,
  note: 'The address of the person’s calendar. Anyone who has it can read the schedule.',
} as const;

export const personalSchedule = defineAction({
  name: 'events.personal_schedule',
  module: 'events',
  summary: 'What a person has booked or waits for, with the times of the sessions and the address of their calendar.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/registrations/:registrationId/schedule'] },
  input: [eventId, registrationId],
  output: {
    fields: [
      {
        name: 'bookings',
        type: 'array',
        of: 'group',
        required: true,
        note: 'In order of time.',
        fields: [
          ...bookingAnswer,
          { name: 'title', type: 'text', required: true },
          { name: 'startsAt', type: 'date', required: true },
          { name: 'endsAt', type: 'date', required: true },
          { name: 'room', type: 'text' },
        ],
      },
      calendar,
    ],
  },
});

export const renewCalendar = defineAction({
  name: 'events.renew_calendar',
  module: 'events',
  summary: 'Give a person’s calendar a new address. The old one stops working.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/:registrationId/calendar'] },
  input: [eventId, registrationId, secret],
  output: { fields: [calendar] },
});
