/** The task of a matching thread: which of these records match a query that SQL could only narrow down. */
import type { Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export interface RelatedRecords {
  readonly collection: string;
  /** Null: it is gone. */
  readonly records: readonly (readonly [id: string, record: StoredRecord | null])[];
}

export interface MatchTask {
  readonly definition: CollectionDefinition;
  /** Definitions of the other collections that the filter leads to. */
  readonly others: readonly CollectionDefinition[];
  readonly asked: Pick<Query, 'where' | 'search'>;
  /** Unix milliseconds. */
  readonly now: number;
  readonly timeZone: string;
  readonly records: readonly StoredRecord[];
  readonly related: readonly RelatedRecords[];
}

export interface Matched {
  /** Indexes in `records` of those that match. */
  readonly places: readonly number[];
  /** Related records that the task lacked: send it again with them. */
  readonly missing: readonly { readonly collection: string; readonly ids: readonly string[] }[];
}
