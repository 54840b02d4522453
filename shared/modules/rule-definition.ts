/**
 * Rules of a module as data: the closed list of kinds. What each does in a transaction stands in
 * server/modules/common/rules, its sentence for readers in describe-rule.ts. They hold for every write of the generated
 * surfaces and of the record writer (server/modules/common/record-writer.ts), not for writes that go to the transaction
 * itself. `by-action` binds the generated surfaces alone, `due` is a job.
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
  /** Prefix and digits of a new series; its record can change them for later numbers. */
  readonly prefix: string;
  readonly digits: number;
  /** Numbered when it comes into this state; absent: at birth. */
  readonly at?: string;
}

/** Makes the field from `from` where it is empty; a taken one gets a number, after 20 taken ones a random suffix. */
export interface SlugRule extends RuleOf<'slug'> {
  readonly field: string;
  readonly from: string;
}

/** The time when the record first came into one of these states; `each`: when it last did. A value that is given stays. */
export interface StampRule extends RuleOf<'stamp'> {
  readonly field: string;
  readonly states: readonly string[];
  readonly each?: true;
}

/** Keeps which value a field had since when, newest last: the last `entriesMax` as a list of `{value, at}`. */
export interface HistoryRule extends RuleOf<'history'> {
  readonly of: string;
  readonly into: string;
  readonly entriesMax: number;
}

/** Subtotal, tax and total follow from the lines (lines.ts). */
export interface TotalRule extends RuleOf<'total'> {
  readonly lines: string;
}

/** `second` is not before `first`; not checked where one of them is null. */
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

/** A record in these states is locked: only its state and the fields in `except` may change, and it cannot be deleted. */
export interface LockedRule extends RuleOf<'locked'> {
  readonly states: readonly string[];
  readonly except: readonly string[];
}

/** Written once: neither changed nor deleted. */
export interface AppendOnlyRule extends RuleOf<'append-only'> {}

/** `field` is the time of creation plus `minutes`, a field of the record that `relation` names; null where there is none. */
export interface DeadlineRule extends RuleOf<'deadline'> {
  readonly field: string;
  readonly relation: string;
  readonly minutes: string;
}

/** A job moves the record from one state to the other within a minute after the time in `at`, where its rules allow it. */
export interface DueRule extends RuleOf<'due'> {
  readonly from: string;
  readonly to: string;
  readonly at: string;
}

/** A record is not below itself, and the tree has at most `depthMax` levels; a moved record counts with those below it. */
export interface TreeRule extends RuleOf<'tree'> {
  readonly parent: string;
  readonly depthMax: number;
}

/** A record is not deleted while other records name it in these fields; `lines.account` is a field in a list of groups. */
export interface KeptRule extends RuleOf<'kept'> {
  readonly by: readonly { readonly collection: string; readonly field: string }[];
}

/** Keeps `into` of the record that `by` names: the sum of `sum` over the records that name it, or their number. */
export interface RollupRule extends RuleOf<'rollup'> {
  readonly by: string;
  readonly into: string;
  readonly sum?: string;
  /** `into` may not fall below this. */
  readonly floor?: number;
  /** Field of the record that `by` names: `into` may not rise above its value; null is no bound. */
  readonly ceiling?: string;
}

/** To enter this state, a record needs two lines at least, each with a debit or a credit, whose sums are equal. */
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
