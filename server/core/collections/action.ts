/**
 * An action of a module: its definition is data from shared/modules, its handler is added here. Handlers and rules run
 * inside the commit and have no effects beside it; everything with an effect is a follower.
 */
import type { Result } from '#shared/base/result.ts';
import type { Seals } from '#shared/base/seals.ts';
import type { Clock } from '#shared/base/time.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import type { InputOf, RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { Reader, Transaction } from '../../store/contract.ts';
import type { Actor } from '../policy/actor.ts';

export interface ActionContext {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Active collections of the tenant, by name; absent where the calling code serves one collection alone. */
  readonly collections?: ReadonlyMap<string, CollectionDefinition>;
  /**
   * Lists items in the `meta` of the answer, under this name; each id once, however often the plan is run. Present only for
   * the rules of a generated write.
   */
  readonly tell?: (list: string, items: readonly MetaItem[]) => void;
  /** Present only in an action that a caller runs. */
  readonly writes?: CheckedWrites;
}

export interface MetaItem {
  readonly id: string;
}

/**
 * Writes of an action that pass what the generated create and update pass: schema, rules, lifecycle, sealing of secrets.
 * For what a client has a say in; an action's own bookkeeping writes to its transaction.
 */
export interface CheckedWrites {
  create<C extends CollectionDefinition>(
    tx: Transaction,
    collection: C,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Result<RecordOf<C>>>;
  create(tx: Transaction, collection: string, values: Readonly<Record<string, unknown>>): Promise<Result<StoredRecord>>;
  /** @param patch groups and JSON settings are merged into what stands there (RFC 7396) */
  update<C extends CollectionDefinition>(
    tx: Transaction,
    collection: C,
    id: string,
    patch: Readonly<Record<string, unknown>>,
  ): Promise<Result<RecordOf<C>>>;
  update(
    tx: Transaction,
    collection: string,
    id: string,
    patch: Readonly<Record<string, unknown>>,
  ): Promise<Result<StoredRecord>>;
}

/** Encrypts under the server's own secret; `purpose` is bound into it. */
export type Seal = Seals['seal'];

/**
 * Answer of a handler that is more than a bare value: another status, or a refusal that was recorded all the same (a plan that
 * returns a refusal leaves no trace; a refused scan must leave one).
 */
export class ActionAnswer {
  readonly body: unknown;
  /** HTTP status. */
  readonly status: number;
  constructor(body: unknown, status: number) {
    this.body = body;
    this.status = status;
  }
}

export type EarlyRefusal<I> = (reader: Reader, input: I, context: ActionContext) => Promise<Result<unknown>>;

/** `input` has passed the action's own field list; the handler narrows it with `InputOf`. */
export type ActionHandler =
  | {
      readonly kind: 'read';
      readonly run: (reader: Reader, input: never, context: ActionContext) => Promise<Result<unknown>>;
    }
  | {
      readonly kind: 'write';
      /**
       * Slow arithmetic on the input alone (hashing, signatures), done before the transaction, which awaits nothing of
       * the kind: all other writers would wait with it. Reads nothing; what it gives is handed to `run`.
       *
       * @param verified of a signed action: what its `verify` gave
       */
      readonly prepare?: (input: never, context: ActionContext, verified: never) => Promise<unknown>;
      /**
       * Asked of what is committed, before the transaction stands in the line of the writers: refuses what `run` could only
       * refuse at this moment, too. Without effects; not asked where an idempotency key may bring back an answer.
       */
      readonly refuseEarly?: EarlyRefusal<never>;
      readonly run: (
        tx: Transaction,
        input: never,
        context: ActionContext,
        prepared: never,
      ) => Promise<Result<unknown>>;
    };

export interface ModuleAction {
  readonly definition: ActionDefinition;
  readonly handler: ActionHandler;
  /** Checks the signature of a signed action and reads the message, before the tenant is looked up. `nowMs`: Unix ms. */
  readonly verify?: (message: SignedMessage, nowMs: number) => Result<unknown>;
}

export interface SignedMessage {
  /** As received: the signature covers it. */
  readonly rawBody: string;
  /** The same, parsed as JSON; undefined: it is empty. */
  readonly body: unknown;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A pure check before a generated create, update or delete is written; may also complete the values. */
export interface CollectionRule {
  readonly collection: string;
  readonly before: (
    write: {
      readonly op: 'create' | 'update' | 'delete';
      readonly values: Readonly<Record<string, unknown>>;
      readonly current: StoredRecord | null;
      /** The record's id; of a new one it is settled when a rule asks for it. */
      readonly id: () => string;
    },
    tx: Transaction,
    context: ActionContext,
  ) => Promise<Result<Readonly<Record<string, unknown>>>>;
  /** Returns values that only the answer to a creation shows: a secret, of the record as it is stored. */
  readonly shownOnce?: (record: StoredRecord, tenant: string) => Readonly<Record<string, unknown>>;
}

/** Pairs an action's definition with its behaviour, with the input's type taken from the definition. */
export function action<D extends ActionDefinition>(
  definition: D,
  handler: D extends { readonly reads: true }
    ? (reader: Reader, input: InputOf<D['input']>, context: ActionContext) => Promise<Result<unknown>>
    : (tx: Transaction, input: InputOf<D['input']>, context: ActionContext) => Promise<Result<unknown>>,
): ModuleAction {
  const kind = definition.reads ? 'read' : 'write';
  return { definition, handler: { kind, run: handler } as ActionHandler };
}

export type PreparedRun<D extends ActionDefinition, P> = (
  tx: Transaction,
  input: InputOf<D['input']>,
  context: ActionContext,
  prepared: P,
) => Promise<Result<unknown>>;

/** The same for an action that has something to work out before its transaction. */
export function preparedAction<D extends ActionDefinition, P>(
  definition: D,
  prepare: (input: InputOf<D['input']>, context: ActionContext) => Promise<P>,
  run: PreparedRun<D, P>,
  refuseEarly?: EarlyRefusal<InputOf<D['input']>>,
): ModuleAction {
  const early = refuseEarly ? { refuseEarly } : {};
  return { definition, handler: { kind: 'write', prepare, run, ...early } as ActionHandler };
}

/**
 * The same for an action that is proven by a signature.
 *
 * @param verify refuses a wrong signature and a message that cannot be read; the handler gets what it made of the message
 * @param prepare as above, with the verified message
 */
export function signedAction<D extends ActionDefinition, V, P>(
  definition: D,
  verify: (message: SignedMessage, nowMs: number) => Result<V>,
  prepare: (verified: V, context: ActionContext) => Promise<P>,
  run: (tx: Transaction, prepared: P, context: ActionContext) => Promise<Result<unknown>>,
): ModuleAction {
  const handler: ActionHandler = {
    kind: 'write',
    prepare: (_input, context, verified) => prepare(verified, context),
    run: (tx, _input, context, prepared) => run(tx, prepared, context),
  };
  return { definition, handler, verify };
}
