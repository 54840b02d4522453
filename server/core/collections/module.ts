/**
 * What a module is: a value. Collections and actions are data from shared/modules; behaviour is added here.
 * Rules and action plans run inside the commit and are free of effects; everything with an effect is a follower.
 */
import { assert } from '#shared/base/assert.ts';
import type { Refusal, Result } from '#shared/base/result.ts';
import type { Seals } from '#shared/base/seals.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Dataset } from '#shared/schema/dataset.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { Change, Reader, TenantStore, Transaction } from '../../store/contract.ts';
import type { Actor } from '../policy/actor.ts';

export interface ActionContext {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly newId: () => string;
  /** What is active in the tenant, by name; absent where code calls that serves one collection alone. */
  readonly collections?: ReadonlyMap<string, CollectionDefinition>;
  /**
   * Lists items in the `meta` of the answer, under this name; each id once, however often the plan is run. Absent where no
   * answer is waited for.
   */
  readonly tell?: (list: string, items: readonly MetaItem[]) => void;
  /** Absent as above. */
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
  create(tx: Transaction, collection: string, values: Readonly<Record<string, unknown>>): Promise<Result<StoredRecord>>;
  /** @param patch groups and JSON settings are merged into what stands there (RFC 7396) */
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
 * What a handler may answer instead of a bare value: another status, or a refusal that was recorded all the same
 * (a plan that returns a refusal leaves no trace; a refused scan must leave one).
 */
export class ActionAnswer {
  readonly body: unknown;
  readonly status: number;
  constructor(body: unknown, status: number) {
    this.body = body;
    this.status = status;
  }
}

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
  /** Of a signed action: checks the signature and reads the message, once, before the tenant is looked for. */
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
  /** What the answer to a creation shows besides, and no other ever will: a secret, of the record as it is stored. */
  readonly shownOnce?: (record: StoredRecord, tenant: string) => Readonly<Record<string, unknown>>;
}

export interface FollowerContext {
  readonly tenant: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly reader: Reader;
  /** A transaction in the name of the follower. */
  readonly commit: <T>(plan: (tx: Transaction) => Promise<Result<T>>) => Promise<Result<T>>;
}

/** Sees every change at least once, in order. Throwing means "again later"; the runner backs off and shows it. */
export interface Follower {
  readonly name: string;
  readonly collections: readonly string[];
  readonly handle: (changes: readonly Change[], context: FollowerContext) => Promise<void>;
  /**
   * Asked before the log is read, after its head was: false lets the cursor move to that head unread. For followers of
   * all collections, which would read every change of tenants that have no use for them.
   */
  readonly wants?: (context: FollowerContext) => Promise<boolean>;
}

/**
 * Rows that wait for a time which was counted from the clock: a retry, the end of a hold. Where the clock had jumped ahead
 * and was set back, they would wait for the wrong day; then each waits again for as long as it can at most.
 */
export interface Scheduled {
  readonly collection: string;
  /** A date field. */
  readonly field: string;
  /** Which rows wait. */
  readonly waiting: Condition;
  /** How far ahead, in milliseconds, such a row can have been set; 0: it was due at once. */
  readonly longestMs: (record: StoredRecord) => number;
}

export interface SeenByJob {
  /** When the job ran last, Unix milliseconds. It has seen every change. */
  readonly lastRunMs: number;
  /** When the tenant's log grew last. */
  readonly lastChangeMs: number;
}

/** Work by the clock. `run` must be harmless when run twice. */
export interface TimedJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (context: FollowerContext) => Promise<void>;
  /**
   * When it has something to do again if nothing more is written, Unix milliseconds; null: never. Asked before the tenant
   * is put to rest, which lasts until then. Absent: `everyMs` after its last run, so jobs with a short period have it.
   */
  readonly nextDue?: (context: FollowerContext, seen: SeenByJob) => Promise<number | null>;
  /** What it works off. */
  readonly scheduled?: readonly Scheduled[];
}

