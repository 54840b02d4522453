/** The schedule of an event: tracks, sessions, and who has a place in which session or waits for one. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const tracks = defineCollection({
  name: 'tracks',
  module: 'events',
  labels: { one: 'Track', many: 'Tracks' },
  note: 'Sessions on one subject.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 120 },
    { name: 'color', type: 'text', maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', note: 'For example `#2f6fed`.' },
    { name: 'description', type: 'text', maxLength: 2_000 },
    { name: 'position', type: 'integer', required: true, default: 0 },
  ],
  uniques: [['event', 'name']],
});
export type TrackRecord = RecordOf<typeof tracks>;

/** Kinds of conflicts in a schedule (shared/schedule/conflicts.ts). */
export const conflictKinds = ['room', 'speaker', 'outside_event'] as const;
export type ConflictKind = (typeof conflictKinds)[number];

/** Step of SEQUENCE in calendar files for each change of a session; the number between is for a place from the waiting list. */
export const sessionSequenceStep = 2;

export const sessionStatuses = ['scheduled', 'cancelled'] as const;

export const sessions = defineCollection({
  name: 'sessions',
  module: 'events',
  labels: { one: 'Session', many: 'Sessions' },
  note: 'People with a place in a session get an email when its time, its room or its title changes, or when it is cancelled.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'track', type: 'relation', to: 'tracks', index: true },
    { name: 'title', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'description', type: 'text', maxLength: 10_000 },
    { name: 'startsAt', type: 'date', required: true, index: true },
    { name: 'endsAt', type: 'date', required: true, index: true },
    {
      name: 'capacity',
      type: 'integer',
      min: 0,
      max: 1_000_000,
      note: 'Places that can be booked. Null means unlimited. If it is lowered below what is booked, no one loses a place.',
    },
    {
      name: 'room',
      type: 'text',
      maxLength: 120,
      note: 'Sessions with the same room at the same time give a warning.',
    },
    {
      name: 'speakers',
      type: 'array',
      of: 'text',
      maxItems: 50,
      maxLength: 200,
      note: 'Names. A speaker with two sessions at the same time gives a warning.',
    },
    {
      name: 'status',
      type: 'select',
      options: sessionStatuses,
      required: true,
      default: 'scheduled',
      note: 'If a session is cancelled, its bookings are cancelled, too.',
    },
    {
      name: 'sequence',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      note: 'Higher after each change that calendars must follow.',
    },
    {
      name: 'absentMarkedAt',
      type: 'date',
      readOnly: true,
      note: 'When the people who did not come were marked, an hour after the session.',
    },
  ],
  searchable: ['title', 'room'],
  indexes: [
    ['event', 'startsAt'],
    ['absentMarkedAt', 'endsAt'],
  ],
  lifecycle: {
    field: 'status',
    initial: 'scheduled',
    begins: ['scheduled'],
    transitions: [
      { from: 'scheduled', to: 'cancelled', emits: 'cancelled' },
      { from: 'cancelled', to: 'scheduled', emits: 'reinstated' },
    ],
  },
});
export type SessionRecord = RecordOf<typeof sessions>;

export const bookingStatuses = ['booked', 'waitlisted', 'cancelled', 'attended', 'no_show'] as const;
/** Causes of the end of a booking. */
export const bookingEnds = [
  'attendee',
  'replaced',
  'session_cancelled',
  'registration_cancelled',
  'admission_undone',
] as const;

export const sessionBookings = defineCollection({
  name: 'session_bookings',
  module: 'events',
  resource: 'session_booking',
  labels: { one: 'Session booking', many: 'Session bookings' },
  note: 'A person’s place in a session, or in its waiting list.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true },
    { name: 'session', type: 'relation', to: 'sessions', readOnly: true, required: true },
    { name: 'registration', type: 'relation', to: 'registrations', readOnly: true, required: true },
    { name: 'status', type: 'select', readOnly: true, options: bookingStatuses, required: true, default: 'booked' },
    {
      name: 'turn',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      note: 'The order of all bookings of the session. Of those who wait, the lowest turn comes first.',
    },
    {
      name: 'promotionSkipped',
      type: 'select',
      readOnly: true,
      options: ['conflict'],
      note: 'While waiting: a place was free, but the person had something else at that time. The turn is kept.',
    },
    { name: 'promotedAt', type: 'date', readOnly: true, note: 'Got a place from the waiting list.' },
    {
      name: 'displacedAt',
      type: 'date',
      readOnly: true,
      note: 'Lost the place because the session was moved to a time when the person has something else.',
    },
    { name: 'cancelledAt', type: 'date', readOnly: true },
    { name: 'endedBy', type: 'select', readOnly: true, options: bookingEnds },
    { name: 'attendedAt', type: 'date', readOnly: true },
    {
      name: 'attendedFrom',
      type: 'select',
      readOnly: true,
      options: ['booked', 'waitlisted', 'no_show', 'none'],
      note: 'What there was before a check-in on the session’s list recorded the attendance. It is back if that check-in is undone.',
    },
    { name: 'rating', type: 'integer', readOnly: true, min: 1, max: 5 },
    { name: 'ratingComment', type: 'text', readOnly: true, maxLength: 2_000 },
    { name: 'ratedAt', type: 'date', readOnly: true },
  ],
  indexes: [
    ['session', 'status', 'turn'],
    ['session', 'turn'],
    ['registration', 'status'],
    ['event', 'status'],
  ],
  lifecycle: {
    field: 'status',
    initial: 'booked',
    announces: ['booked', 'waitlisted', 'attended'],
    transitions: [
      { from: 'waitlisted', to: 'booked', emits: 'booked' },
      { from: 'booked', to: 'waitlisted', emits: 'waitlisted' },
      { from: 'booked', to: 'cancelled', emits: 'cancelled' },
      { from: 'waitlisted', to: 'cancelled', emits: 'cancelled' },
      { from: 'booked', to: 'attended', emits: 'attended' },
      { from: 'waitlisted', to: 'attended', emits: 'attended' },
      { from: 'no_show', to: 'attended', emits: 'attended' },
      { from: 'booked', to: 'no_show', emits: 'no_show' },
      { from: 'attended', to: 'booked', emits: 'booked' },
      { from: 'attended', to: 'waitlisted', emits: 'waitlisted' },
      { from: 'attended', to: 'no_show', emits: 'no_show' },
      { from: 'attended', to: 'cancelled', emits: 'cancelled' },
    ],
  },
  writable: 'none',
});
export type SessionBookingRecord = RecordOf<typeof sessionBookings>;
