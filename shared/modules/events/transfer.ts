/** People who come from another system: what an import did, and the codes they hold already. */

import { externalSchemes } from '../../base/external-scheme.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const importPresets = ['pretix', 'eventbrite', 'hi_events', 'alf_io', 'none'] as const;
export type ImportPreset = (typeof importPresets)[number];

export const importStates = ['reading', 'running', 'stopped', 'done', 'failed', 'taking_back', 'taken_back'] as const;

/** Options of the form that are needed while rows are written. */
export const keptOptions = [
  { name: 'sendMail', type: 'boolean', required: true, default: false },
  { name: 'ticketType', type: 'text', maxLength: 64, note: 'Of rows that name none.' },
] as const satisfies readonly Field[];

export const attendeeImports = defineCollection({
  name: 'attendee_imports',
  module: 'events',
  labels: { one: 'Import', many: 'Imports' },
  note: 'One file of attendees. Made by `POST /events/{event}/imports`.',
  fields: [
    { name: 'event', type: 'relation', readOnly: true, to: 'events', required: true, index: true },
    { name: 'preset', type: 'select', readOnly: true, options: importPresets, required: true },
    { name: 'fileName', type: 'text', readOnly: true, required: true, maxLength: 200 },
    {
      name: 'state',
      type: 'select',
      options: importStates,
      required: true,
      default: 'reading',
      index: true,
      note: 'Set `stopped` to pause an import that is running, and `running` to resume it.',
    },
    { name: 'rows', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'processed', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'created', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'updated', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'unchanged', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'refused', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    {
      name: 'leftOut',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      note: 'Cancelled in the other system, or an add-on of another attendee.',
    },
    { name: 'checkedIn', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'externalCodes', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'takenBack', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'kept', type: 'integer', readOnly: true, required: true, default: 0, min: 0, note: 'People who came.' },
    {
      name: 'codes',
      type: 'select',
      options: ['accepted', 'off'],
      required: true,
      default: 'accepted',
      note: 'Whether codes of the other system open a gate. They carry no signature, and a copy works like the original.',
    },
    { name: 'codesUntil', type: 'date', note: 'Until when. If omitted, until the event is over.' },
    { name: 'options', type: 'json', readOnly: true, fields: keptOptions, note: 'What writing its rows needs.' },
    { name: 'problem', type: 'text', readOnly: true, maxLength: 500 },
    {
      name: 'problems',
      type: 'json',
      readOnly: true,
      note: 'Rows that were refused: `[{row, errors}]`, at most 1,000.',
    },
  ],
  lifecycle: {
    field: 'state',
    initial: 'reading',
    transitions: [
      { from: 'reading', to: 'running' },
      { from: 'reading', to: 'failed', emits: 'failed' },
      { from: 'running', to: 'stopped' },
      { from: 'stopped', to: 'running' },
      { from: 'running', to: 'done', emits: 'done' },
      { from: 'running', to: 'failed', emits: 'failed' },
      { from: 'running', to: 'taking_back' },
      { from: 'stopped', to: 'taking_back' },
      { from: 'done', to: 'taking_back' },
      { from: 'failed', to: 'taking_back' },
      { from: 'taking_back', to: 'taken_back', emits: 'taken_back' },
    ],
  },
  writable: 'update-only',
  replicated: { boundBy: 'event', fields: ['event', 'codes', 'codesUntil'] },
});
export type AttendeeImportRecord = RecordOf<typeof attendeeImports>;

/**
 * A code of another system, which stands for a ticket number of ours. It lives as long as that number: a ticket that is
 * transferred gets another one, and its old codes, ours and these, name no ticket any more.
 */
export const externalCodes = defineCollection({
  name: 'external_codes',
  module: 'events',
  labels: { one: 'External code', many: 'External codes' },
  note: 'A ticket code that another system issued. Only a keyed hash of it is kept.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    { name: 'import', type: 'relation', to: 'attendee_imports', required: true, index: true },
    { name: 'scheme', type: 'select', options: externalSchemes, required: true },
    {
      name: 'codeHash',
      type: 'text',
      required: true,
      hidden: true,
      index: true,
      maxLength: 64,
      note: 'HMAC-SHA256 of scheme and code under the event’s key, base64url.',
    },
    { name: 'ticketNumber', type: 'text', required: true, maxLength: 40 },
  ],
  uniques: [['event', 'codeHash']],
  writable: 'none',
  replicated: {
    boundBy: 'event',
    fields: ['event', 'scheme', 'codeHash', 'ticketNumber', 'import'],
    secrets: ['codeHash'],
  },
});
export type ExternalCodeRecord = RecordOf<typeof externalCodes>;
