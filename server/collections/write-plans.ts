/** Create, update and delete as plans of one actor: what is permitted, whose record it is, then the write itself. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Actor } from '../access/actor.ts';
import type { Transaction } from '../store/contract.ts';
import type { Scene } from './run-operation.ts';
import { isOwn, ownField, permitInput } from './sight.ts';
import { createRecord, deleteRecord, notFound, updateRecord, type WriteRequest } from './write-record.ts';

export type WritePlan<T> = (tx: Transaction) => Promise<Result<T>>;

export function writeRequest(scene: Scene, actor: Actor, definition: CollectionDefinition): WriteRequest {
  const { clock, modules, newId, registry } = scene;
  return {
    definition,
    rules: modules.rules(definition.name),
    context: { actor, clock, newId, collections: registry.collections },
    trusted: actor.kind === 'kiosk' || actor.kind === 'system',
  };
}

/** A record that is not theirs is not there, for those who see only their own. */
function ofTheirs<T>(request: WriteRequest, id: string, plan: WritePlan<T>): WritePlan<T> {
  const { definition, context } = request;
  return async (tx) => {
    const current = ownField(context.actor, definition) === null ? null : await tx.get(definition.name, id);
    return current && !isOwn(context.actor, definition, current) ? refuse(notFound(definition, id)) : plan(tx);
  };
}

/** Where a collection wants every change to name the version it is of. */
function conditional({ definition, trusted }: WriteRequest, ifVersion: number | undefined): Result<null> {
  if (!definition.conditional || trusted || ifVersion !== undefined) return ok(null);
  return refuse({
    code: 'version_required',
    message: `A change of ${definition.labels.many} must name the version it is of: send If-Match with the ETag you read.`,
  });
}

export function createPlan(request: WriteRequest, input: unknown, id?: string): WritePlan<StoredRecord> {
  return async (tx) => {
    const { context, definition } = request;
    const permitted = permitInput(context.actor, definition, 'create', input);
    return permitted.ok ? createRecord(request, permitted.value, id, tx) : permitted;
  };
}

export interface Aim {
  readonly id: string;
  readonly ifVersion?: number | undefined;
}

export function updatePlan(request: WriteRequest, { id, ifVersion }: Aim, input: unknown): WritePlan<StoredRecord> {
  return ofTheirs(request, id, async (tx) => {
    const { context, definition } = request;
    const named = conditional(request, ifVersion);
    if (!named.ok) return named;
    const permitted = permitInput(context.actor, definition, 'update', input);
    return permitted.ok ? updateRecord(request, id, permitted.value, ifVersion, tx) : permitted;
  });
}

export function deletePlan(request: WriteRequest, { id, ifVersion }: Aim): WritePlan<{ id: string }> {
  return ofTheirs(request, id, async (tx) => {
    const named = conditional(request, ifVersion);
    return named.ok ? deleteRecord(request, id, ifVersion, tx) : named;
  });
}
