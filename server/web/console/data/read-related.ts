/** Reads the records that a list refers to, a page at a time and each id once. */
import type { CollectionName } from './follow-changes.ts';
import { listPage } from './page-query.ts';

const idsPerRequest = 100;

/** @returns the records by id; an id that is not found is missing */
export async function byId<T extends { readonly id: string }>(
  collection: CollectionName,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, T>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  const found = new Map<string, T>();
  for (let i = 0; i < wanted.length; i += idsPerRequest) {
    const some = wanted.slice(i, i + idsPerRequest);
    const { data } = await listPage<T>(collection, { where: { id: { in: some } }, limit: idsPerRequest });
    for (const record of data) found.set(record.id, record);
  }
  return found;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
}

export function namesOf(registrationIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  return byId<Person>('registrations', registrationIds);
}
