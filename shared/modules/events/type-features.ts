/** Questions to sessions, polls, RSVPs and booth visits: every event may have them; its type only sets what is shown. */
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

const event = { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true } as const;
const registration = {
  name: 'registration',
  type: 'relation',
  to: 'registrations',
  readOnly: true,
  required: true,
  index: true,
} as const;

export const featureNames = ['questions', 'polls', 'rsvp', 'booths'] as const;
export type FeatureName = (typeof featureNames)[number];

const feature = <const N extends FeatureName>(name: N) =>
  ({
    name,
    type: 'boolean',
    note: 'If omitted, it can be used, and the type of the event decides whether the pages of attendees show it.',
  }) as const;

export const featureFields = [
  feature('questions'),
  feature('polls'),
  feature('rsvp'),
  feature('booths'),
] as const satisfies readonly Field[];

/** Features that the pages of attendees show where the event does not say, by the type of the event. */
export const shownByType: Readonly<Record<string, readonly FeatureName[]>> = {
  conference: ['questions', 'polls', 'booths'],
  webinar: ['questions', 'polls'],
  hybrid: ['questions', 'polls', 'booths'],
  meeting: ['rsvp', 'polls'],
  tradeshow: ['booths'],
};

export const questionStates = ['pending', 'approved', 'answered', 'dismissed'] as const;
/** In characters. */
export const questionMax = 500;

export const sessionQuestions = defineCollection({
  name: 'session_questions',
  module: 'events',
  resource: 'session_question',
  labels: { one: 'Session question', many: 'Session questions' },
  note: 'A question of an attendee. Others see it once it is approved.',
  fields: [
    event,
    { name: 'session', type: 'relation', to: 'sessions', readOnly: true, required: true },
    registration,
    { name: 'text', type: 'text', readOnly: true, required: true, minLength: 1, maxLength: questionMax },
    {
      name: 'anonymous',
      type: 'boolean',
      readOnly: true,
      required: true,
      default: false,
      note: 'Other attendees do not see who asks.',
    },
    { name: 'state', type: 'select', readOnly: true, options: questionStates, required: true, default: 'pending' },
    { name: 'upvotes', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'answer', type: 'text', readOnly: true, maxLength: 2_000 },
    { name: 'approvedAt', type: 'date', readOnly: true },
    { name: 'answeredAt', type: 'date', readOnly: true },
  ],
  indexes: [
    ['session', 'state', 'upvotes'],
    ['session', 'registration', 'state'],
  ],
  lifecycle: {
    field: 'state',
    initial: 'pending',
    transitions: [
      { from: 'pending', to: 'approved', emits: 'approved' },
      { from: 'pending', to: 'dismissed', emits: 'dismissed' },
      { from: 'approved', to: 'answered', emits: 'answered' },
      { from: 'approved', to: 'dismissed', emits: 'dismissed' },
    ],
  },
  writable: 'none',
});
export type SessionQuestionRecord = RecordOf<typeof sessionQuestions>;

export const questionUpvotes = defineCollection({
  name: 'question_upvotes',
  module: 'events',
  resource: 'question_upvote',
  labels: { one: 'Question upvote', many: 'Question upvotes' },
  fields: [
    event,
    { name: 'question', type: 'relation', to: 'session_questions', readOnly: true, required: true },
    registration,
  ],
  uniques: [['question', 'registration']],
  writable: 'none',
});

export const pollStates = ['draft', 'open', 'closed'] as const;
export const pollOptionsMax = 20;

export const polls = defineCollection({
  name: 'polls',
  module: 'events',
  labels: { one: 'Poll', many: 'Polls' },
  note: 'Subscribe to it for live results: they change at most four times a second.',
  fields: [
    event,
    { name: 'session', type: 'relation', to: 'sessions', readOnly: true, index: true },
    { name: 'question', type: 'text', readOnly: true, required: true, minLength: 1, maxLength: 300 },
    {
      name: 'options',
      type: 'array',
      of: 'text',
      readOnly: true,
      required: true,
      maxItems: pollOptionsMax,
      maxLength: 200,
    },
    { name: 'state', type: 'select', readOnly: true, options: pollStates, required: true, default: 'draft' },
    { name: 'votes', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    {
      name: 'results',
      type: 'array',
      of: 'integer',
      readOnly: true,
      required: true,
      maxItems: pollOptionsMax,
      note: 'Votes for each option, in the order of `options`.',
    },
    { name: 'openedAt', type: 'date', readOnly: true },
    { name: 'closedAt', type: 'date', readOnly: true },
  ],
  indexes: [['event', 'state']],
  lifecycle: {
    field: 'state',
    initial: 'draft',
    transitions: [
      { from: 'draft', to: 'open', emits: 'opened' },
      { from: 'open', to: 'closed', emits: 'closed' },
      { from: 'closed', to: 'open', emits: 'opened' },
    ],
  },
  writable: 'none',
});
export type PollRecord = RecordOf<typeof polls>;

export const pollVotes = defineCollection({
  name: 'poll_votes',
  module: 'events',
  resource: 'poll_vote',
  labels: { one: 'Poll vote', many: 'Poll votes' },
  note: 'One for each person and poll. It can be changed while the poll is open.',
  fields: [
    event,
    { name: 'poll', type: 'relation', to: 'polls', readOnly: true, required: true },
    registration,
    {
      name: 'option',
      type: 'integer',
      readOnly: true,
      required: true,
      min: 0,
      note: 'The position of the option, from 0.',
    },
    { name: 'votedAt', type: 'date', readOnly: true, required: true },
  ],
  uniques: [['poll', 'registration']],
  indexes: [['poll', 'option']],
  writable: 'none',
});
export type PollVoteRecord = RecordOf<typeof pollVotes>;

export const rsvpAnswers = ['yes', 'no', 'maybe'] as const;

export const rsvps = defineCollection({
  name: 'rsvps',
  module: 'events',
  resource: 'rsvp',
  labels: { one: 'RSVP', many: 'RSVPs' },
  note: 'Whether a person will come.',
  fields: [
    event,
    { ...registration, unique: true },
    { name: 'answer', type: 'select', readOnly: true, options: rsvpAnswers, required: true },
    { name: 'answeredAt', type: 'date', readOnly: true, required: true },
  ],
  indexes: [['event', 'answer']],
  writable: 'none',
});

export const boothVisits = defineCollection({
  name: 'booth_visits',
  module: 'events',
  resource: 'booth_visit',
  labels: { one: 'Booth visit', many: 'Booth visits' },
  note: 'All visits of one person to one booth.',
  fields: [
    event,
    { name: 'exhibitor', type: 'relation', to: 'exhibitors', readOnly: true, required: true },
    registration,
    { name: 'visits', type: 'integer', readOnly: true, required: true, default: 1, min: 1 },
    {
      name: 'dwellSeconds',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      note: 'Of all visits together.',
    },
    { name: 'firstAt', type: 'date', readOnly: true, required: true },
    { name: 'lastAt', type: 'date', readOnly: true, required: true },
  ],
  uniques: [['exhibitor', 'registration']],
  writable: 'none',
});
export type BoothVisitRecord = RecordOf<typeof boothVisits>;
