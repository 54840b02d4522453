/** The registrations that a message or a bulk action is for, a page at a time, in the order of their ids. */
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';

/** @param after the id of the last registration that was looked at; null: from the start */
export async function recipientsAfter(
  reader: Reader,
  where: Condition,
  after: string | null,
  limit: number,
  search?: string,
): Promise<readonly RegistrationRecord[]> {
  return await reader.find(registrations, {
    where,
    sort: [{ path: 'id', direction: 'asc' }],
    ...(after !== null && { after: [after] }),
    ...(search && { search }),
    limit,
  });
}

/** Maximum number of registrations among which a person with several is counted once. */
const peopleMax = 5_000;

/** People, each once; above 5,000 registrations the number of these. */
export async function countRecipients(reader: Reader, where: Condition): Promise<number> {
  const count = await reader.count(registrations, where);
  if (count > peopleMax) return count;
  const found = await recipientsAfter(reader, where, null, peopleMax);
  return new Set(found.map(({ emailKey, email }) => emailKey ?? email)).size;
}
