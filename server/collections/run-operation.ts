/** Operation in, outcome out: the one path every surface takes. Knows no HTTP and no module. */
import { createHash } from 'node:crypto';
import { unreachable } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Actor, actorName } from '../access/actor.ts';
import { mayAct, mayRead, mayWrite } from '../access/policy.ts';
import type { Registry } from '../platform.ts';
import { type TenantStore, type Transaction, UniqueViolation } from '../store/contract.ts';
import type { ActionContext } from './module.ts';
import { ActionAnswer } from './module.ts';
import type { Operation, Outcome } from './operation.ts';
import type { Modules } from './registry.ts';
import { isOwn, ownField, permitInput, permitQuery, shownTo } from './sight.ts';
import { createRecord, deleteRecord, notFound, updateRecord, type WriteRequest } from './write-record.ts';

export interface Scene {
  readonly store: TenantStore;
  readonly registry: Registry;
  readonly modules: Modules;
  readonly clock: Clock;
  readonly newId: () => string;
}

const idempotencyKeyMax = 255;

function refused(...errors: [Refusal, ...Refusal[]]): Outcome {
  return { kind: 'refused', errors };
}

/** A plan with the answer remembered under the caller's idempotency key, in the same transaction as its effect. */
function once<T>(
  actor: Actor,
  key: string | undefined,
  what: string,
  input: unknown,
  plan: (tx: Transaction) => Promise<Result<T>>,
): (tx: Transaction) => Promise<Result<{ value: T; repeated: boolean }>> {
  return async (tx) => {
    if (key === undefined) {
      const done = await plan(tx);
      return done.ok ? ok({ value: done.value, repeated: false }) : done;
    }
    const name = `${actorName(actor)} ${key}`;
    const bodyHash = createHash('sha256')
      .update(`${what}\n${canonicalJson(input)}`)
      .digest('hex');
    const earlier = await tx.recall(name);
    if (earlier && earlier.bodyHash !== bodyHash)
      return refuse({
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
      });
    if (earlier) return ok({ value: revived(earlier.answer) as T, repeated: true });
    const done = await plan(tx);
    if (!done.ok) return done;
    await tx.remember(name, bodyHash, kept(done.value));
    return ok({ value: done.value, repeated: false });
  };
}

/** An answer as it is stored beside its key: as JSON, so that its class has to be written down. */
function kept(value: unknown): unknown {
  return value instanceof ActionAnswer ? { answerBody: value.body, answerStatus: value.status } : { plain: value };
}

function revived(stored: unknown): unknown {
  const { answerBody, answerStatus, plain } = stored as {
    answerBody?: unknown;
    answerStatus?: number;
    plain?: unknown;
  };
  return answerStatus === undefined ? plain : new ActionAnswer(answerBody, answerStatus);
}

async function commit<T>(
  scene: Scene,
  actor: Actor,
  plan: (tx: Transaction) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const done = await scene.store.commit(actorName(actor), plan);
    return done.ok ? ok(done.value.value) : done;
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
    const [field] = fault.fields;
    return refuse({
      code: 'duplicate',
      message: `There is a record with the same ${fault.fields.join(' and ')} already.`,
      ...(field ? { path: field } : {}),
    });
  }
}

export async function runOperation(scene: Scene, actor: Actor, operation: Operation): Promise<Outcome> {
  if (operation.verb === 'act') return act(scene, actor, operation);
  const definition = scene.registry.collections.get(operation.collection);
  if (!definition)
    return refused({ code: 'collection_unknown', message: `There is no collection ${operation.collection} here.` });
  if ('id' in operation && operation.id !== undefined && !isId(operation.id))
    return refused({ code: 'invalid_id', message: 'An id is a lower-case UUID.', path: 'id' });
  if (operation.verb === 'list' || operation.verb === 'get') return read(scene, actor, definition, operation);
  return write(scene, actor, definition, operation);
}

async function read(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  operation: Extract<Operation, { verb: 'list' | 'get' }>,
): Promise<Outcome> {
  const denied = mayRead(actor, definition);
  if (denied) return refused(denied);
  if (operation.verb === 'get') {
    const record = await scene.store.get(definition.name, operation.id);
    if (!record || !isOwn(actor, definition, record)) return refused(notFound(definition, operation.id));
    return { kind: 'record', record: shownTo(actor, definition, record), created: false };
  }
  const permitted = permitQuery(actor, definition, operation.query, scene.registry.collections);
  if (!permitted.ok) return refused(...permitted.errors);
  const query = permitted.value;
  // One more than asked for tells whether there is a next page without counting.
  const found = await scene.store.find(definition.name, { ...query, limit: query.limit + 1 });
  const total = operation.count ? { total: await scene.store.count(definition.name, query.where, query.search) } : {};
  return {
    kind: 'page',
    records: found.slice(0, query.limit).map((r) => shownTo(actor, definition, r)),
    hasMore: found.length > query.limit,
    ...total,
  };
}

