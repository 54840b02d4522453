/**
 * Saves what a form changed over the record as it was read. A change that someone else made meanwhile to other fields
 * is kept; one to the same fields is given back, so that a person chooses.
 */
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { conflictsOf } from '../../parts/form/merge-record.ts';
import { request } from './client.ts';
import type { CollectionName } from './follow-changes.ts';
import { readRecord } from './use-record.ts';

export interface Versioned {
  readonly id: string;
  readonly version: number;
}

export type Saved<T> =
  | { readonly kind: 'saved'; readonly record: T }
  /** Not saved: someone else changed these fields since `before` was read. */
  | { readonly kind: 'changed'; readonly theirs: T; readonly fields: readonly (keyof T & string)[] };

/** Maximum number of attempts of one save. A record that changes more often during a save is not edited by people. */
const triesMax = 5;

/**
 * @param before the record that the patch stands on: as it was read, or as the person has knowingly overwritten it
 * @throws GatehouseError for every other refusal, and where the last attempt met another version, too
 */
export async function saveRecord<T extends Versioned>(
  collection: CollectionName,
  before: T,
  patch: Partial<T>,
): Promise<Saved<T>> {
  const path = `/api/v1/${collection}/${before.id}`;
  let { version } = before;
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await request<{ data: T }>('PATCH', path, patch, version);
      return { kind: 'saved', record: data };
    } catch (fault) {
      const isStale = fault instanceof GatehouseError && fault.errors.some(({ code }) => code === 'version_mismatch');
      if (!isStale || tries >= triesMax) throw fault;
    }
    const now = await readRecord<T>(collection, before.id);
    const fields = conflictsOf(before, now, patch);
    if (fields.length > 0) return { kind: 'changed', theirs: now, fields };
    version = now.version;
  }
}
