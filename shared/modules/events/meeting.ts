/** Meetings of two people, and the tables where they meet. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const meetingLocations = defineCollection({
  name: 'meeting_locations',
  module: 'events',
  resource: 'meeting_location',
  labels: { one: 'Meeting table', many: 'Meeting tables' },
  note: 'Each is used by one meeting at a time. An event without tables leaves the place to the two people.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 120 },
    {
      name: 'position',
      type: 'integer',
      required: true,
      default: 0,
      note: 'Tables with lower numbers are used first.',
    },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  indexes: [['event', 'position']],
});
export type MeetingLocationRecord = RecordOf<typeof meetingLocations>;

export const meetingStatuses = [
  'proposed',
  'confirmed',
  'declined',
  'cancelled',
  'completed',
  'no_show',
  'expired',
] as const;

export const meetings = defineCollection({
  name: 'meetings',
  module: 'events',
  resource: 'meeting',
  labels: { one: 'Meeting', many: 'Meetings' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'requester', type: 'relation', to: 'registrations', required: true },
    { name: 'invitee', type: 'relation', to: 'registrations', required: true },
    { name: 'match', type: 'relation', to: 'matches' },
    { name: 'status', type: 'select', options: meetingStatuses, required: true, default: 'proposed' },
    { name: 'startsAt', type: 'date', required: true },
    { name: 'endsAt', type: 'date', required: true },
    { name: 'location', type: 'relation', to: 'meeting_locations' },
    { name: 'message', type: 'text', hidden: true, maxLength: 1_000 },
    {
      name: 'proposedBy',
      type: 'relation',
      to: 'registrations',
      note: 'While proposed: whose proposal it is. The other person answers.',
    },
    {
      name: 'expiresAt',
      type: 'date',
      index: true,
      note: 'While proposed: without an answer, the proposal ends then.',
    },
    { name: 'heldStartsAt', type: 'date', note: 'The confirmed time, kept until the new proposal is answered.' },
    { name: 'heldEndsAt', type: 'date' },
    { name: 'heldLocation', type: 'relation', to: 'meeting_locations' },
    { name: 'confirmedAt', type: 'date' },
    { name: 'completedAt', type: 'date' },
    { name: 'endedBy', type: 'relation', to: 'registrations', note: 'Who declined or cancelled.' },
    { name: 'endedAt', type: 'date' },
    {
      name: 'changedBy',
      type: 'relation',
      to: 'registrations',
      note: 'Who of the two has done the last thing with it. Null: neither, as in the automatic plan.',
    },
    { name: 'changedAt', type: 'date' },
    { name: 'absent', type: 'relation', to: 'registrations', note: 'Who did not come, as the other person says.' },
    { name: 'planned', type: 'boolean', required: true, default: false, note: 'Made by the automatic plan.' },
    {
      name: 'sequence',
      type: 'integer',
      required: true,
      default: 0,
      min: 0,
      note: 'Of the calendar entry: higher with each change of time.',
    },
  ],
  indexes: [
    ['event', 'status', 'startsAt'],
    ['requester', 'status'],
    ['invitee', 'status'],
    ['status', 'expiresAt'],
    ['status', 'endsAt'],
  ],
  lifecycle: {
    field: 'status',
    initial: 'proposed',
    announces: ['proposed', 'confirmed'],
    transitions: [
      { from: 'proposed', to: 'confirmed', emits: 'confirmed' },
      { from: 'proposed', to: 'declined', emits: 'declined' },
      { from: 'proposed', to: 'cancelled', emits: 'cancelled' },
      { from: 'proposed', to: 'expired', emits: 'expired' },
      { from: 'confirmed', to: 'proposed', emits: 'proposed' },
      { from: 'confirmed', to: 'cancelled', emits: 'cancelled' },
      { from: 'confirmed', to: 'completed', emits: 'completed' },
      { from: 'confirmed', to: 'no_show', emits: 'no_show' },
      { from: 'completed', to: 'no_show', emits: 'no_show' },
    ],
  },
  writable: 'none',
});
export type MeetingRecord = RecordOf<typeof meetings>;

export const planStatuses = ['queued', 'done', 'failed'] as const;

export const meetingPlans = defineCollection({
  name: 'meeting_plans',
  module: 'events',
  resource: 'meeting_plan',
  labels: { one: 'Meeting plan', many: 'Meeting plans' },
  note: 'Asked for by the organizer: meetings for people with mutual matches, at times and tables that are free.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'startsAt', type: 'date', required: true },
    { name: 'endsAt', type: 'date', required: true },
    {
      name: 'exact',
      type: 'boolean',
      note: 'Both times were named. Otherwise meetings are planned within the programme of each day, or from 08:00 to 20:00.',
    },
    { name: 'status', type: 'select', options: planStatuses, required: true, default: 'queued' },
    { name: 'pairs', type: 'integer', min: 0, note: 'Mutual matches without a meeting to come.' },
    { name: 'planned', type: 'integer', min: 0, note: 'Meetings that were made.' },
    { name: 'total', type: 'number', min: 0, note: 'The sum of their scores.' },
    { name: 'way', type: 'select', options: ['greedy', 'matching'] },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  writable: 'none',
});
export type MeetingPlanRecord = RecordOf<typeof meetingPlans>;
