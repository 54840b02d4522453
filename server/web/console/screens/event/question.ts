/** Registration questions as their list and form hold them. */
import type { questionKinds } from '#shared/modules/events/question.ts';
import type { Versioned } from '../../data/save-record.ts';

export type QuestionKind = (typeof questionKinds)[number];

export interface Question extends Versioned {
  readonly key: string;
  readonly text: string;
  readonly help: string | null;
  readonly kind: QuestionKind;
  readonly options: readonly string[] | null;
  readonly required: boolean;
  readonly ticketTypes: readonly string[] | null;
  readonly position: number;
  readonly active: boolean;
}

export const kindLabels: Readonly<Record<QuestionKind, string>> = {
  text: 'Short text',
  long_text: 'Long text',
  choice: 'One of several',
  choices: 'Several of several',
  boolean: 'Yes or no',
  number: 'Number',
  date: 'Date',
};

export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';
