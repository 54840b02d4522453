/** Registration questions as their list and form hold them. */

import type { questionKinds } from '#shared/modules/events/question.ts';
import { t } from '../../../parts/text/text.ts';
import { listAll } from '../../data/page-query.ts';
import type { Versioned } from '../../data/save-record.ts';

export type QuestionKind = (typeof questionKinds)[number];

export interface Question extends Versioned {
  readonly key: string;
  readonly text: string;
  readonly help: string | null;
  readonly kind: QuestionKind;
  readonly options: readonly string[] | null;
  readonly required: boolean;
  /** Ids of the ticket types that are asked; null or empty: all. */
  readonly ticketTypes: readonly string[] | null;
  readonly position: number;
  readonly active: boolean;
}

/** Reads all questions of an event in their order: a new one needs a key and a position that none of them has. */
export function readQuestions(eventId: string): Promise<readonly Question[]> {
  return listAll('registration_questions', { where: { event: { equals: eventId } }, sort: ['position', 'key'] });
}

/** Returns the positions to write so that one question stands at another place; they are numbered from 0. */
export function positionsAfterMove(
  questions: readonly Pick<Question, 'id' | 'position'>[],
  from: number,
  to: number,
): readonly { readonly id: string; readonly position: number }[] {
  const order = [...questions];
  order.splice(to, 0, ...order.splice(from, 1));
  return order.flatMap(({ id, position }, at) => (position === at ? [] : [{ id, position: at }]));
}

export const kindLabels: Readonly<Record<QuestionKind, string>> = {
  text: t('short_text'),
  long_text: t('long_text'),
  choice: t('one_of_several'),
  choices: t('several_of_several'),
  boolean: t('yes_or_no'),
  number: t('number'),
  date: t('date'),
};

export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';
