/** Actions on questions, polls, RSVPs and booths, as data. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { pollOptionsMax, pollStates, questionMax, questionStates, rsvpAnswers } from './type-features.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const sessionId = { name: 'sessionId', type: 'relation', to: 'sessions', required: true } as const;
const questionId = { name: 'questionId', type: 'relation', to: 'session_questions', required: true } as const;
const pollId = { name: 'pollId', type: 'relation', to: 'polls', required: true } as const;
const exhibitorId = { name: 'exhibitorId', type: 'relation', to: 'exhibitors', required: true } as const;
const registrationId = { name: 'registrationId', type: 'relation', to: 'registrations', required: true } as const;
const secret = {
  name: 'secret',
  type: 'text',
  maxLength: 100,
  note: 'The secret of the person’s ticket page, for callers without the scope `events:write`.',
} as const;
const count = <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const;

const questionAnswer = [
  { name: 'id', type: 'relation', to: 'session_questions', required: true },
  sessionId,
  { name: 'text', type: 'text', required: true },
  {
    name: 'askedBy',
    type: 'text',
    note: 'Null means that the person does not want to be named, or is blocked for `registrationId`.',
  },
  { name: 'askedAt', type: 'date', required: true },
  { name: 'state', type: 'select', options: questionStates, required: true },
  count('upvotes'),
  { name: 'answer', type: 'text' },
  { name: 'upvoted', type: 'boolean', note: 'By the person with `registrationId`.' },
] as const satisfies readonly Field[];
const question = { name: 'question', type: 'group', required: true, fields: questionAnswer } as const;

export const askQuestion = defineAction({
  name: 'events.ask_question',
  module: 'events',
  summary: 'Ask a question in a session. Others see it when a moderator has approved it.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/sessions/:sessionId/questions'], status: 201 },
  input: [
    eventId,
    sessionId,
    registrationId,
    { name: 'text', type: 'text', required: true, minLength: 1, maxLength: questionMax },
    {
      name: 'anonymous',
      type: 'boolean',
      required: true,
      default: false,
      note: 'Other attendees do not see the name.',
    },
    secret,
  ],
  output: { fields: [question] },
});

export const listQuestions = defineAction({
  name: 'events.questions',
  module: 'events',
  summary:
    'The questions of a session, most upvoted first. With the secret of a ticket page: those that are approved or answered, and the person’s own.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/sessions/:sessionId/questions'] },
  input: [
    eventId,
    sessionId,
    { name: 'state', type: 'select', options: questionStates },
    { ...registrationId, required: false },
    secret,
  ],
  output: { fields: [{ name: 'questions', type: 'array', of: 'group', required: true, fields: questionAnswer }] },
});

const moderate = <const N extends string>(name: N, verb: string, summary: string) =>
  ({
    name,
    module: 'events',
    summary,
    scope: 'events:write',
    http: {
      method: 'POST',
      paths: [
        `/events/:eventId/questions/:questionId/${verb}`,
        `/events/:eventId/sessions/:sessionId/questions/:questionId/${verb}`,
      ],
    },
    input: [eventId, questionId, { ...sessionId, required: false }],
    output: { fields: [question] },
  }) as const;

export const approveQuestion = defineAction(
  moderate('events.approve_question', 'approve', 'Show a question to all attendees of the session.'),
);
export const dismissQuestion = defineAction(
  moderate(
    'events.dismiss_question',
    'dismiss',
    'Take a question off the list. The person still sees it as dismissed.',
  ),
);
export const answerQuestion = defineAction({
  ...moderate('events.answer_question', 'answer', 'Mark an approved question as answered, with or without a text.'),
  input: [
    eventId,
    questionId,
    { ...sessionId, required: false },
    { name: 'answer', type: 'text', minLength: 1, maxLength: 2_000 },
  ],
});
export const upvoteQuestion = defineAction({
  ...moderate('events.upvote_question', 'upvote', 'Upvote an approved question. A second time changes nothing.'),
  input: [eventId, questionId, { ...sessionId, required: false }, registrationId, secret],
});

const pollAnswer = [
  { name: 'id', type: 'relation', to: 'polls', required: true },
  { name: 'session', type: 'relation', to: 'sessions' },
  { name: 'question', type: 'text', required: true },
  { name: 'state', type: 'select', options: pollStates, required: true },
  count('votes'),
  {
    name: 'options',
    type: 'array',
    of: 'group',
    required: true,
    fields: [
      { name: 'option', type: 'text', required: true },
      count('votes'),
      { name: 'percent', type: 'number', required: true, note: 'Of all votes, with 1 decimal.' },
    ],
  },
  { name: 'openedAt', type: 'date' },
  { name: 'closedAt', type: 'date' },
  { name: 'page', type: 'url', note: 'The results for a projector, live.' },
  { name: 'voted', type: 'integer', note: 'The option of the person with `registrationId`, from 0.' },
] as const satisfies readonly Field[];
const poll = { name: 'poll', type: 'group', required: true, fields: pollAnswer } as const;

const pollQuestion = { name: 'question', type: 'text', required: true, minLength: 1, maxLength: 300 } as const;
const pollOptions = {
  name: 'options',
  type: 'array',
  of: 'text',
  required: true,
  maxItems: pollOptionsMax,
  maxLength: 200,
  note: 'At least 2 different ones.',
} as const;

export const createPoll = defineAction({
  name: 'events.create_poll',
  module: 'events',
  summary: 'Prepare a poll. Attendees see it and can vote after it is opened.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/polls'], status: 201 },
  input: [eventId, pollQuestion, pollOptions, { name: 'session', type: 'relation', to: 'sessions' }],
  output: { fields: pollAnswer, called: 'poll' },
});

export const updatePoll = defineAction({
  name: 'events.update_poll',
  module: 'events',
  summary: 'Change a poll before it is first opened. What is left out stays.',
  scope: 'events:write',
  http: { method: 'PATCH', paths: ['/events/:eventId/polls/:pollId'] },
  input: [eventId, pollId, { ...pollQuestion, required: false }, { ...pollOptions, required: false }],
  output: { fields: pollAnswer, called: 'poll' },
});

export const removePoll = defineAction({
  name: 'events.remove_poll',
  module: 'events',
  summary: 'Remove a poll in which no one has voted. An open one is closed first.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/polls/:pollId'] },
  input: [eventId, pollId],
  output: { fields: [{ name: 'removed', type: 'relation', to: 'polls', required: true }] },
});

export const listPolls = defineAction({
  name: 'events.polls',
  module: 'events',
  summary: 'The polls of an event with their results. With the secret of a ticket page: without drafts.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/polls'] },
  input: [
    eventId,
    { name: 'state', type: 'select', options: pollStates },
    { name: 'session', type: 'relation', to: 'sessions' },
    { ...registrationId, required: false },
    secret,
  ],
  output: { fields: [{ name: 'polls', type: 'array', of: 'group', required: true, fields: pollAnswer }] },
});

const turn = <const N extends string>(name: N, verb: string, summary: string) =>
  ({
    name,
    module: 'events',
    summary,
    scope: 'events:write',
    http: { method: 'POST', paths: [`/events/:eventId/polls/:pollId/${verb}`] },
    input: [eventId, pollId],
    output: { fields: pollAnswer, called: 'poll' },
  }) as const;

export const openPoll = defineAction(
  turn('events.open_poll', 'open', 'Open a poll for votes, or open it again after it was closed.'),
);
export const closePoll = defineAction(
  turn('events.close_poll', 'close', 'Close a poll. Its results no longer change.'),
);

export const votePoll = defineAction({
  name: 'events.vote',
  module: 'events',
  summary: 'Vote in an open poll. A second vote of the same person replaces the first.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/polls/:pollId/votes'], status: 201 },
  input: [
    eventId,
    pollId,
    registrationId,
    {
      name: 'option',
      type: 'json',
      required: true,
      note: 'The text of the option, or its position from 0.',
    },
    secret,
  ],
  output: { fields: [poll] },
});

export const answerRsvp = defineAction({
  name: 'events.rsvp',
  module: 'events',
  summary: 'Say whether a person will come. The latest answer counts.',
  scope: 'events:write',
  http: { method: 'PUT', paths: ['/events/:eventId/registrations/:registrationId/rsvp'] },
  input: [eventId, registrationId, { name: 'answer', type: 'select', options: rsvpAnswers, required: true }, secret],
  output: {
    fields: [
      registrationId,
      { name: 'answer', type: 'select', options: rsvpAnswers, required: true },
      { name: 'answeredAt', type: 'date', required: true },
    ],
  },
});

export const createExhibitor = defineAction({
  name: 'events.create_exhibitor',
  module: 'events',
  summary: 'Add an exhibitor, with the booth where it is found.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/exhibitors'], status: 201 },
  input: [
    eventId,
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'booth', type: 'text', maxLength: 60, note: 'As on the floor plan, e.g. `B12`.' },
  ],
  output: {
    fields: [
      { name: 'id', type: 'relation', to: 'exhibitors', required: true },
      { name: 'name', type: 'text', required: true },
      { name: 'booth', type: 'text' },
    ],
  },
});

export const visitBooth = defineAction({
  name: 'events.visit_booth',
  module: 'events',
  summary: 'Record that a person visited a booth. Further visits add to the time; points come once for each booth.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/booths/:exhibitorId/visits'], status: 201 },
  input: [
    eventId,
    exhibitorId,
    registrationId,
    { name: 'dwellSeconds', type: 'integer', required: true, default: 0, min: 0, max: 86_400 },
  ],
  output: {
    fields: [
      {
        name: 'visit',
        type: 'group',
        required: true,
        fields: [
          { name: 'id', type: 'relation', to: 'booth_visits', required: true },
          exhibitorId,
          registrationId,
          count('visits'),
          { ...count('dwellSeconds'), note: 'Of all visits together.' },
        ],
      },
    ],
  },
});
