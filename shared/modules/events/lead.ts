/** Leads of exhibitors: the edits that devices and pages make, and what follows from them (`shared/leads`). */
import { answerMax, dwellMax, followUps, leadEditKinds, noteMax, questionKeyMax, tagMax } from '../../leads/edit.ts';
import { leadPhotosMax } from '../../leads/photo.ts';
import { leadTiers } from '../../leads/quality.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

const event = { name: 'event', type: 'relation', to: 'events', required: true, index: true } as const;
const exhibitor = { name: 'exhibitor', type: 'relation', to: 'exhibitors', required: true, index: true } as const;
const counter = <const N extends string>(name: N, max: number) =>
  ({ name, type: 'integer', readOnly: true, required: true, default: 0, min: 0, max }) as const;

/** Maximum number of edits of one lead; a further one is refused (`lead_full`). */
export const leadEditsMax = 2_000;
const badgeMax = 40;

/** Append-only, like scans: a device makes the row and its id, the server does for members and keys. The server folds them. */
export const leadEdits = defineCollection({
  name: 'lead_edits',
  module: 'events',
  resource: 'lead_edit',
  labels: { one: 'Lead edit', many: 'Lead edits' },
  fields: [
    event,
    exhibitor,
    { name: 'badge', type: 'text', required: true, minLength: 1, maxLength: badgeMax, note: 'The code on the badge.' },
    {
      name: 'registration',
      type: 'relation',
      to: 'registrations',
      readOnly: true,
      index: true,
      note: 'Whose badge it is. Found by the server.',
    },
    {
      name: 'device',
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 80,
      note: 'The ID of the kiosk that made it; `member:…`, `key:…` and similar for edits made on the server.',
    },
    { name: 'at', type: 'date', required: true, note: 'Corrected time.' },
    { name: 'by', type: 'text', maxLength: 120, note: 'The person at the device, by the name entered there.' },
    { name: 'kind', type: 'select', options: leadEditKinds, required: true },
    { name: 'value', type: 'json', note: 'By kind; null where the kind says all.' },
  ],
  indexes: [['exhibitor', 'badge']],
  writable: 'none',
  replicated: {
    boundBy: 'event',
    push: 'append',
    fields: ['event', 'exhibitor', 'badge', 'registration', 'device', 'at', 'by', 'kind', 'value'],
  },
});
export type LeadEditRecord = RecordOf<typeof leadEdits>;

/** Maximum number of tags of one lead. */
export const leadTagsMax = 100;
/** Maximum number of notes that a lead shows; the edits have all of them. */
export const leadNotesMax = 500;

export const leadNoteFields = [
  { name: 'edit', type: 'text', required: true, note: 'The edit that added it; an undo names it.' },
  { name: 'at', type: 'date', required: true },
  { name: 'by', type: 'text' },
  { name: 'text', type: 'text', required: true, maxLength: noteMax },
] as const satisfies readonly Field[];

export const leadPhotoFields = [
  { name: 'edit', type: 'text', required: true, note: 'The edit that added it; an undo names it.' },
  { name: 'at', type: 'date', required: true },
  { name: 'by', type: 'text' },
  { name: 'name', type: 'text', required: true, note: 'Of the file.' },
] as const satisfies readonly Field[];

/**
 * Contact details of the visitor. Email, phone and photos are null while the visitor does not share them; name, company and
 * role do not depend on that and are null where the registration has none or was deleted.
 */
export const leadContactFields = [
  { name: 'name', type: 'text', readOnly: true, maxLength: 200 },
  { name: 'company', type: 'text', readOnly: true, maxLength: 200 },
  { name: 'role', type: 'text', readOnly: true, maxLength: 200 },
  { name: 'email', type: 'email', readOnly: true, maxLength: 254, note: 'Null while the visitor does not share it.' },
  { name: 'phone', type: 'text', readOnly: true, maxLength: 40, note: 'Null while the visitor does not share it.' },
  {
    name: 'photos',
    type: 'array',
    of: 'group',
    readOnly: true,
    maxItems: leadPhotosMax,
    fields: leadPhotoFields,
    note: 'Of the business card. Null where there are none, and while the visitor does not share contact details.',
  },
  { name: 'contactShared', type: 'boolean', readOnly: true, required: true, default: false },
] as const satisfies readonly Field[];

