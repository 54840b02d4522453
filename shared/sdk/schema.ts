/**
 * The shape of a schema for the SDK's types: collections and actions by name. One is inferred from the catalogue
 * (built-in.ts), the others are written by `gatehouse sdk`. Types only.
 */
import type { FieldKind } from '../query/operators.ts';

/**
 * A field as filters, sorting and populating see it. `Of` is: the options of a choice, the name of the collection a
 * relation leads to, the type of a list's elements, the filters of a group's or row's fields.
 */
export interface Filter<K extends FieldKind, Of = unknown> {
  readonly kind: K;
  readonly of: Of;
}

export type AnyFilter = Filter<FieldKind>;

export type Filters = Readonly<Record<string, AnyFilter>>;

export interface CollectionTypes {
  /** A record as it comes back; relations are ids. */
  readonly record: object;
  /** Input of a new record. */
  readonly create: object;
  /** A Filter for each field. */
  readonly filters: object;
}

export interface ActionTypes {
  readonly input: object;
  readonly output: unknown;
}

export interface Schema {
  readonly collections: Readonly<Record<string, CollectionTypes>>;
  readonly actions: Readonly<Record<string, ActionTypes>>;
}

/** Filters that every collection has. */
export type SystemFilters = {
  readonly id: Filter<'id'>;
  readonly createdAt: Filter<'date'>;
  readonly updatedAt: Filter<'date'>;
  readonly version: Filter<'number'>;
};

export type CollectionName<S extends Schema> = keyof S['collections'] & string;
export type ActionName<S extends Schema> = keyof S['actions'] & string;
export type RecordOf<S extends Schema, N extends CollectionName<S>> = S['collections'][N]['record'];
export type CreateOf<S extends Schema, N extends CollectionName<S>> = S['collections'][N]['create'];
export type FiltersOf<S extends Schema, N> = N extends CollectionName<S> ? S['collections'][N]['filters'] : never;
/** A JSON merge patch: any part of the input; null empties a field that is not required. */
export type PatchOf<S extends Schema, N extends CollectionName<S>> = Partial<CreateOf<S, N>>;
export type InputOf<S extends Schema, A extends ActionName<S>> = S['actions'][A]['input'];
export type OutputOf<S extends Schema, A extends ActionName<S>> = S['actions'][A]['output'];
