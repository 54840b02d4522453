/** Actions on leads, as data. `quality` and `tier` are in answers, never in input. */

import { answerMax, dwellMax, followUps, leadEditKinds, noteMax, questionKeyMax, tagMax } from '../../leads/edit.ts';
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { pageMeta } from './answers.ts';
import { eventId, exhibitorId, secret } from './exhibitor-inputs.ts';
import { leads, leadTagsMax } from './lead.ts';

const leadId = { name: 'leadId', type: 'relation', to: 'leads', required: true } as const;

const leadAnswer = [{ name: 'id', type: 'relation', to: 'leads', required: true }, ...leads.fields] as const;

const count = <const N extends string>(name: N, note: string) =>
  ({ name, type: 'integer', min: 0, max: 100, note }) as const;
/** Inputs that a capture and a change share. Their counts differ: a capture adds to them, a change sets the totals. */
const whatHappened = [
  { name: 'notes', type: 'text', minLength: 1, maxLength: noteMax, note: 'One more note. Earlier ones stay.' },
  { name: 'rating', type: 'integer', min: 1, max: 5 },
  { name: 'followUp', type: 'select', options: followUps },
  { name: 'demoScheduled', type: 'boolean' },
  { name: 'businessCardScanned', type: 'boolean' },
  { name: 'tags', type: 'array', of: 'text', maxItems: leadTagsMax, maxLength: tagMax, note: 'Added to those it has.' },
  {
    name: 'answers',
    type: 'json',
    entries: { name: 'answer', type: 'text', maxLength: answerMax },
    note: `Key of a question of the exhibitor (at most ${questionKeyMax} characters) → answer.`,
  },
  {
    name: 'consent',
    type: 'boolean',
    note: 'The visitor agreed on the spot that the exhibitor gets the contact details, or took that back.',
  },
] as const satisfies readonly Field[];

export const captureLead = defineAction({
  name: 'events.capture_lead',
  module: 'events',
  summary: 'Record a visitor of a booth by the name badge. A second time adds to the same lead.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/leads'], status: 201 },
  input: [
    eventId,
    exhibitorId,
    { name: 'qrCode', type: 'text', minLength: 1, maxLength: 200, note: 'The code on the name badge.' },
    { name: 'registrationId', type: 'relation', to: 'registrations', note: 'In place of `qrCode`.' },
    { name: 'dwellSeconds', type: 'integer', min: 0, max: dwellMax, note: 'Of this visit.' },
    count('questionsAsked', 'In this visit.'),
    count('literatureTaken', 'In this visit.'),
    ...whatHappened,
    secret,
  ],
  output: { fields: leadAnswer, called: 'lead' },
});

export const updateLead = defineAction({
  name: 'events.update_lead',
  module: 'events',
  summary: 'Change what is known of a lead. Fields left out stay; the history keeps what was there before.',
  scope: 'events:write',
  http: { method: 'PATCH', paths: ['/events/:eventId/leads/:leadId'] },
  input: [
    eventId,
    leadId,
    { name: 'dwellSeconds', type: 'integer', min: 0, max: dwellMax, note: 'In all.' },
    count('questionsAsked', 'In all.'),
    count('literatureTaken', 'In all.'),
    ...whatHappened,
    {
      name: 'removeTags',
      type: 'array',
      of: 'text',
      maxItems: leadTagsMax,
      maxLength: tagMax,
      note: 'A tag that another device adds meanwhile stays.',
    },
    { name: 'undo', type: 'text', maxLength: 36, note: 'The ID of an edit of this lead to undo.' },
    secret,
  ],
  output: { fields: leadAnswer, called: 'lead' },
});

export const listLeads = defineAction({
  name: 'events.leads',
  module: 'events',
  summary:
    'The leads of an event or of one exhibitor, best quality first. `where[quality][greater_than_equal]=70` filters.',
  scope: 'events:read',
  reads: true,
  http: {
    method: 'GET',
    paths: ['/events/:eventId/leads'],
    lists: {
      collection: 'leads',
      sort: '-quality',
      narrowedBy: {},
      within: { eventId: 'event', exhibitorId: 'exhibitor' },
    },
  },
  input: [
    eventId,
    { ...exhibitorId, required: false },
    {
      name: 'ids',
      type: 'array',
      of: 'text',
      maxItems: 200,
      maxLength: 36,
      note: 'Only these leads, in this order.',
    },
    secret,
  ],
  output: {
    fields: [
      { name: 'leads', type: 'array', of: 'group', required: true, fields: leadAnswer },
      { name: 'data', type: 'array', of: 'group', required: true, fields: leadAnswer },
      pageMeta,
    ],
  },
});

export const leadHistory = defineAction({
  name: 'events.lead_history',
  module: 'events',
  summary: 'Every edit of a lead, oldest first: what counts, what a later value replaced, and what was undone.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/leads/:leadId/history'] },
  input: [eventId, leadId, secret],
  output: {
    fields: [
      {
        name: 'history',
        type: 'array',
        of: 'group',
        required: true,
        fields: [
          { name: 'edit', type: 'text', required: true },
          { name: 'at', type: 'date', required: true },
          { name: 'by', type: 'text' },
          { name: 'device', type: 'text', required: true },
          { name: 'kind', type: 'select', options: leadEditKinds, required: true },
          { name: 'value', type: 'json' },
          { name: 'standing', type: 'select', options: ['counts', 'replaced', 'undone'], required: true },
        ],
      },
    ],
  },
});
