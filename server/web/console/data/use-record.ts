/** Reads one record and keeps it current; makes one. */
import { client, request } from './client.ts';
import type { CollectionName } from './follow-changes.ts';
import { type LiveQuery, useLiveQuery } from './live-query.ts';

export function useRecord<T>(collection: CollectionName, id: string): LiveQuery<T> {
  return useLiveQuery({
    key: ['record', collection, id],
    read: () => readRecord<T>(collection, id),
    of: [collection],
  });
}

/** @returns the record that was made */
export async function createRecord<T>(collection: CollectionName, values: object): Promise<T> {
  const create = client.$collection(collection).create as (input: object) => Promise<unknown>;
  return (await create(values)) as T;
}

/** Reads a record. An event is read by its action, whose answer is the event without `data` around it. */
export async function readRecord<T>(collection: CollectionName, id: string): Promise<T> {
  const answer = await request<{ data?: T }>('GET', `/api/v1/${collection}/${id}`);
  return answer.data ?? (answer as T);
}
