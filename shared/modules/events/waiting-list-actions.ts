/** Joining the waiting list, leaving it, and accepting the seat that it offers, as data. */
import { languages } from '../../base/languages.ts';
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { registeredAnswer } from './answers.ts';
import { waitingStates } from './waiting-list.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const entryId = { name: 'entryId', type: 'relation', to: 'waitlist_entries', required: true } as const;
const secret = {
  name: 'secret',
  type: 'text',
  maxLength: 100,
  note: 'The secret of the entry’s page, for callers without the scope `events:write`.',
} as const;

const id = { name: 'id', type: 'relation', to: 'waitlist_entries', required: true } as const;
const state = { name: 'state', type: 'select', options: waitingStates, required: true } as const;

const joinedAnswer = [
  id,
  state,
  {
    name: 'position',
    type: 'integer',
    required: true,
    note: 'The number of people who are offered a seat before, plus 1.',
  },
  { name: 'page', type: 'url', required: true, note: 'The person’s page: it shows the offer.' },
] as const satisfies readonly Field[];

const leftAnswer = [id, state] as const satisfies readonly Field[];

export const joinWaitlist = defineAction({
  name: 'events.join_waitlist',
  module: 'events',
  summary:
    'Put a person on the waiting list of a ticket type that is sold out. When a seat becomes free, it is offered to them by email.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/waitlist'], status: 201 },
  input: [
    eventId,
    {
      name: 'ticketType',
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 64,
      note: 'The ticket type key, e.g. `vip`.',
    },
    {
      name: 'attendee',
      type: 'group',
      required: true,
      fields: [
        { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
        { name: 'email', type: 'email', required: true, maxLength: 254 },
        { name: 'company', type: 'text', maxLength: 200 },
        { name: 'role', type: 'text', maxLength: 200 },
      ],
    },
    { name: 'language', type: 'select', options: languages, note: 'If omitted, the language of the request.' },
  ],
  output: { fields: joinedAnswer },
});

export const leaveWaitlist = defineAction({
  name: 'events.leave_waitlist',
  module: 'events',
  summary: 'Take a person off the waiting list. A seat that was offered to them goes to the next one.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/waitlist/:entryId'] },
  input: [eventId, entryId, secret],
  output: { fields: leftAnswer },
});

export const acceptOffer = defineAction({
  name: 'events.accept_offer',
  module: 'events',
  summary: 'Accept the seat that the waiting list offers. It then has to be paid like any registration.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/waitlist/:entryId/accept'], status: 201 },
  input: [
    eventId,
    entryId,
    secret,
    { name: 'answers', type: 'json', note: 'Key of a registration question → answer.' },
    { name: 'acceptTerms', type: 'boolean', note: 'The person accepts the terms of the event.' },
  ],
  output: { fields: registeredAnswer },
});
