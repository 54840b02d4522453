/** Networking: what people say of themselves, and who is brought together with whom. */
import { candidatesMax } from '../../networking/candidates.ts';
import { itemLimits } from '../../networking/profile.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

const list = <const N extends keyof typeof itemLimits>(name: N, note: string) =>
  ({ name, type: 'array', of: 'text', maxItems: itemLimits[name], maxLength: 100, note }) as const;

/** Fields that a person fills in; the interface defines the required ones. */
export const profileFields = [
  { name: 'headline', type: 'text', required: true, minLength: 1, maxLength: 200 },
  { name: 'bio', type: 'text', maxLength: 2_000 },
  { name: 'company', type: 'text', required: true, minLength: 1, maxLength: 200 },
  { name: 'role', type: 'text', required: true, minLength: 1, maxLength: 200 },
  { ...list('lookingFor', 'What the person wants to find.'), required: true },
  { ...list('offering', 'What the person can give others.'), required: true },
  { ...list('interests', 'Topics.'), required: true },
  list('skills', 'Abilities.'),
  { name: 'industry', type: 'text', maxLength: 100, note: 'If omitted, it is read from headline, company and bio.' },
] as const satisfies readonly Field[];

export const optInField = {
  name: 'networkingOptIn',
  type: 'boolean',
  note: 'Whether the person takes part in networking: true is needed, unless `optInRequired` of the event is off. False withdraws at once: no one sees them.',
} as const;

/** 5 to 20 digits, with what people write between them. The shortest numbers that can be called from abroad have 5. */
export const phoneField = {
  name: 'phone',
  type: 'text',
  maxLength: 40,
  pattern: '^\\+?[ ()./-]*([0-9][ ()./-]*){5,20}$',
  note: 'Shown only to people with whom the person has a mutual match.',
} as const satisfies Field;

export const attendeeProfiles = defineCollection({
  name: 'attendee_profiles',
  module: 'events',
  resource: 'attendee_profile',
  labels: { one: 'Attendee profile', many: 'Attendee profiles' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true },
    { name: 'registration', type: 'relation', to: 'registrations', readOnly: true, required: true, unique: true },
    ...profileFields,
    { ...phoneField, hidden: true },
    optInField,
    { name: 'optInChangedAt', type: 'date', readOnly: true },
  ],
  searchable: ['headline', 'company', 'role'],
  indexes: [
    ['event', 'updatedAt'],
    ['event', 'networkingOptIn'],
  ],
  writable: 'update-only',
});
export type AttendeeProfileRecord = RecordOf<typeof attendeeProfiles>;

const share = <const N extends string>(name: N) => ({ name, type: 'number', required: true, min: 0, max: 1 }) as const;
/** The parts of a score under the names of the given interface, each 0 to 1. */
export const breakdownFields = [
  share('complementaryScore'),
  share('interestScore'),
  share('skillScore'),
  share('industryScore'),
  share('roleScore'),
  share('semanticScore'),
] as const satisfies readonly Field[];

export const matchStatuses = ['suggested', 'pending', 'mutual', 'declined', 'expired', 'blocked'] as const;

