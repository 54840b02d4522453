/**
 * Rules of a module as data: the closed list of kinds that more than one module needs. What each means in a
 * transaction stands in server/modules/common/rules; what it says to readers in document-module.ts. They hold
 * for every write, also of actions; `by-action` binds the generated surfaces alone, `due` is a job.
 */

interface RuleOf<Kind extends string> {
  readonly kind: Kind;
  readonly collection: string;
}

/** These states are reached by an action only, because more than the state has to change with it. */
export interface ByActionRule extends RuleOf<'by-action'> {
  /** State → the action's name. */
  readonly states: Readonly<Record<string, string>>;
}

/** The next number of a series, gapless: taken in the same transaction from the module's number series. */
export interface NumberRule extends RuleOf<'number'> {
  readonly field: string;
  /** The collection that holds the series (number-series.ts), and the key of this one. */
  readonly series: string;
  readonly key: string;
  readonly prefix: string;
  readonly digits: number;
  /** Numbered when it comes into this state; absent: at birth. */
  readonly at?: string;
}

/** Made from a title where none is given; the next free one with a number after it. */
export interface SlugRule extends RuleOf<'slug'> {
  readonly field: string;
  readonly from: string;
}

/** The moment the record first came into one of these states; `each`: the last time it did. */
export interface StampRule extends RuleOf<'stamp'> {
  readonly field: string;
  readonly states: readonly string[];
  readonly each?: true;
}

/** Keeps which value a field had since when, newest last: a list of `{value, at}`. */
export interface HistoryRule extends RuleOf<'history'> {
  readonly of: string;
  readonly into: string;
  readonly entriesMax: number;
}

/** Subtotal, tax and total follow from the lines (lines.ts). */
export interface TotalRule extends RuleOf<'total'> {
  readonly lines: string;
}

/** One time stands before another. */
export interface OrderRule extends RuleOf<'order'> {
  readonly first: string;
  readonly second: string;
  /** The two times must also differ. */
  readonly apart?: true;
}

/** No two records of the same `by` share a moment; those in one of the `free` states take no room. */
export interface NoOverlapRule extends RuleOf<'no-overlap'> {
  readonly by: string;
  readonly start: string;
  readonly end: string;
  readonly state: string;
  readonly free: readonly string[];
}

/** A record in these states is locked: only the named fields may change, and it cannot be deleted. */
export interface LockedRule extends RuleOf<'locked'> {
  readonly states: readonly string[];
  readonly except: readonly string[];
}

/** Written once: neither changed nor deleted. */
export interface AppendOnlyRule extends RuleOf<'append-only'> {}

/** A time some minutes after birth, as the record a relation names says. */
export interface DeadlineRule extends RuleOf<'deadline'> {
  readonly field: string;
  readonly relation: string;
  readonly minutes: string;
}

/** When its time has come, the record moves on by itself, within a minute. */
export interface DueRule extends RuleOf<'due'> {
  readonly from: string;
  readonly to: string;
  readonly at: string;
}

/** A record may not stand below itself, and no deeper than `depthMax`. */
export interface TreeRule extends RuleOf<'tree'> {
  readonly parent: string;
  readonly depthMax: number;
}

/** A record is not deleted while records of these collections still name it in these fields. */
export interface KeptRule extends RuleOf<'kept'> {
  readonly by: readonly { readonly collection: string; readonly field: string }[];
}

/** A number in the record that `by` names goes along: the sum of `sum` over these records, or how many there are. */
export interface RollupRule extends RuleOf<'rollup'> {
  readonly by: string;
  readonly into: string;
  readonly sum?: string;
  /** May not go below this, nor above the value of that field of the same record. */
  readonly floor?: number;
  readonly ceiling?: string;
}

/** From this state on the debits of the lines equal their credits and there are at least two. */
export interface BalancedRule extends RuleOf<'balanced'> {
  readonly lines: string;
  readonly debit: string;
  readonly credit: string;
  readonly at: string;
}

/** These fields are required for a record to enter this state. */
export interface NeededRule extends RuleOf<'needed'> {
  readonly state: string;
  readonly fields: readonly string[];
}

export type RuleDefinition =
  | ByActionRule
  | NumberRule
  | SlugRule
  | StampRule
  | HistoryRule
  | TotalRule
  | OrderRule
  | NoOverlapRule
  | LockedRule
  | AppendOnlyRule
  | DeadlineRule
  | DueRule
  | TreeRule
  | KeptRule
  | RollupRule
  | BalancedRule
  | NeededRule;
