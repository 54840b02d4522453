/**
 * Answers a condition in memory, as the stores answer it in SQL: the same rows. Used by subscriptions, order.ts, the
 * PostgreSQL store and tests. A condition is true or not, never unknown: what cannot be compared does not hold, so `not`
 * of it holds.
 */
import { assert, must } from '../base/assert.ts';
import { isObject } from '../base/json.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import { type Moment, meanings, type NestedOperator, type Test } from './meaning.ts';
import type { Condition } from './query.ts';
import { type Lookup, nestedScope, resolvePath, type Scope, type Target } from './target.ts';

export interface MatchContext extends Moment {
  readonly lookup?: Lookup;
  /** The record at the other end of a relation, null when it is gone. Needed where conditions lead through relations. */
  readonly related?: (collection: string, id: string) => Readonly<Record<string, unknown>> | null;
}

type FieldCondition = Extract<Condition, { kind: 'field' }>;
type Reader = (root: unknown) => unknown;

/** Own properties only: a key named `constructor` is found where the data has it. */
function dig(root: unknown, steps: readonly string[]): unknown {
  let at = root;
  for (const step of steps) {
    if (!isObject(at) || !Object.hasOwn(at, step)) return undefined;
    at = at[step];
  }
  return at;
}

function followId(to: string, id: unknown, context: MatchContext): unknown {
  assert(context.related, 'conditions through relations need context.related');
  return typeof id === 'string' ? (context.related(to, id) ?? undefined) : undefined;
}

/** Returns a reader of the value of a path; it reads undefined where the value is not there. */
export function readerOf(target: Target, context: MatchContext): Reader {
  const steps = [...(target.column === null ? [] : [target.column]), ...target.inner, ...target.keys];
  return (root) => {
    let at = root;
    for (const hop of target.hops) at = followId(hop.to.name, dig(at, [hop.column, ...hop.inner]), context);
    return dig(at, steps);
  };
}

/** The elements, or the records at the other end, that a nested condition is asked of; none where the field is empty. */
function nestedItems(target: Target, context: MatchContext): (value: unknown) => readonly unknown[] {
  if (target.kind !== 'relation' && target.kind !== 'relations') return (value) => (Array.isArray(value) ? value : []);
  const { field } = target;
  assert(field?.type === 'relation', 'a relation');
  return (value) => {
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    return ids.map((id) => followId(field.to, id, context)).filter((record) => record !== undefined);
  };
}

function nestedTest(op: NestedOperator, inner: Test): (items: readonly unknown[]) => boolean {
  if (op === 'every') return (items) => items.every(inner);
  if (op === 'none') return (items) => !items.some(inner);
  return (items) => items.some(inner);
}

function isNested(op: FieldCondition['op']): op is NestedOperator {
  return op === 'elem_match' || op === 'some' || op === 'every' || op === 'none';
}

function fieldTest(scope: Scope, condition: FieldCondition, context: MatchContext): Test {
  const target = must(resolvePath(scope, condition.path, context.lookup), `a field ${condition.path}`);
  const read = readerOf(target, context);
  const { op } = condition;
  if (!isNested(op)) {
    const test = meanings[op](condition.value, target, context);
    return (root) => test(read(root));
  }
  const inner = must(nestedScope(target, context.lookup), `something to look into at ${condition.path}`);
  const test = nestedTest(op, testOf(inner, condition.value as Condition, context));
  const items = nestedItems(target, context);
  return (root) => test(items(read(root)));
}

function testOf(scope: Scope, condition: Condition, context: MatchContext): Test {
  switch (condition.kind) {
    case 'and': {
      const tests = condition.of.map((part) => testOf(scope, part, context));
      return (root) => tests.every((test) => test(root));
    }
    case 'or': {
      const tests = condition.of.map((part) => testOf(scope, part, context));
      return (root) => tests.some((test) => test(root));
    }
    case 'not': {
      const test = testOf(scope, condition.of, context);
      return (root) => !test(root);
    }
    case 'field':
      return fieldTest(scope, condition, context);
  }
}

/** Prepared once for many records; `now` is that of the context. Unknown fields are bugs here: parse first. */
export function matcher(
  definition: CollectionDefinition,
  condition: Condition,
  context: MatchContext,
): (record: Readonly<Record<string, unknown>>) => boolean {
  return testOf({ of: 'record', definition }, condition, context);
}

export function matches(
  definition: CollectionDefinition,
  condition: Condition,
  record: Readonly<Record<string, unknown>>,
  context: MatchContext,
): boolean {
  return matcher(definition, condition, context)(record);
}