export const leads = defineCollection({
  name: 'leads',
  module: 'events',
  resource: 'lead',
  labels: { one: 'Lead', many: 'Leads' },
  note: 'A visitor of a booth, as all edits of the exhibitor’s devices and people say together.',
  fields: [
    { ...event, readOnly: true },
    { ...exhibitor, readOnly: true },
    { name: 'registration', type: 'relation', to: 'registrations', readOnly: true, required: true, index: true },
    { name: 'badge', type: 'text', readOnly: true, required: true, maxLength: badgeMax },
    ...leadContactFields,
    { name: 'capturedAt', type: 'date', readOnly: true, note: 'The first scan of the badge at this booth.' },
    { name: 'lastCapturedAt', type: 'date', readOnly: true },
    counter('captures', leadEditsMax),
    counter('dwellSeconds', dwellMax),
    counter('questionsAsked', 200_000),
    counter('literatureTaken', 200_000),
    { name: 'demoScheduled', type: 'boolean', readOnly: true, required: true, default: false },
    { name: 'businessCardScanned', type: 'boolean', readOnly: true, required: true, default: false },
    { name: 'rating', type: 'integer', readOnly: true, min: 1, max: 5, note: 'Given by hand, apart from the quality.' },
    { name: 'followUp', type: 'select', options: followUps, readOnly: true },
    { name: 'tags', type: 'array', of: 'text', readOnly: true, maxItems: leadTagsMax, maxLength: tagMax },
    {
      name: 'notes',
      type: 'array',
      of: 'group',
      readOnly: true,
      maxItems: leadNotesMax,
      fields: leadNoteFields,
      note: 'The latest, oldest first. All of them are in the edits.',
    },
    {
      name: 'answers',
      type: 'json',
      readOnly: true,
      entries: { name: 'answer', type: 'text', maxLength: answerMax },
      note: `Key of a question of the exhibitor (at most ${questionKeyMax} characters) → answer.`,
    },
    {
      name: 'quality',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      max: 100,
      note: 'From dwell, questions, literature, demo and business card.',
    },
    { name: 'tier', type: 'select', options: leadTiers, readOnly: true, required: true, default: 'cold' },
    { name: 'salesLead', type: 'relation', to: 'sales_leads', readOnly: true, note: 'Its copy in the CRM.' },
    {
      name: 'crmContact',
      type: 'relation',
      to: 'contacts',
      readOnly: true,
      index: true,
      note: 'The contact that copying it made. Its contact details go when no exhibitor is allowed to see them.',
    },
    { name: 'edits', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    {
      name: 'state',
      type: 'select',
      options: ['open', 'captured', 'withdrawn'],
      readOnly: true,
      required: true,
      default: 'open',
      note: '`open`: edits without a scan so far; `withdrawn`: every scan was undone.',
    },
  ],
  uniques: [['exhibitor', 'registration']],
  indexes: [
    ['exhibitor', 'quality'],
    ['exhibitor', 'lastCapturedAt'],
  ],
  searchable: ['name', 'company'],
  lifecycle: {
    field: 'state',
    initial: 'open',
    announces: ['captured'],
    transitions: [
      { from: 'open', to: 'captured', emits: 'captured' },
      { from: 'captured', to: 'withdrawn', emits: 'withdrawn' },
      { from: 'withdrawn', to: 'captured', emits: 'captured' },
    ],
  },
  writable: 'none',
  withdrawable: ['name', 'company', 'role', 'email', 'phone', 'photos'],
  replicated: { boundBy: 'event' },
});
export type LeadRecord = RecordOf<typeof leads>;
