/** The rule of generated updates of a registration: its answers must fit the questions of its event and ticket type. */
import { ok } from '#shared/base/result.ts';
import { checkAnswers } from '#shared/modules/events/check-answers.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import { questionsOf } from './attendees.ts';

export const formAnswersRule: CollectionRule = {
  collection: 'registrations',
  async before({ op, values, current }, tx) {
    if (op !== 'update' || !current || !('formAnswers' in values) || values['formAnswers'] === null) return ok(values);
    const { event, ticketType } = current as unknown as RegistrationRecord;
    const questions = await questionsOf(tx, event);
    const checked = checkAnswers(questions, ticketType, values['formAnswers'], 'formAnswers');
    return checked.ok ? ok({ ...values, formAnswers: checked.value }) : checked;
  },
};