/** The id of a row is made of the ids of both profiles (shared/networking/pair-id.ts): a pair has one row. */
export const matches = defineCollection({
  name: 'matches',
  module: 'events',
  resource: 'match',
  labels: { one: 'Match', many: 'Matches' },
  note: 'Two people of whom one has accepted or declined the other. Suggestions are not stored until someone answers.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'first', type: 'relation', to: 'registrations', required: true },
    { name: 'second', type: 'relation', to: 'registrations', required: true },
    { name: 'firstProfile', type: 'relation', to: 'attendee_profiles', required: true },
    { name: 'secondProfile', type: 'relation', to: 'attendee_profiles', required: true },
    {
      name: 'status',
      type: 'select',
      options: matchStatuses,
      required: true,
      default: 'suggested',
      note: '`pending`: one of the two has accepted. `mutual`: both have.',
    },
    { name: 'score', type: 'number', required: true, min: 0, max: 100 },
    { name: 'breakdown', type: 'json', fields: breakdownFields },
    { name: 'acceptedBy', type: 'relation', to: 'registrations', note: 'Who accepted first.' },
    { name: 'acceptedAt', type: 'date' },
    { name: 'mutualAt', type: 'date' },
    { name: 'message', type: 'text', hidden: true, maxLength: 1_000, note: 'Of who accepted first, to the other.' },
    { name: 'reply', type: 'text', hidden: true, maxLength: 1_000, note: 'Of who accepted second, to the other.' },
    { name: 'endedBy', type: 'relation', to: 'registrations', note: 'Who declined or blocked.' },
    { name: 'endedAt', type: 'date' },
    { name: 'firstBlocked', type: 'boolean', note: 'Whether the first person blocks the second.' },
    { name: 'secondBlocked', type: 'boolean' },
    { name: 'reportedBy', type: 'relation', to: 'registrations' },
    { name: 'reportReason', type: 'text', maxLength: 1_000 },
    { name: 'reportedAt', type: 'date', index: true },
  ],
  indexes: [
    ['event', 'status'],
    ['first', 'status'],
    ['second', 'status'],
  ],
  lifecycle: {
    field: 'status',
    initial: 'suggested',
    announces: ['pending', 'declined', 'blocked'],
    transitions: [
      { from: 'suggested', to: 'pending', emits: 'pending' },
      { from: 'suggested', to: 'declined', emits: 'declined' },
      { from: 'suggested', to: 'blocked', emits: 'blocked' },
      { from: 'suggested', to: 'expired', emits: 'expired' },
      { from: 'pending', to: 'mutual', emits: 'mutual' },
      { from: 'pending', to: 'declined', emits: 'declined' },
      { from: 'pending', to: 'blocked', emits: 'blocked' },
      { from: 'pending', to: 'expired', emits: 'expired' },
      { from: 'mutual', to: 'declined', emits: 'declined' },
      { from: 'mutual', to: 'blocked', emits: 'blocked' },
      { from: 'declined', to: 'blocked', emits: 'blocked' },
      { from: 'blocked', to: 'suggested', emits: 'unblocked' },
      { from: 'blocked', to: 'declined' },
    ],
  },
  writable: 'none',
});
export type MatchRecord = RecordOf<typeof matches>;

/** One for each person who reported in a match: both may report each other, and neither report takes the other's place. */
export const matchReports = defineCollection({
  name: 'match_reports',
  module: 'events',
  labels: { one: 'Report about an attendee', many: 'Reports about attendees' },
  note: 'What one attendee reported about another. From then on they do not see each other.',
  fields: [
    { name: 'event', type: 'relation', readOnly: true, to: 'events', required: true },
    { name: 'match', type: 'relation', readOnly: true, to: 'matches', required: true },
    { name: 'reportedBy', type: 'relation', readOnly: true, to: 'registrations', required: true },
    { name: 'reported', type: 'relation', readOnly: true, to: 'registrations', required: true, index: true },
    { name: 'reason', type: 'text', readOnly: true, required: true, maxLength: 1_000 },
    { name: 'reportedAt', type: 'date', readOnly: true, required: true },
    { name: 'reviewedAt', type: 'date', note: 'When an organizer dealt with it.' },
  ],
  uniques: [['match', 'reportedBy']],
  indexes: [['event', 'reportedAt']],
  writable: 'update-only',
});

/** Time until which a person has seen what others did: what is newer is pointed out to them. */
export const networkingVisits = defineCollection({
  name: 'networking_visits',
  module: 'events',
  labels: { one: 'Networking visit', many: 'Networking visits' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, unique: true },
    { name: 'seenUntil', type: 'date', required: true },
  ],
  writable: 'none',
});

/** Vectors that a provider of meanings made of the text of profiles. Removed as soon as the person withdraws. */
export const profileVectors = defineCollection({
  name: 'profile_vectors',
  module: 'events',
  labels: { one: 'Profile vector', many: 'Profile vectors' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true },
    { name: 'profile', type: 'relation', to: 'attendee_profiles', required: true, unique: true },
    { name: 'provider', type: 'text', required: true, maxLength: 300 },
    { name: 'textHash', type: 'text', required: true, maxLength: 64 },
    {
      name: 'vector',
      type: 'text',
      maxLength: 65_536,
      note: '32-bit floats of a vector of length 1, base64url. Null: the provider did not answer.',
    },
    { name: 'problem', type: 'text', maxLength: 1_000 },
  ],
  indexes: [
    ['event', 'updatedAt'],
    ['event', 'problem'],
    ['event', 'provider'],
  ],
  writable: 'none',
});
export type ProfileVectorRecord = RecordOf<typeof profileVectors>;

/** Maximum number of matches in a list. */
export const matchesMax = candidatesMax;
