/**
 * A question about one collection as frozen data. Every surface parses its dialect into this;
 * every store compiles it to SQL; `matches` answers it in memory. All three give the same rows in the same order.
 */
import type { Position } from './geo.ts';
import type { FieldOperator } from './operators.ts';

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | {
      readonly kind: 'field';
      /** A field, or a dotted path into a group, json or relation. */
      readonly path: string;
      readonly op: FieldOperator;
      /** Already parsed to what the operator and the field's type ask for. */
      readonly value: unknown;
    };

export interface SortKey {
  readonly path: string;
  readonly direction: 'asc' | 'desc';
  /** Position from which the distance to a point is measured, in metres. */
  readonly from?: Position;
}

export interface Query {
  readonly where?: Condition;
  /**
   * Null is the smallest value. The id follows it ascending as the last key, so that the order is total,
   * unless the sort names the id itself.
   */
  readonly sort?: readonly SortKey[];
  /** 1 to 200 from outside; inside, callers bound it themselves. */
  readonly limit: number;
  /** The values of the sort keys (id last) of the row to go on after. */
  readonly after?: readonly unknown[];
  readonly search?: string;
}

/** Equality on a few fields, the commonest question of our own code. */
export function where(values: Readonly<Record<string, unknown>>): Condition {
  return {
    kind: 'and',
    of: Object.entries(values).map(([path, value]) => ({ kind: 'field', path, op: 'equals', value })),
  };
}
