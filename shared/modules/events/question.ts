/**
 * The collection of questions that buyers answer about each attendee. Answers stand in `registrations.formAnswers`;
 * check-answers.ts checks them.
 */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const questionKinds = ['text', 'long_text', 'choice', 'choices', 'boolean', 'number', 'date'] as const;

/** Maximum number of questions of one event that are asked; an import adds questions up to this number. */
export const questionsMax = 100;

export const registrationQuestions = defineCollection({
  name: 'registration_questions',
  module: 'events',
  labels: { one: 'Registration question', many: 'Registration questions' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    {
      name: 'key',
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
      note: 'The name of the answer, e.g. `diet`. It cannot be changed.',
    },
    { name: 'text', type: 'text', required: true, minLength: 1, maxLength: 300 },
    { name: 'help', type: 'text', maxLength: 1_000 },
    { name: 'kind', type: 'select', options: questionKinds, required: true, default: 'text' },
    { name: 'options', type: 'array', of: 'text', maxItems: 100, maxLength: 200, note: 'Of `choice` and `choices`.' },
    { name: 'required', type: 'boolean', required: true, default: false },
    {
      name: 'ticketTypes',
      type: 'relation',
      to: 'ticket_types',
      many: true,
      note: 'The ticket types that are asked. If empty, all of them.',
    },
    { name: 'position', type: 'integer', required: true, default: 0 },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  uniques: [['event', 'key']],
});
export type RegistrationQuestionRecord = RecordOf<typeof registrationQuestions>;
