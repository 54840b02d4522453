/** Checks the answers to a form by its fields; the fields themselves are checked when the form is written. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { forms } from '#shared/modules/forms/forms.ts';
import { submitForm } from '#shared/modules/forms/module.ts';
import type { Field } from '#shared/schema/field.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';
import { action, type CollectionRule } from '../../core/collections/action.ts';
import { answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';

type Form = RecordOf<typeof forms>;
type FormField = NonNullable<Form['fields']>[number];

const longTextMax = 10_000;
const shortTextMax = 500;

/** Returns a question in the field language, so that a form is checked like everything else. */
function asField({ name, type, required, options, min, max, maxLength }: FormField): Field {
  const base = { name, required };
  const bounds = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
  switch (type) {
    case 'text':
    case 'longText':
      return { ...base, type: 'text', maxLength: maxLength ?? (type === 'text' ? shortTextMax : longTextMax) };
    case 'email':
    case 'url':
      return { ...base, type, maxLength: maxLength ?? 2_000 };
    case 'number':
    case 'integer':
      return { ...base, type, ...bounds };
    case 'boolean':
    case 'date':
      return { ...base, type };
    case 'choice':
    case 'choices':
      return { ...base, type: 'select', options: options ?? [], ...(type === 'choices' ? { many: true } : {}) };
  }
}

export function submitFormAction(writer: RecordWriter) {
  return action(submitForm, async (tx, { formId, answers }, context): Promise<Result<unknown>> => {
    const found = await needed(tx, 'forms', formId, 'form');
    if (!found.ok) return found;
    const form = found.value as unknown as Form;
    if (form.status !== 'open' || (form.closesAt ?? tx.now) < tx.now)
      return refuse({ code: 'form_not_open', message: 'The form does not accept submissions now.' });
    const fields = (form.fields ?? []).map(asField);
    const valid = validate(fields, answers, { mode: 'create' });
    if (!valid.ok) {
      const [first, ...more] = valid.errors.map((e) => ({ ...e, path: `answers.${e.path ?? ''}` }));
      return first ? refuse(first, ...more) : valid;
    }
    const given: Readonly<Record<string, unknown>> = valid.value;
    const email = fields.filter((f) => f.type === 'email').map((f) => given[f.name]);
    return answerOf(
      await writer.create({ tx, context }, 'form_submissions', {
        form: formId,
        answers: given,
        email: email.find((one) => typeof one === 'string' && one.length <= 254) ?? null,
      }),
    );
  });
}

/** A form with invalid fields would refuse every submission. */
export const formFieldsRule: CollectionRule = {
  collection: 'forms',
  before: async ({ op, values }) => {
    const fields = (values['fields'] ?? []) as readonly FormField[];
    if (op === 'delete') return ok(values);
    const no = (i: number, message: string) => refuse({ code: 'form_fields_invalid', message, path: `fields[${i}]` });
    for (const [i, { name, type, options, min, max }] of fields.entries()) {
      if (fields.findIndex((f) => f.name === name) !== i) return no(i, `Two fields are named ${name}.`);
      const choice = type === 'choice' || type === 'choices';
      if (choice && new Set(options ?? []).size !== (options ?? []).length)
        return no(i, `${name} has an option twice.`);
      if (choice && (options ?? []).length === 0) return no(i, `${name} needs options.`);
      if (min !== null && max !== null && min > max) return no(i, `The minimum of ${name} is above the maximum.`);
      if (['constructor', 'prototype'].includes(name)) return no(i, `A field cannot be named ${name}.`);
    }
    return ok(values);
  },
};
