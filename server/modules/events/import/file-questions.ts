/**
 * Matches the columns of a file with the questions of the event, by their text. Creates a question where the event has none,
 * as an inactive one, so that no registration form asks it.
 */
import type { RegistrationQuestionRecord } from '#shared/modules/events/question.ts';
import { questionsMax, registrationQuestions } from '#shared/modules/events/question.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import type { Mapping } from './columns.ts';

const takesText: ReadonlySet<string> = new Set(['text', 'long_text', 'choice']);

export interface FileQuestions {
  /** @returns the key of the question that the column answers; null: none, or the event has too many questions for it */
  readonly keyAt: (column: number) => string | null;
  /** The questions that `createQuestions` creates together with the import. */
  readonly missing: readonly { readonly key: string; readonly text: string }[];
}

export async function questionsOf(
  reader: Reader,
  eventId: string,
  headers: readonly string[],
  mapping: Mapping,
): Promise<FileQuestions> {
  const known = await reader.find(registrationQuestions, { where: where({ event: eventId }), limit: 2 * questionsMax });
  const keys = new Map<number, string>();
  const taken = new Set(known.map(({ key }) => key));
  const missing: { key: string; text: string }[] = [];
  for (const [column, field] of mapping.entries()) {
    const text = (headers[column] ?? '')
      .replace(/^custom:/i, '')
      .trim()
      .slice(0, 300);
    if (field !== 'answer' || text === '') continue;
    const found = sameQuestion(known, text)?.key ?? missing.find((one) => one.text === text)?.key;
    if (found === undefined && known.length + missing.length >= questionsMax) continue;
    const key = found ?? freeKey(text, taken);
    if (found === undefined) missing.push({ key, text });
    taken.add(key);
    keys.set(column, key);
  }
  return { keyAt: (column) => keys.get(column) ?? null, missing };
}

function sameQuestion(known: readonly RegistrationQuestionRecord[], text: string) {
  return known.find((one) => one.text === text && takesText.has(one.kind));
}

function freeKey(text: string, taken: ReadonlySet<string>): string {
  const bare =
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .toLowerCase()
      .slice(0, 50) || 'question';
  let key = bare;
  for (let n = 2; taken.has(key); n++) key = `${bare}_${n}`;
  return key;
}

export async function createQuestions(tx: Transaction, event: string, { missing }: FileQuestions): Promise<void> {
  for (const [position, { key, text }] of missing.entries())
    await tx.create(registrationQuestions, {
      event,
      key,
      text,
      kind: 'long_text',
      required: false,
      position,
      active: false,
    });
}
