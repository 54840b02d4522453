/** Collections of exhibitors: the companies at an event with their booths, and the members who read their leads. */
import { languages } from '../../base/languages.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';
import { exportColumnFields, exportColumnsMax } from './lead-export.ts';

/** Maximum number of questions of one exhibitor. */
export const customQuestionsMax = 20;

export const customQuestionFields = [
  {
    name: 'key',
    type: 'slug',
    required: true,
    maxLength: 64,
    note: 'Names the answer in leads and exports. It stays when the text changes.',
  },
  { name: 'text', type: 'text', required: true, minLength: 1, maxLength: 300 },
  {
    name: 'options',
    type: 'array',
    of: 'text',
    maxItems: 20,
    maxLength: 100,
    note: 'The answers to choose from. If omitted, a text is typed.',
  },
] as const satisfies readonly Field[];

export const exhibitorSettings = [
  { name: 'booth', type: 'text', maxLength: 60, note: 'As on the floor plan, e.g. `B12`.' },
  { name: 'contactName', type: 'text', maxLength: 200, note: 'The person the organizer talks to.' },
  { name: 'contactEmail', type: 'email', maxLength: 254 },
  {
    name: 'questions',
    type: 'array',
    of: 'group',
    maxItems: customQuestionsMax,
    fields: customQuestionFields,
    note: 'Asked at the booth, after a badge was scanned.',
  },
  {
    name: 'exportColumns',
    type: 'array',
    of: 'group',
    maxItems: exportColumnsMax,
    fields: exportColumnFields,
    note: 'The columns of the CSV and XLSX files on its page, in this order. If empty, all standard columns.',
  },
  {
    name: 'asksConsent',
    type: 'boolean',
    required: true,
    default: true,
    note: 'Its devices ask a visitor who has not decided yet whether the contact details may be shared.',
  },
] as const satisfies readonly Field[];

export const exhibitors = defineCollection({
  name: 'exhibitors',
  module: 'events',
  labels: { one: 'Exhibitor', many: 'Exhibitors' },
  note: 'A company with a booth at the event.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    ...exhibitorSettings,
    {
      name: 'removedAt',
      type: 'date',
      readOnly: true,
      note: 'It no longer exhibits: its links and devices are revoked. Its leads stay.',
    },
  ],
  searchable: ['name', 'booth'],
  replicated: { boundBy: 'event' },
});
export type ExhibitorRecord = RecordOf<typeof exhibitors>;

export const exhibitorMembers = defineCollection({
  name: 'exhibitor_members',
  module: 'events',
  resource: 'exhibitor_member',
  labels: { one: 'Exhibitor member', many: 'Exhibitor members' },
  note: 'A person of an exhibitor. The link in their email opens the page of this exhibitor, and nothing else.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true },
    { name: 'exhibitor', type: 'relation', to: 'exhibitors', readOnly: true, required: true, index: true },
    { name: 'email', type: 'email', readOnly: true, required: true, maxLength: 254 },
    { name: 'name', type: 'text', readOnly: true, maxLength: 200 },
    { name: 'language', type: 'select', options: languages, readOnly: true, note: 'Of the invitation.' },
    {
      name: 'pageSecret',
      type: 'text',
      readOnly: true,
      required: true,
      unique: true,
      hidden: true,
      maxLength: 100,
      note: 'The page /x/{secret}.',
    },
    { name: 'invitedAt', type: 'date', readOnly: true, required: true },
    { name: 'revokedAt', type: 'date', readOnly: true, note: 'The link no longer opens anything.' },
  ],
  indexes: [['exhibitor', 'email']],
  writable: 'none',
});
export type ExhibitorMemberRecord = RecordOf<typeof exhibitorMembers>;

export const rosterScopes = ['all', 'scanned'] as const;

/** Settings of the organizer for all exhibitors of the event. */
export const exhibitingFields = [
  {
    name: 'roster',
    type: 'select',
    options: rosterScopes,
    required: true,
    default: 'all',
    note: 'Whose name, company and role an exhibitor’s devices hold: of all confirmed attendees, or only of people whose badge they scanned.',
  },
] as const satisfies readonly Field[];

export const contactSharings = ['ask', 'agreed', 'declined'] as const;
/** Field of a registration. */
export const contactSharingField = {
  name: 'contactSharing',
  type: 'select',
  options: contactSharings,
  note: 'Whether exhibitors who scan the badge get the contact details: `ask` at the booth (also if null), `agreed`, `declined`. Declined is the latest word: it withdraws what was agreed before.',
} as const satisfies Field;
