/** The form of a rule's implementation (`Meaning`): the write that it checks, and the helpers that implementations share. */
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
  /** Null: the record is new. */
  readonly current: StoredRecord | null;
}

/** @returns the values to write, completed by the rule, or a refusal */
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

/** Returns the state that the record enters with this write; null: it stays, is deleted, or has no lifecycle. */
export function stateEntered({ lifecycle }: CollectionDefinition, write: Write): string | null {
  if (!lifecycle || write.op === 'delete') return null;
  const to = afterwards(write)[lifecycle.field];
  return typeof to === 'string' && write.current?.[lifecycle.field] !== to ? to : null;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
