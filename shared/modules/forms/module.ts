/** Forms: defined by the tenant, submitted with the scope `form_submissions:write`, validated against their own fields. */
import { defineAction } from '../../schema/definition.ts';
import { defineModule, moveAction } from '../module-definition.ts';
import { formSubmissions, forms } from './forms.ts';

export const submitForm = defineAction({
  name: 'forms.submit_form',
  module: 'forms',
  summary: 'Submit a form. The answers must fit the fields of the form.',
  scope: 'form_submissions:write',
  http: { method: 'POST', paths: ['/forms/:formId/submit'], status: 201 },
  input: [
    { name: 'formId', type: 'relation', to: 'forms', required: true },
    { name: 'answers', type: 'json', required: true, note: 'An object that maps the name of a field to its answer.' },
  ],
  tags: ['forms', 'form_submissions'],
  output: { record: 'form_submissions' },
});

const form = { module: 'forms', collection: 'forms', id: 'formId' } as const;

export const formsModule = defineModule({
  name: 'forms',
  label: 'Forms',
  summary: 'Forms that a tenant designs, and the answers people send.',
  needs: [],
  collections: [forms, formSubmissions],
  rules: [
    { kind: 'slug', collection: 'forms', field: 'slug', from: 'title' },
    { kind: 'needed', collection: 'forms', state: 'open', fields: ['fields'] },
    { kind: 'due', collection: 'forms', from: 'open', to: 'closed', at: 'closesAt' },
    {
      kind: 'rollup',
      collection: 'form_submissions',
      by: 'form',
      into: 'submissionCount',
      ceiling: 'submissionsMax',
    },
    { kind: 'kept', collection: 'forms', by: [{ collection: 'form_submissions', field: 'form' }] },
  ],
  actions: [
    { definition: submitForm },
    moveAction({ ...form, name: 'open_form', to: 'open', summary: 'Open a form for submissions.' }),
    moveAction({ ...form, name: 'close_form', to: 'closed', summary: 'Close a form for submissions.' }),
  ],
  refusals: { form_not_open: 409, form_fields_invalid: 422 },
});
