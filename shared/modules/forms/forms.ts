/** Collections of forms that a tenant makes itself, and of the submissions to them. */
import { defineCollection } from '../../schema/definition.ts';
import { lifecycle } from '../module-definition.ts';

export const formFieldTypes = [
  'text',
  'longText',
  'email',
  'url',
  'number',
  'integer',
  'boolean',
  'date',
  'choice',
  'choices',
] as const;
/** Maximum number of fields of one form. */
export const formFieldsMax = 100;

export const forms = defineCollection({
  name: 'forms',
  module: 'forms',
  labels: { one: 'Form', many: 'Forms' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'open', 'closed'],
      required: true,
      default: 'draft',
      index: true,
    },
    { name: 'description', type: 'richText', maxLength: 10_000 },
    {
      name: 'fields',
      type: 'array',
      of: 'group',
      maxItems: formFieldsMax,
      fields: [
        { name: 'name', type: 'text', required: true, maxLength: 60, pattern: '^[a-z][A-Za-z0-9]*$' },
        { name: 'label', type: 'text', required: true, maxLength: 200 },
        { name: 'type', type: 'select', options: formFieldTypes, required: true, default: 'text' },
        { name: 'required', type: 'boolean', required: true, default: false },
        { name: 'options', type: 'array', of: 'text', maxItems: 100, maxLength: 200, note: 'Of a choice.' },
        { name: 'min', type: 'number', note: 'Of a number.' },
        { name: 'max', type: 'number', note: 'Of a number.' },
        { name: 'maxLength', type: 'integer', min: 1, max: 10_000, note: 'Of a text.' },
        { name: 'hint', type: 'text', maxLength: 300 },
      ],
    },
    { name: 'thankYou', type: 'text', maxLength: 1_000 },
    { name: 'notifyEmail', type: 'email', maxLength: 254, note: 'The people notified of submissions.' },
    { name: 'closesAt', type: 'date', note: 'When an open form closes.' },
    { name: 'submissionsMax', type: 'integer', min: 1, max: 10_000_000, note: 'If omitted, unlimited.' },
    { name: 'submissionCount', type: 'integer', required: true, readOnly: true, default: 0, min: 0 },
  ],
  searchable: ['title', 'description'],
  indexes: [['status', 'closesAt']],
  lifecycle: lifecycle(
    'draft',
    [
      [['draft', 'closed'], 'open', 'opened'],
      ['open', 'closed', 'closed'],
      [['open', 'closed'], 'draft', 'withdrawn'],
    ],
    { begins: ['draft', 'open'] },
  ),
});

export const formSubmissions = defineCollection({
  name: 'form_submissions',
  module: 'forms',
  resource: 'submission',
  labels: { one: 'Form submission', many: 'Form submissions' },
  note: 'Created by forms.submit_form, which checks the answers against the form’s fields.',
  fields: [
    { name: 'form', type: 'relation', to: 'forms', required: true, readOnly: true, index: true },
    {
      name: 'status',
      type: 'select',
      options: ['new', 'read', 'done', 'spam'],
      required: true,
      default: 'new',
      index: true,
    },
    { name: 'answers', type: 'json', required: true, readOnly: true },
    {
      name: 'email',
      type: 'email',
      readOnly: true,
      maxLength: 254,
      index: true,
      note: 'The first answer that is an email address.',
    },
    { name: 'note', type: 'text', maxLength: 2_000 },
  ],
  searchable: ['email', 'note'],
  indexes: [['form', 'status']],
  lifecycle: lifecycle('new', [
    ['new', 'read', 'read'],
    [['new', 'read'], 'done', 'done'],
    [['new', 'read'], 'spam', 'marked_spam'],
    [['done', 'spam'], 'read', 'reopened'],
  ]),
  writable: 'update-only',
});
