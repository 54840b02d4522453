/** What a badge can show, as organizers call it. */
import { type BadgeField, badgeFields } from '#shared/badge/badge-content.ts';
import type { LayoutWarning } from '#shared/badge/layout-warnings.ts';

export interface Question {
  readonly id: string;
  readonly text: string;
}

const names: Readonly<Record<string, string>> = {
  name: 'Name',
  company: 'Company',
  role: 'Role',
  ticketTypeName: 'Ticket type',
  eventName: 'Event name',
  badgeCode: 'Badge code as text',
};

export function fieldChoices(questions: readonly Question[]): readonly { value: BadgeField; label: string }[] {
  return [
    ...badgeFields.map((field) => ({ value: field, label: names[field] ?? field })),
    ...questions.map(({ id, text }) => ({ value: `answer:${id}` as const, label: `Answer: ${text}` })),
  ];
}

export function fieldNamer(questions: readonly Question[]): (field: string) => string {
  const choices = new Map<string, string>(fieldChoices(questions).map(({ value, label }) => [value, label]));
  return (field) => choices.get(field) ?? 'Answer to a deleted question';
}

/** @param element its name; null: the layout as a whole */
export function warningText({ code, person }: LayoutWarning, element: string | null): string {
  switch (code) {
    case 'text_cut':
      return `${element}: text is cut on the badge “${person}”. Make the box larger, allow more lines or a smaller font.`;
    case 'qr_small':
      return `${element}: phones cannot read it well below 15 mm.`;
    case 'outside_label':
      return `${element}: it is partly outside the label.`;
    case 'covers_qr':
      return `${element}: it covers the QR code or its white border, so the code may not be read.`;
    case 'no_name':
      return 'The badge shows no name.';
  }
}
