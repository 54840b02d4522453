/** The names that organizers read for the fields of a badge. */

import { type BadgeField, badgeFields } from '#shared/badge/badge-content.ts';
import type { LayoutWarning } from '#shared/badge/layout-warnings.ts';
import { t } from '../../../parts/text/text.ts';

export interface Question {
  readonly id: string;
  readonly text: string;
}

const names: Readonly<Record<string, string>> = {
  name: t('name'),
  company: t('company'),
  role: t('role'),
  ticketTypeName: t('ticket_type'),
  eventName: t('event_name'),
  badgeCode: t('badge_code_as_text'),
};

export function fieldChoices(questions: readonly Question[]): readonly { value: BadgeField; label: string }[] {
  return [
    ...badgeFields.map((field) => ({ value: field, label: names[field] ?? field })),
    ...questions.map(({ id, text }) => ({ value: `answer:${id}` as const, label: t('answer', { text }) })),
  ];
}

export function fieldNamer(questions: readonly Question[]): (field: string) => string {
  const choices = new Map<string, string>(fieldChoices(questions).map(({ value, label }) => [value, label]));
  return (field) => choices.get(field) ?? t('answer_to_a_deleted_question');
}

/** @param element its name; null: the layout as a whole */
export function warningText({ code, person }: LayoutWarning, element: string | null): string {
  switch (code) {
    case 'text_cut':
      return t('text_is_cut_on_the_badge', { element, person });
    case 'qr_small':
      return t('phones_cannot_read_it_well_below', { element });
    case 'outside_label':
      return t('it_is_partly_outside_the_label', { element });
    case 'covers_qr':
      return t('it_covers_the_qr_code_or', { element });
    case 'no_name':
      return t('the_badge_shows_no_name');
  }
}
