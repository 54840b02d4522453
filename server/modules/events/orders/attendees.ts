/** Checks the attendees of an order (one ticket per address where the event says so), and reads their answers. */
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import { checkAnswers, type FormAnswers } from '#shared/modules/events/check-answers.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import type { PricedLine } from '#shared/modules/events/price-order.ts';
import {
  questionsMax,
  type RegistrationQuestionRecord,
  registrationQuestions,
} from '#shared/modules/events/question.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { emailKey } from '../registration/registration-rule.ts';

export interface Attendee {
  readonly name: string;
  readonly email: string;
  readonly company?: string | null;
  readonly role?: string | null;
}

/** Cancelled and expired registrations do not count. @param email as `emailKey` writes it */
export async function hasPlace(reader: Reader, eventId: string, email: string): Promise<boolean> {
  const conditions: readonly Condition[] = [
    { kind: 'field', path: 'event', op: 'equals', value: eventId },
    { kind: 'field', path: 'emailKey', op: 'equals', value: email },
    { kind: 'field', path: 'status', op: 'in', value: ['pending', 'confirmed', 'waitlisted'] },
  ];
  return (await reader.find('registrations', { where: { kind: 'and', of: conditions }, limit: 1 })).length > 0;
}

/** Refuses with `already_registered`. @param prefixOf path of an item in the request, as `items[2].` */
export async function checkAttendees(
  reader: Reader,
  event: Pick<EventRecord, 'id' | 'onePerEmail'>,
  items: readonly { readonly attendee: Attendee }[],
  prefixOf: (i: number) => string,
): Promise<Result<null>> {
  if (!event.onePerEmail) return ok(null);
  const seen = new Set<string>();
  for (const [i, { attendee }] of items.entries()) {
    const key = emailKey(attendee.email);
    if (seen.has(key) || (await hasPlace(reader, event.id, key)))
      return refuseWith('already_registered', { path: `${prefixOf(i)}attendee.email` });
    seen.add(key);
  }
  return ok(null);
}

/** Returns the active questions of an event, in their order. */
export function questionsOf(reader: Reader, event: string): Promise<readonly RegistrationQuestionRecord[]> {
  return reader.find(registrationQuestions, {
    where: where({ event, active: true }),
    sort: [{ path: 'position', direction: 'asc' }],
    limit: questionsMax,
  });
}

interface Asked {
  readonly items: readonly { readonly answers?: unknown }[];
  readonly asksQuestions: boolean;
}

/** The answers of each item, in the order of the items; all that is wrong with them is refused at once. */
export async function readAnswers(
  reader: Reader,
  event: string,
  lines: readonly PricedLine<TicketTypeRecord>[],
  { asksQuestions, items }: Asked,
  prefixOf: (i: number) => string,
): Promise<Result<readonly FormAnswers[]>> {
  if (!asksQuestions) return ok(items.map(() => ({})));
  const questions = await questionsOf(reader, event);
  const problems: Refusal[] = [];
  const read = items.map(({ answers }, i): FormAnswers => {
    const ticket = lines.find(({ owner, type }) => owner === i && type.kind === 'admission');
    const checked = checkAnswers(questions, ticket?.type.id ?? '', answers, `${prefixOf(i)}answers`);
    if (!checked.ok) problems.push(...checked.errors);
    return checked.ok ? checked.value : {};
  });
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(read);
}
