/** The request of a caller (`Operation`) and its result (`Outcome`), in no surface's dialect. */
import type { Refusal } from '#shared/base/result.ts';
import type { Allowance } from '#shared/query/allowance.ts';
import type { Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

/** A tenant's own collections: made, changed, dropped. */
export type SchemaOperation =
  | { readonly verb: 'define'; readonly definition: unknown; readonly idempotencyKey?: string }
  | {
      readonly verb: 'redefine';
      readonly name: string;
      readonly patch: unknown;
      /** Version that the definition must have. */
      readonly ifVersion?: number;
    }
  | { readonly verb: 'undefine'; readonly name: string };

export type Operation = DataOperation | SchemaOperation;

export type DataOperation =
  | {
      readonly verb: 'list';
      readonly collection: string;
      readonly query: Query;
      readonly count?: 'exact' | 'estimated';
      /** Remaining allowance of the request, of which this is one question; absent: it is the only one. */
      readonly allowance?: Allowance;
    }
  | { readonly verb: 'get'; readonly collection: string; readonly id: string }
  | {
      readonly verb: 'create';
      readonly collection: string;
      readonly input: unknown;
      /** Absent: a new id is made. */
      readonly id?: string;
      /** 1 to 255 characters. */
      readonly idempotencyKey?: string;
    }
  | {
      readonly verb: 'update';
      readonly collection: string;
      readonly id: string;
      readonly input: unknown;
      /** Version that the record must have; absent: any, unless the collection requires one. The same for `delete`. */
      readonly ifVersion?: number;
    }
  | { readonly verb: 'delete'; readonly collection: string; readonly id: string; readonly ifVersion?: number }
  | {
      /** All of it or nothing; at most 1,000 together. */
      readonly verb: 'bulk';
      readonly collection: string;
      /** `{create: [record], update: [{id, …}], delete: [id]}`. */
      readonly input: unknown;
      readonly idempotencyKey?: string;
    }
  | {
      readonly verb: 'versions';
      readonly collection: string;
      readonly id: string;
      readonly limit: number;
      /** Only changes before this place in the log. */
      readonly before?: number;
    }
  | {
      /** The record becomes what it was in an earlier version, as a new one; also one that was deleted. */
      readonly verb: 'restore';
      readonly collection: string;
      readonly id: string;
      readonly version: number;
      readonly ifVersion?: number;
    }
  | {
      readonly verb: 'act';
      readonly action: string;
      readonly input: unknown;
      readonly idempotencyKey?: string;
      /** Result of `verify` of a signed action; without it no such action runs. */
      readonly verified?: unknown;
    };

/** One change of one record, as the log has it. */
export interface RecordVersion {
  /** Version of the record after the change; of a deletion, the last there was. */
  readonly version: number;
  readonly op: 'create' | 'update' | 'delete';
  /** ISO 8601. */
  readonly at: string;
  /** Who: `<kind>:<id>`. */
  readonly actor: string;
  /** Its place in the log. */
  readonly seq: number;
  /** Former values of the fields that an update changed; null for a creation and a deletion. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly record: StoredRecord;
}

/** Lists in an answer besides its data. */
export type OutcomeMeta = Readonly<Record<string, readonly object[]>>;

export type Outcome =
  /** `repeated` when an idempotency key brought back an earlier answer. */
  | {
      readonly kind: 'record';
      readonly record: StoredRecord;
      readonly created: boolean;
      readonly repeated?: boolean;
      readonly meta?: OutcomeMeta;
    }
  | {
      readonly kind: 'page';
      readonly records: readonly StoredRecord[];
      readonly hasMore: boolean;
      readonly total?: number;
    }
  /** `id` of a record; of a collection that was dropped, its name. */
  | { readonly kind: 'deleted'; readonly id: string; readonly meta?: OutcomeMeta }
  | {
      readonly kind: 'bulk';
      readonly created: readonly StoredRecord[];
      readonly updated: readonly StoredRecord[];
      readonly deleted: readonly string[];
      readonly repeated: boolean;
      readonly meta?: OutcomeMeta;
    }
  | { readonly kind: 'versions'; readonly versions: readonly RecordVersion[]; readonly hasMore: boolean }
  | {
      readonly kind: 'definition';
      readonly definition: CollectionDefinition;
      /** Version of the definition. */
      readonly version: number;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly created: boolean;
      readonly repeated: boolean;
    }
  /** Answer of an action; `repeated` as above. */
  | { readonly kind: 'answer'; readonly value: unknown; readonly repeated: boolean }
  | { readonly kind: 'refused'; readonly errors: readonly [Refusal, ...Refusal[]] };
