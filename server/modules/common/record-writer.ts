/**
 * Writes records for actions, jobs and seeds of the catalogue: through the same validation, lifecycle and rules as every
 * surface, but with fields that clients may not set, and states that only actions reach.
 */

import { must } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import type { Result } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { ActionContext, CollectionRule } from '../../core/collections/action.ts';
import { createRecord, deleteRecord, updateRecord } from '../../core/collections/write-record.ts';
import type { WriteRequest } from '../../core/collections/write-request.ts';
import type { Transaction } from '../../store/contract.ts';

/** A transaction, and the context (actor, clock, ids) of the action or job that writes in it. */
export interface Errand {
  readonly tx: Transaction;
  readonly context: ActionContext;
}

export interface RecordWriter {
  create(errand: Errand, collection: string, values: Values, id?: string): Promise<Result<StoredRecord>>;
  update(errand: Errand, collection: string, id: string, patch: Values): Promise<Result<StoredRecord>>;
  remove(errand: Errand, collection: string, id: string): Promise<Result<{ id: string }>>;
  definition(collection: string): CollectionDefinition;
}

export function createRecordWriter(
  definitions: readonly CollectionDefinition[],
  rules: readonly CollectionRule[],
): RecordWriter {
  const byName = new Map(definitions.map((d) => [d.name, d]));
  const rulesOf = Map.groupBy(rules, (rule) => rule.collection);
  const definition = (collection: string) => must(byName.get(collection), `the collection ${collection}`);
  const request = ({ context }: Errand, collection: string): WriteRequest => ({
    definition: definition(collection),
    rules: rulesOf.get(collection) ?? [],
    context,
    // No collection of the catalogue holds secrets.
    seal: null,
    trusted: true,
  });
  return {
    definition,
    create: (errand, collection, values, id) => createRecord(request(errand, collection), values, id, errand.tx),
    update: (errand, collection, id, patch) =>
      updateRecord(request(errand, collection), id, patch, undefined, errand.tx),
    remove: (errand, collection, id) => deleteRecord(request(errand, collection), id, undefined, errand.tx),
  };
}
