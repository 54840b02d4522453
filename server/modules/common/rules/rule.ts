/** A rule's meaning: the write that it checks, and the helpers that every meaning needs of the collection. */
import type { Values } from '#shared/base/json.ts';
import type { Result } from '#shared/base/result.ts';
import type { RuleDefinition } from '#shared/modules/rule-definition.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Transaction } from '../../../store/contract.ts';

export interface Write {
  readonly op: 'create' | 'update' | 'delete';
  /** All values of a new record; of an update the given ones. */
  readonly values: Values;
  readonly current: StoredRecord | null;
}

export type Meaning = (write: Write, tx: Transaction) => Promise<Result<Values>>;

/** The rule of one kind. */
export type RuleOfKind<K extends RuleDefinition['kind']> = Extract<RuleDefinition, { kind: K }>;

/** Implementation of each kind of rule for records of a collection. */
export type Meanings = {
  readonly [K in Exclude<RuleDefinition['kind'], 'due'>]: (
    rule: RuleOfKind<K>,
    definition: CollectionDefinition,
  ) => Meaning;
};

/** The record as it will stand. */
export function afterwards({ values, current }: Write): Values {
  return { ...current, ...values };
}

/** The state it comes into with this write, or null where it stays. */
export function stateEntered({ lifecycle }: CollectionDefinition, write: Write): string | null {
  if (!lifecycle || write.op === 'delete') return null;
  const to = afterwards(write)[lifecycle.field];
  return typeof to === 'string' && write.current?.[lifecycle.field] !== to ? to : null;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
