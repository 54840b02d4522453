/** Actions on meetings, as data. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { meetingStatuses, planStatuses } from './meeting.ts';
import { attendeeId, attendeeSecret, eventId } from './networking-actions.ts';

const meetingId = { name: 'meetingId', type: 'relation', to: 'meetings', required: true } as const;
const startsAt = { name: 'startsAt', type: 'date' } as const;

const person = [
  { name: 'registrationId', type: 'relation', to: 'registrations', required: true },
  { name: 'name', type: 'text', required: true },
  { name: 'company', type: 'text' },
] as const;

const place = {
  name: 'location',
  type: 'group',
  note: 'Null if the event has no tables.',
  fields: [
    { name: 'id', type: 'relation', to: 'meeting_locations', required: true },
    { name: 'name', type: 'text', required: true },
  ],
} as const;

export const meetingFields = [
  { name: 'id', type: 'relation', to: 'meetings', required: true },
  { name: 'status', type: 'select', options: meetingStatuses, required: true },
  { name: 'startsAt', type: 'date', required: true },
  { name: 'endsAt', type: 'date', required: true },
  place,
  { name: 'participants', type: 'array', of: 'group', required: true, fields: person },
  { name: 'proposedBy', type: 'relation', to: 'registrations', note: 'While proposed: the other person answers.' },
  { name: 'expiresAt', type: 'date', note: 'While proposed.' },
  { name: 'message', type: 'text' },
  {
    name: 'held',
    type: 'group',
    note: 'The time that stays confirmed until the new proposal is answered.',
    fields: [
      { name: 'startsAt', type: 'date', required: true },
      { name: 'endsAt', type: 'date', required: true },
      place,
    ],
  },
] as const satisfies readonly Field[];

const meetingAnswer = [
  { name: 'meeting', type: 'group', required: true, fields: meetingFields },
] as const satisfies readonly Field[];

export const proposeMeeting = defineAction({
  name: 'events.propose_meeting',
  module: 'events',
  summary:
    'Propose a meeting to another attendee. Without `startsAt`, it is the first time at which both people and a table are free.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/networking/meetings'], status: 201 },
  input: [
    eventId,
    attendeeId,
    attendeeSecret,
    { name: 'inviteeRegistrationId', type: 'relation', to: 'registrations', note: 'Or `matchId`.' },
    { name: 'matchId', type: 'text', maxLength: 36, note: 'The match with the person, instead of their registration.' },
    startsAt,
    { name: 'durationMinutes', type: 'integer', min: 5, max: 240, note: 'If omitted, as the event has it.' },
    { name: 'locationId', type: 'relation', to: 'meeting_locations', note: 'If omitted, the first free table.' },
    { name: 'message', type: 'text', maxLength: 1_000 },
    { name: 'unlessOpen', type: 'boolean', note: 'Refuse if the two have an open meeting.' },
  ],
  output: { fields: meetingAnswer },
});

export const listMeetings = defineAction({
  name: 'events.meetings',
  module: 'events',
  summary: 'The meetings of an attendee, in the order of time.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/networking/meetings'] },
  input: [eventId, attendeeId, attendeeSecret],
  output: { fields: [{ name: 'meetings', type: 'array', of: 'group', required: true, fields: meetingFields }] },
});

const onMeeting = <const N extends string, const S extends string, const F extends readonly Field[]>(
  verb: N,
  path: string,
  summary: S,
  more: F,
) =>
  defineAction({
    name: `events.${verb}_meeting` as const,
    module: 'events',
    summary,
    scope: 'events:write',
    http: { method: 'POST', paths: [`/events/:eventId/networking/meetings/:meetingId/${path}`] },
    input: [eventId, meetingId, attendeeId, attendeeSecret, ...more],
    output: { fields: meetingAnswer },
  });

export const acceptMeeting = onMeeting('accept', 'accept', 'Accept the proposed time of a meeting.', []);
export const declineMeeting = onMeeting(
  'decline',
  'decline',
  'Decline the proposed time. A meeting that was confirmed before keeps its old time.',
  [],
);
export const cancelMeeting = onMeeting(
  'cancel',
  'cancel',
  'Cancel a meeting. Both people and the table are free again.',
  [],
);
export const rescheduleMeeting = onMeeting(
  'reschedule',
  'reschedule',
  'Propose another time. The confirmed time is kept until the other person answers.',
  [
    { ...startsAt, note: 'If omitted, the next time at which both people and a table are free.' },
    { name: 'locationId', type: 'relation', to: 'meeting_locations', note: 'If omitted, the first free table.' },
  ],
);
export const reportNoShow = onMeeting(
  'no_show',
  'no-show',
  'Say that the other person did not come. Possible for a day after the meeting began.',
  [],
);

export const planMeetings = defineAction({
  name: 'events.plan_meetings',
  module: 'events',
  summary:
    'Plan confirmed meetings for all people with mutual matches, where both and a table are free. Read the plan for how many there are.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/networking/plans'], status: 202 },
  input: [
    eventId,
    { ...startsAt, note: 'From when on; if omitted, from the start of the event.' },
    { name: 'endsAt', type: 'date', note: 'Until when; if omitted, a day later at most.' },
  ],
  output: {
    fields: [
      { name: 'id', type: 'relation', to: 'meeting_plans', required: true },
      { name: 'status', type: 'select', options: planStatuses, required: true },
    ],
  },
});
