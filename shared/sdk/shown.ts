/**
 * The type of a question's answer, given which fields it asked for and which relations it wanted populated. Types only.
 */
import type { CollectionName, FiltersOf, RecordOf, Schema } from './schema.ts';

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** Relations are followed three deep at most. */
type Less = [never, 0, 1, 2];
type Depth = 0 | 1 | 2 | 3;

type RelationOf<F, N> = N extends keyof F
  ? F[N] extends { readonly kind: 'relation' | 'relations'; readonly of: infer To }
    ? To
    : never
  : never;

type RelationName<F> = {
  [N in keyof F]: F[N] extends { readonly kind: 'relation' | 'relations' } ? N : never;
}[keyof F] &
  string;

/** `author`, `tags.owner`. */
export type PopulatePath<S extends Schema, N, D extends Depth = 3> = D extends 0
  ? never
  : {
      [R in RelationName<FiltersOf<S, N>>]: R | `${R}.${PopulatePath<S, RelationOf<FiltersOf<S, N>, R>, Less[D]>}`;
    }[RelationName<FiltersOf<S, N>>];

type Step<P> = P extends `${infer First}.${string}` ? First : P;
type PathBelow<P, R> = R extends string ? (P extends `${R}.${infer Rest}` ? Rest : never) : never;

/** An id that leads nowhere (the record was deleted since) stays an id. */
type Related<S extends Schema, To, P> =
  To extends CollectionName<S> ? Populated<S, To, RecordOf<S, To>, P> | string : string;

type Populated<S extends Schema, N, R, P> = [P] extends [never]
  ? R
  : {
      readonly [K in keyof R]: K extends Step<P>
        ? NonNullable<R[K]> extends readonly unknown[]
          ? readonly Related<S, RelationOf<FiltersOf<S, N>, K>, PathBelow<P, K>>[] | Extract<R[K], null>
          : Related<S, RelationOf<FiltersOf<S, N>, K>, PathBelow<P, K>> | Extract<R[K], null>
        : R[K];
    };

/** The record with only the fields that were asked for (the id is always among them). */
type Picked<R, F> = [F] extends [never] ? R : Flat<Pick<R, Extract<F | 'id', keyof R>>>;

/** @template F the fields asked for; never: all. @template P the paths to populate; never: none */
export type Shown<S extends Schema, N extends CollectionName<S>, F, P> = Populated<S, N, Picked<RecordOf<S, N>, F>, P>;
