/** TypeScript types out of field literals, so that no record type is written twice. */
import type { Json } from '../base/json.ts';
import type { Field } from './field.ts';

type ElementOf<F> = F extends { readonly of: 'text' | 'date' }
  ? string
  : F extends { readonly of: 'number' | 'integer' }
    ? number
    : F extends { readonly of: 'boolean' }
      ? boolean
      : F extends { readonly of: 'group'; readonly fields: infer G extends readonly Field[] }
        ? ValuesOf<G>
        : Json;

type PlainValue<F> = F extends { readonly type: 'text' | 'richText' | 'email' | 'url' | 'slug' | 'date' | 'file' }
  ? string
  : F extends { readonly type: 'number' | 'integer' | 'money' }
    ? number
    : F extends { readonly type: 'boolean' }
      ? boolean
      : F extends { readonly type: 'select'; readonly options: readonly (infer O)[] }
        ? F extends { readonly many: true }
          ? readonly O[]
          : O
        : F extends { readonly type: 'json' }
          ? Json
          : F extends { readonly type: 'array' }
            ? readonly ElementOf<F>[]
            : F extends { readonly type: 'group'; readonly fields: infer G extends readonly Field[] }
              ? ValuesOf<G>
              : F extends { readonly type: 'point' }
                ? readonly [number, number]
                : F extends { readonly type: 'relation' }
                  ? F extends { readonly many: true }
                    ? readonly string[]
                    : string
                  : never;

type ValueOf<F> = F extends { readonly required: true } ? PlainValue<F> : PlainValue<F> | null;

type Flat<T> = { [K in keyof T]: T[K] };

/** The stored values: every field is there, null where it is empty. */
export type ValuesOf<Fields extends readonly Field[]> = Flat<{
  readonly [F in Fields[number] as F['name']]: ValueOf<F>;
}>;

type NeededName<F> = F extends { readonly required: true; readonly name: infer N extends string }
  ? F extends { readonly default: unknown }
    ? never
    : N
  : never;

/** The input for a record: required fields without a default must be present, others may be left out. */
export type InputOf<Fields extends readonly Field[]> = Flat<
  {
    readonly [F in Fields[number] as NeededName<F>]: ValueOf<F>;
  } & {
    readonly [F in Fields[number] as Exclude<F['name'], NeededName<F>>]?: ValueOf<F> | undefined;
  }
>;

/** Fields that every stored record has besides its own. */
export interface SystemFields {
  /** UUIDv7. */
  readonly id: string;
  /** ISO 8601 in UTC with milliseconds, as is `updatedAt`. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** 1 at birth, +1 per write. */
  readonly version: number;
}

export type RecordOf<C extends { readonly fields: readonly Field[] }> = Flat<SystemFields & ValuesOf<C['fields']>>;

/** A record of any collection, for code that serves all of them alike. */
export interface StoredRecord extends SystemFields {
  readonly [field: string]: unknown;
}
