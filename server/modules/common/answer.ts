/** The response of actions of the catalogue, in the envelope of collections. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Reader } from '../../store/contract.ts';

export function answer(data: unknown, meta: Readonly<Record<string, unknown>> = {}): Result<unknown> {
  return ok({ data, meta });
}

export function answerOf(done: Result<StoredRecord>): Result<unknown> {
  return done.ok ? answer(done.value) : done;
}

/** @param what as a person calls it: `order` */
export async function needed(
  reader: Reader,
  collection: string,
  id: string,
  what: string,
): Promise<Result<StoredRecord>> {
  const found = await reader.get(collection, id);
  return found ? ok(found) : refuse({ code: 'not_found', message: `No ${what} has the ID ${id}.` });
}
