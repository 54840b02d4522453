/**
 * The values that a name badge of one person can show. Filled by kiosk/printing from a registration, by samples in the
 * editor.
 */
export interface BadgeContent {
  readonly name: string;
  readonly company: string | null;
  readonly role: string | null;
  readonly ticketTypeName: string | null;
  /** Its key, e.g. `vip`: elements may be for some ticket types only. */
  readonly ticketType: string | null;
  readonly eventName: string;
  /** Goes into the QR; never the ticket code, which opens gates. */
  readonly badgeCode: string | null;
  /** Question id → answer as text. */
  readonly answers: Readonly<Record<string, string>>;
}

export const badgeFields = ['name', 'company', 'role', 'ticketTypeName', 'eventName', 'badgeCode'] as const;
export type PlainBadgeField = (typeof badgeFields)[number];
/** `answer:<question id>` is what the person answered at check-in. */
export type BadgeField = PlainBadgeField | `answer:${string}`;

const answerPrefix = 'answer:';
const questionMax = 64;

export function isBadgeField(text: string): text is BadgeField {
  if ((badgeFields as readonly string[]).includes(text)) return true;
  return text.startsWith(answerPrefix) && text.length > answerPrefix.length && text.length <= questionMax;
}

/** @returns the question a field asks for; null: it is not an answer */
export function questionOf(field: BadgeField): string | null {
  return field.startsWith(answerPrefix) ? field.slice(answerPrefix.length) : null;
}

/** @returns the text of a field; empty where the person has none */
export function fieldText(content: BadgeContent, field: BadgeField): string {
  const question = questionOf(field);
  if (question === null) return content[field as PlainBadgeField] ?? '';
  return Object.hasOwn(content.answers, question) ? (content.answers[question] ?? '') : '';
}