async function write(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  operation: Extract<Operation, { verb: 'create' | 'update' | 'delete' }>,
): Promise<Outcome> {
  const denied = mayWrite(actor, definition, operation.verb);
  if (denied) return refused(denied);
  const request: WriteRequest = {
    definition,
    rules: scene.modules.rules(definition.name),
    context: { actor, clock: scene.clock, newId: scene.newId },
    trusted: actor.kind === 'kiosk' || actor.kind === 'system',
  };
  /** A record that is not theirs is not there, for those who see only their own. */
  const ofTheirs =
    <T>(id: string, plan: (tx: Transaction) => Promise<Result<T>>) =>
    async (tx: Transaction): Promise<Result<T>> => {
      const current = ownField(actor, definition) === null ? null : await tx.get(definition.name, id);
      return current && !isOwn(actor, definition, current) ? refuse(notFound(definition, id)) : plan(tx);
    };
  const permitted =
    operation.verb === 'delete' ? ok(null) : permitInput(actor, definition, operation.verb, operation.input);
  if (!permitted.ok) return refused(...permitted.errors);
  const input = permitted.value;
  switch (operation.verb) {
    case 'create': {
      const key = operation.idempotencyKey;
      if (!isUsableKey(key)) return refused(unusableKey);
      const done = await commit(
        scene,
        actor,
        once(actor, key, `create ${definition.name}`, operation.input, (tx) =>
          createRecord(request, input, operation.id, tx),
        ),
      );
      if (!done.ok) return refused(...done.errors);
      const { value, repeated } = done.value;
      return { kind: 'record', record: shownTo(actor, definition, value), created: true, repeated };
    }
    case 'update': {
      const { id, ifVersion } = operation;
      const done = await commit(
        scene,
        actor,
        ofTheirs(id, (tx) => updateRecord(request, id, input, ifVersion, tx)),
      );
      return done.ok
        ? { kind: 'record', record: shownTo(actor, definition, done.value), created: false }
        : refused(...done.errors);
    }
    case 'delete': {
      const { id, ifVersion } = operation;
      const done = await commit(
        scene,
        actor,
        ofTheirs(id, (tx) => deleteRecord(request, id, ifVersion, tx)),
      );
      return done.ok ? { kind: 'deleted', id } : refused(...done.errors);
    }
    default:
      return unreachable(operation);
  }
}

const unusableKey: Refusal = {
  code: 'invalid_header',
  message: `An Idempotency-Key has 1 to ${idempotencyKeyMax} characters.`,
};

function isUsableKey(key: string | undefined): boolean {
  return key === undefined || (key.length > 0 && key.length <= idempotencyKeyMax);
}

async function act(scene: Scene, actor: Actor, operation: Extract<Operation, { verb: 'act' }>): Promise<Outcome> {
  const definition = scene.registry.actions.get(operation.action);
  const handler = scene.modules.handler(operation.action);
  if (!definition || !handler)
    return refused({ code: 'action_unknown', message: `There is no action ${operation.action} here.` });
  const denied = mayAct(actor, definition);
  if (denied) return refused(denied);
  const input = validate(definition.input, operation.input, { mode: 'create' });
  if (!input.ok) return refused(...input.errors);
  const { clock, newId, registry } = scene;
  const context: ActionContext = { actor, clock, newId, collections: registry.collections };
  if (handler.kind === 'read') {
    const answer = await handler.run(scene.store, input.value as never, context);
    return answer.ok ? { kind: 'answer', value: answer.value, repeated: false } : refused(...answer.errors);
  }
  const key = operation.idempotencyKey;
  if (!isUsableKey(key)) return refused(unusableKey);
  const given = input.value as never;
  const prepared = (await handler.prepare?.(given, context)) as never;
  const done = await commit(
    scene,
    actor,
    once(actor, key, definition.name, operation.input, (tx) => handler.run(tx, given, context, prepared)),
  );
  return done.ok ? { kind: 'answer', value: done.value.value, repeated: done.value.repeated } : refused(...done.errors);
}
