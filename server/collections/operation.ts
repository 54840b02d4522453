/** What a caller asks, and what comes of it, in no surface's dialect. */
import type { Refusal } from '#shared/base/result.ts';
import type { Query } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export type Operation =
  | {
      readonly verb: 'list';
      readonly collection: string;
      readonly query: Query;
      readonly count?: 'exact' | 'estimated';
    }
  | { readonly verb: 'get'; readonly collection: string; readonly id: string }
  | {
      readonly verb: 'create';
      readonly collection: string;
      readonly input: unknown;
      readonly id?: string;
      readonly idempotencyKey?: string;
    }
  | {
      readonly verb: 'update';
      readonly collection: string;
      readonly id: string;
      readonly input: unknown;
      readonly ifVersion?: number;
    }
  | { readonly verb: 'delete'; readonly collection: string; readonly id: string; readonly ifVersion?: number }
  | { readonly verb: 'act'; readonly action: string; readonly input: unknown; readonly idempotencyKey?: string };

export type Outcome =
  /** `repeated` when an idempotency key brought back an earlier answer. */
  | { readonly kind: 'record'; readonly record: StoredRecord; readonly created: boolean; readonly repeated?: boolean }
  | {
      readonly kind: 'page';
      readonly records: readonly StoredRecord[];
      readonly hasMore: boolean;
      readonly total?: number;
    }
  | { readonly kind: 'deleted'; readonly id: string }
  /** What an action answers; `repeated` as above. */
  | { readonly kind: 'answer'; readonly value: unknown; readonly repeated: boolean }
  | { readonly kind: 'refused'; readonly errors: readonly [Refusal, ...Refusal[]] };