export interface RunnerContext extends FollowerContext {
  /** Aborted when the runner must end. */
  readonly signal: AbortSignal;
  readonly log: Pick<TenantStore, 'head' | 'since'>;
  /** Resolves after the time, or at once when the signal is aborted; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

/**
 * Work that goes on for as long as this process follows the tenant's log, at its own pace: sending, say. It ends, what
 * it has begun included, soon after its signal; where it throws, it is begun again after a pause.
 */
export interface Runner {
  readonly name: string;
  /** When it has something to do, if nothing more is written: Unix milliseconds; null: never. Until then it is not run. */
  readonly nextDue: (context: FollowerContext) => Promise<number | null>;
  readonly run: (context: RunnerContext) => Promise<void>;
}

/** Rows that fall due, one by one, when a date of theirs has passed. */
export interface DueRows {
  readonly collection: string;
  /** A date field. */
  readonly field: string;
  /** Absent: all rows. */
  readonly where?: Condition;
}

/** @returns the moment after which the first of the rows falls due that were not due before `afterMs`; null: there is none */
export async function firstDue(
  { reader }: Pick<FollowerContext, 'reader'>,
  { collection, field, where }: DueRows,
  afterMs: number,
): Promise<number | null> {
  const ahead: Condition = { kind: 'field', path: field, op: 'greater_than_equal', value: isoTime(afterMs) };
  const [first] = await reader.find(collection, {
    where: where ? { kind: 'and', of: [where, ahead] } : ahead,
    sort: [{ path: field, direction: 'asc' }],
    limit: 1,
  });
  return first ? Date.parse(String(first[field])) + 1 : null;
}

/** The earliest of these; null: there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** What a page may ask in order to find the tenant that its address belongs to. */
export interface TenantFinder {
  /** @returns the id of the tenant with this slug, or of its sandbox; null: there is none */
  bySlug(slug: string, sandbox: boolean): Promise<string | null>;
}

export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  readonly query: URLSearchParams;
  /** As the browser sent it; empty where it sent none. */
  readonly acceptLanguage: string;
  readonly nonce: string;
}

export interface PageForm extends PageRequest {
  /** Each name once; the spam trap is taken out. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface PageContext {
  readonly tenant: string;
  readonly clock: Clock;
  /**
   * Runs an action in the name of the guest, if the page names it in `runs`.
   *
   * @param more `key`: idempotency, as of the header `Idempotency-Key`; `language`: what the guest reads, if it was chosen
   * @returns what the action answers, or why it refuses
   */
  readonly run: (
    action: string,
    input: unknown,
    more?: { readonly key?: string; readonly language?: string },
  ) => Promise<Result<unknown>>;
}

/** A field of every form of a public page that people do not see: a program that fills in all fields is refused by it. */
export const spamTrap = 'homepage';

/** A page anyone may open who has its address: the tenant is named by an unguessable path, or by its slug. */
export interface PublicPage {
  /** As Express writes paths, e.g. `/t/:secret`. */
  readonly path: string;
  /** The id of the tenant the address belongs to, or null where it is none of ours. Null itself: a file that is the same for all. */
  readonly tenantOf:
    | ((params: Readonly<Record<string, string>>, find: TenantFinder) => string | null | Promise<string | null>)
    | null;
  /** Names of the actions that it runs for its guests; absent: none. No other action can be run by it. */
  readonly runs?: readonly string[];
  readonly answer: (request: PageRequest, reader: Reader, context: PageContext) => Promise<PageAnswer>;
  /** Takes a form that was sent to its address; absent: it takes none. */
  readonly takeForm?: (form: PageForm, reader: Reader, context: PageContext) => Promise<PageAnswer>;
  /**
   * Takes a POST from anywhere and whatever its body, which is not read: for what the address alone decides, such as the
   * one click of a mail program that unsubscribes. Not beside `takeForm`.
   */
  readonly takePost?: (request: PageRequest, reader: Reader, context: PageContext) => Promise<PageAnswer>;
}

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file as it came, on this machine's disk for as long as it is taken, with what stood beside it. */
export interface IncomingFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** As the client named it; cleaned. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: ReadonlyMap<string, string>;
}

