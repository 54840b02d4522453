/** Reads the versions of a record from the log, and restores an earlier one as a new version. */

import type { Values } from '#shared/base/json.ts';
import { ok, type Refusal, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Change, TenantStore } from '../../store/contract.ts';
import type { Actor } from '../policy/actor.ts';
import { isUnrestricted, mayRead, mayWrite } from '../policy/policy.ts';
import { answerFor, changeFor, isOwn, loggedFor } from '../policy/visibility/record-visibility.ts';
import { todaysNames, withTodaysNames } from '../tenants/own-collections.ts';
import { commit } from './once.ts';
import type { DataOperation, Outcome } from './operation.ts';
import type { Scene } from './operation-context.ts';
import { ifUnchanged } from './stale-definition.ts';
import { remakePlan, updatePlan, writeRequest } from './write-plans.ts';
import { notFound } from './write-record.ts';

type Of<V extends DataOperation['verb']> = Extract<DataOperation, { verb: V }>;

/** Changes looked at in one question while a version is looked for. */
const lookedAt = 200;

function refused(refusal: Refusal): Outcome {
  return { kind: 'refused', errors: [refusal] };
}

export async function listVersions(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  { id, limit, before }: Of<'versions'>,
): Promise<Outcome> {
  const denied = mayRead(actor, definition);
  if (denied) return refused(denied);
  const options = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
  const changes = await scene.store.history(definition.name, id, options);
  const [newest] = before === undefined ? changes : await scene.store.history(definition.name, id, { limit: 1 });
  if (!newest || !isOwn(actor, definition, newest.record)) return refused(notFound(definition, id));
  const seen = await seenBy(scene, actor, definition, changes.slice(0, limit));
  const versions = seen.map(({ at, op, previous, record, seq, actor: who }) => ({
    version: record.version,
    op,
    at,
    actor: who,
    seq,
    previous,
    record,
  }));
  return { kind: 'versions', versions, hasMore: changes.length > limit };
}

/**
 * Of a record that was handed over, each holder sees the versions of its own time. A field that the tenant dropped is
 * shown to owners, as it was; its roles are no longer known, so that others see the fields of today alone.
 */
async function seenBy(
  { registry, store }: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const isOwn = registry.own?.has(definition.name) === true;
  if (isOwn && isUnrestricted(actor)) return changes;
  const oldest = changes.at(-1)?.seq ?? 0;
  const names = isOwn ? await todaysNames(store, definition.name, oldest) : null;
  return changes.flatMap((change) => {
    const { previous, seq } = change;
    const record = withTodaysNames(change, names);
    const named = names && previous ? names(previous, seq) : previous;
    return changeFor(actor, definition, { ...change, record, previous: named }) ?? [];
  });
}

/** A deleted record that came back counts from 1 again: the newest of that number is meant. */
async function findVersion(
  store: TenantStore,
  collection: string,
  id: string,
  version: number,
): Promise<Change | null> {
  for (let before: number | undefined; ; ) {
    const options = { limit: lookedAt, ...(before === undefined ? {} : { before }) };
    const changes = await store.history(collection, id, options);
    const found = changes.find((change) => change.op !== 'delete' && change.record.version === version);
    if (found || changes.length < lookedAt) return found ?? null;
    before = changes.at(-1)?.seq;
  }
}

/** Returns the former values that can be set by hand. The state of a lifecycle is reached by its transitions alone. */
function contentOf({ fields, lifecycle }: CollectionDefinition, former: Values, isNew: boolean): Values {
  const state = isNew ? undefined : lifecycle?.field;
  const settable = fields.filter((f) => !f.hidden && !f.readOnly && f.name !== state && Object.hasOwn(former, f.name));
  return Object.fromEntries(settable.map(({ name }) => [name, former[name] ?? null]));
}

export async function restoreVersion(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  { id, ifVersion, version }: Of<'restore'>,
): Promise<Outcome> {
  const denied = mayRead(actor, definition) ?? mayWrite(actor, definition, 'update');
  if (denied) return refused(denied);
  // The newest state says whose record it is: a person who handed it over does not take it back.
  const [newest] = await scene.store.history(definition.name, id, { limit: 1 });
  if (!newest || !isOwn(actor, definition, newest.record)) return refused(notFound(definition, id));
  const change = await findVersion(scene.store, definition.name, id, version);
  const names = change && (await todaysNames(scene.store, definition.name, change.seq));
  const former = change && withTodaysNames(change, names);
  if (!former || !isOwn(actor, definition, former))
    return refused({ code: 'not_found', message: `${id} has no version ${version}.`, path: 'version' });
  const request = { ...writeRequest(scene, actor, definition), whole: true };
  const done = await commit(
    scene.store,
    actor,
    ifUnchanged(definition, async (tx) => {
      if (await tx.get(definition.name, id)) {
        const input = contentOf(definition, loggedFor(actor, definition, former), false);
        const updated = await updatePlan(request, { id, ifVersion }, input)(tx);
        return updated.ok ? ok({ record: updated.value, created: false }) : updated;
      }
      const forbidden = mayWrite(actor, definition, 'create');
      if (forbidden) return refuse(forbidden);
      const created = await remakePlan(request, contentOf(definition, former, true), id)(tx);
      return created.ok ? ok({ record: created.value, created: true }) : created;
    }),
  );
  if (!done.ok) return { kind: 'refused', errors: done.errors };
  const { created, record } = done.value;
  return { kind: 'record', record: answerFor(actor, definition, record), created };
}
