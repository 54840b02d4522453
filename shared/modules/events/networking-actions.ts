/** Actions on profiles and matches, as data. */

import { languages } from '../../base/languages.ts';
import { scoreParts } from '../../networking/score.ts';
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { breakdownFields, matchesMax, matchStatuses, optInField, phoneField, profileFields } from './networking.ts';

export const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
export const attendeeId = {
  name: 'registrationId',
  type: 'relation',
  to: 'registrations',
  required: true,
  note: 'The person who acts.',
} as const;
export const attendeeSecret = {
  name: 'secret',
  type: 'text',
  maxLength: 100,
  note: 'The secret of the person’s ticket page, for callers without the scope `events:write`.',
} as const;
const matchId = {
  name: 'matchId',
  type: 'text',
  required: true,
  maxLength: 36,
  note: 'The `id` of the match, or its `profileId`.',
} as const;

/** Profile in the body of a registration, and of `events.set_profile`. */
export const profileInput = [...profileFields, phoneField, optInField] as const satisfies readonly Field[];

const profileAnswer = [
  { name: 'id', type: 'relation', to: 'attendee_profiles', required: true },
  { name: 'registrationId', type: 'relation', to: 'registrations', required: true },
  ...profileInput,
] as const satisfies readonly Field[];

export const setProfile = defineAction({
  name: 'events.set_profile',
  module: 'events',
  summary:
    'Write the networking profile of an attendee. `networkingOptIn: true` makes them visible to others, `false` hides them at once.',
  scope: 'events:write',
  http: { method: 'PUT', paths: ['/events/:eventId/registrations/:registrationId/profile'] },
  input: [eventId, attendeeId, attendeeSecret, ...profileInput],
  output: { fields: profileAnswer },
});

export const getProfile = defineAction({
  name: 'events.profile',
  module: 'events',
  summary: 'Read the networking profile of an attendee.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/registrations/:registrationId/profile'] },
  input: [eventId, attendeeId, attendeeSecret],
  output: { fields: profileAnswer },
});

const matchAnswer = [
  { name: 'id', type: 'text', required: true, note: 'Of the pair; both people see the same.' },
  { name: 'profileId', type: 'relation', to: 'attendee_profiles', required: true },
  { name: 'registrationId', type: 'relation', to: 'registrations', required: true },
  { name: 'score', type: 'number', required: true, min: 0, max: 100 },
  { name: 'breakdown', type: 'group', required: true, fields: breakdownFields },
  {
    name: 'reasons',
    type: 'array',
    of: 'group',
    required: true,
    fields: [
      { name: 'type', type: 'select', options: scoreParts, required: true },
      { name: 'description', type: 'text', required: true },
    ],
  },
  {
    name: 'profile',
    type: 'group',
    required: true,
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'company', type: 'text' },
      { name: 'role', type: 'text' },
      { name: 'headline', type: 'text' },
      { name: 'bio', type: 'text' },
    ],
  },
  { name: 'status', type: 'select', options: matchStatuses, required: true },
  { name: 'acceptedByYou', type: 'boolean', required: true },
  { name: 'message', type: 'text', note: 'What the other person wrote when they accepted.' },
  { name: 'yourMessage', type: 'text', note: 'What you wrote when you accepted.' },
  {
    name: 'contact',
    type: 'group',
    note: 'Only of a mutual match.',
    fields: [
      { name: 'email', type: 'email', required: true },
      { name: 'phone', type: 'text' },
    ],
  },
] as const satisfies readonly Field[];

export const listMatches = defineAction({
  name: 'events.matches',
  module: 'events',
  summary:
    'Who an attendee should meet, best first, with the reasons. Contact details are there once both people have accepted.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/networking/matches'] },
  input: [
    eventId,
    { ...attendeeId, required: false, note: 'The person the matches are for.' },
    attendeeSecret,
    { name: 'language', type: 'select', options: languages, note: 'Of the reasons. If omitted, English.' },
    { name: 'limit', type: 'integer', min: 1, max: matchesMax, note: 'At most `maxMatchesPerAttendee` of the event.' },
  ],
  output: {
    fields: [
      { name: 'matches', type: 'array', of: 'group', required: true, fields: matchAnswer },
      {
        name: 'blocked',
        type: 'array',
        of: 'group',
        required: true,
        note: 'Whom the person blocks.',
        fields: [
          { name: 'id', type: 'relation', to: 'matches', required: true },
          { name: 'name', type: 'text', required: true },
          { name: 'reported', type: 'boolean', required: true, note: 'The person reported them: the block stays.' },
        ],
      },
      {
        name: 'meta',
        type: 'group',
        required: true,
        fields: [
          {
            name: 'semanticProvider',
            type: 'text',
            required: true,
            note: '`lexical`: the built-in word comparison. Otherwise the embedding model.',
          },
          { name: 'computedAt', type: 'date', required: true },
        ],
      },
    ],
  },
});

const answered = [
  {
    name: 'match',
    type: 'group',
    required: true,
    fields: [
      { name: 'id', type: 'relation', to: 'matches', required: true },
      { name: 'status', type: 'select', options: matchStatuses, required: true },
      {
        name: 'contact',
        type: 'group',
        fields: [
          { name: 'email', type: 'email', required: true },
          { name: 'phone', type: 'text' },
        ],
      },
    ],
  },
  { name: 'mutual', type: 'boolean', required: true },
] as const satisfies readonly Field[];

const onMatch = <const N extends string, const S extends string, const F extends readonly Field[]>(
  name: N,
  summary: S,
  more: F,
) =>
  defineAction({
    name: `events.${name}_match` as const,
    module: 'events',
    summary,
    scope: 'events:write',
    http: { method: 'POST', paths: [`/events/:eventId/networking/matches/:matchId/${name}`] },
    input: [eventId, matchId, attendeeId, attendeeSecret, ...more],
    output: { fields: answered },
  });

export const acceptMatch = onMatch(
  'accept',
  'Accept a match. When both people have, it is mutual and each sees the contact details of the other.',
  [{ name: 'message', type: 'text', maxLength: 1_000, note: 'For the other person.' }],
);
export const declineMatch = onMatch('decline', 'Decline a match. Neither person is shown to the other again.', []);
export const blockMatch = onMatch(
  'block',
  'Block a person: neither is shown to the other, and they cannot propose meetings to each other.',
  [],
);
export const reportMatch = onMatch('report', 'Report a person to the organizer, and block them.', [
  { name: 'reason', type: 'text', required: true, minLength: 1, maxLength: 1_000 },
]);

export const unblockMatch = defineAction({
  name: 'events.unblock_match',
  module: 'events',
  summary: 'Undo a block. A person who was reported stays blocked.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/networking/matches/:matchId/unblock'] },
  input: [eventId, { ...matchId, note: 'The `id` of the match.' }, attendeeId, attendeeSecret],
  output: {
    fields: [
      { name: 'id', type: 'relation', to: 'matches', required: true },
      { name: 'blocked', type: 'boolean', required: true, note: 'By the person who acts.' },
    ],
  },
});

export const seenNetworking = defineAction({
  name: 'events.seen_networking',
  module: 'events',
  summary: 'Mark what others did as seen.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/:registrationId/networking-seen'] },
  input: [eventId, attendeeId, attendeeSecret, { name: 'until', type: 'date', required: true }],
  output: { fields: [{ name: 'seenUntil', type: 'date', required: true }] },
});