/** What taking a file may do: read, and write in transactions in the name of the sender. */
export interface FileContext {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly reader: Reader;
  readonly commit: <T>(plan: (tx: Transaction) => Promise<Result<T>>) => Promise<Result<T>>;
}

/** A path that takes a file (`multipart/form-data`), where an action's JSON would be too small. */
export interface FileIntake {
  /** Name, scope and module are an action's; the path is mounted as it stands and again below `/api/v1`. */
  readonly action: ActionDefinition;
  readonly path: string;
  /** Names of the form's fields beside the file. */
  readonly fields: readonly string[];
  readonly bytesMax: number;
  readonly take: (file: IncomingFile, context: FileContext) => Promise<Result<unknown>>;
}

export interface SealedField {
  readonly collection: string;
  readonly field: string;
  /** As it was given to `seal`. */
  readonly purpose: string;
  /** The field holds several, each under a name of its own. */
  readonly many?: boolean;
}

export interface Module {
  readonly name: string;
  /** Active in every tenant, also where the tenant has not chosen it. */
  readonly always?: boolean;
  /** Modules it cannot do without: its relations lead into their collections. They are activated with it. */
  readonly needs?: readonly string[];
  readonly collections: readonly CollectionDefinition[];
  /** Tables of its own that are on no surface; they are kept, exported and moved like any other. */
  readonly internal?: readonly CollectionDefinition[];
  readonly actions: readonly ModuleAction[];
  readonly rules?: readonly CollectionRule[];
  readonly followers?: readonly Follower[];
  readonly jobs?: readonly TimedJob[];
  readonly runners?: readonly Runner[];
  readonly pages?: readonly PublicPage[];
  readonly intakes?: readonly FileIntake[];
  readonly exports?: readonly Dataset[];
  /** Fields sealed with the server's own secret: they are sealed again when a tenant moves to another server. */
  readonly sealed?: readonly SealedField[];
  /** The HTTP status of each refusal code that is not the platform's own. */
  readonly refusals?: Readonly<Record<string, number>>;
}

/**
 * The record of a change, typed by its collection.
 *
 * @throws where the change is of another collection
 */
export function recordIn<C extends CollectionDefinition>(
  { collection, record }: Pick<Change, 'collection' | 'record'>,
  definition: C,
): RecordOf<C> {
  assert(collection === definition.name, `the change is of ${collection}, not of ${definition.name}`);
  return record as StoredRecord as RecordOf<C>;
}

/** Pairs an action's definition with its behaviour, with the input's type taken from the definition. */
export function action<D extends ActionDefinition>(
  definition: D,
  handler: D extends { readonly reads: true }
    ? (
        reader: Reader,
        input: import('#shared/schema/infer.ts').InputOf<D['input']>,
        context: ActionContext,
      ) => Promise<Result<unknown>>
    : (
        tx: Transaction,
        input: import('#shared/schema/infer.ts').InputOf<D['input']>,
        context: ActionContext,
      ) => Promise<Result<unknown>>,
): ModuleAction {
  const kind = definition.reads ? 'read' : 'write';
  return { definition, handler: { kind, run: handler } as ActionHandler };
}

/** The same for an action that has something to work out before its transaction. */
export function preparedAction<D extends ActionDefinition, P>(
  definition: D,
  prepare: (input: import('#shared/schema/infer.ts').InputOf<D['input']>, context: ActionContext) => Promise<P>,
  run: (
    tx: Transaction,
    input: import('#shared/schema/infer.ts').InputOf<D['input']>,
    context: ActionContext,
    prepared: P,
  ) => Promise<Result<unknown>>,
): ModuleAction {
  return { definition, handler: { kind: 'write', prepare, run } as ActionHandler };
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

export type { Refusal };
