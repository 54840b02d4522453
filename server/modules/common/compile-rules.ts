/**
 * Compiles rules as data to rules as the platform runs them, in `order`: first what refuses a write as it came, then what
 * completes its values, then what refuses the completed values, then times and numbers, last the sums in other records.
 */
import { must } from '#shared/base/assert.ts';
import type { RuleDefinition } from '#shared/modules/rule-definition.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { CollectionRule } from '../../core/collections/action.ts';
import { relationRules } from './rules/relation-rules.ts';
import type { Meaning, Meanings, RuleOfKind } from './rules/rule.ts';
import { stateRules } from './rules/state-rules.ts';
import { valueRules } from './rules/value-rules.ts';

const meanings: Meanings = { ...stateRules, ...valueRules, ...relationRules };

const order: readonly (keyof Meanings)[] = [
  'by-action',
  'append-only',
  'locked',
  'kept',
  'tree',
  'slug',
  'deadline',
  'total',
  'order',
  'needed',
  'balanced',
  'no-overlap',
  'stamp',
  'history',
  'number',
  'rollup',
];

function meaningOf<K extends keyof Meanings>(kind: K, rule: RuleOfKind<K>, definition: CollectionDefinition): Meaning {
  return (meanings[kind] as (rule: RuleOfKind<K>, definition: CollectionDefinition) => Meaning)(rule, definition);
}

/** `due` is a job (due-job.ts) and gives no rule here. */
export function compileRules(
  rules: readonly RuleDefinition[],
  collections: readonly CollectionDefinition[],
): readonly (CollectionRule & { readonly kind: RuleDefinition['kind'] })[] {
  return order.flatMap((kind) =>
    rules
      .filter((rule) => rule.kind === kind)
      .map((rule) => {
        const definition = must(
          collections.find((c) => c.name === rule.collection),
          `a rule of ${rule.collection}`,
        );
        const meaning = meaningOf(kind, rule as RuleOfKind<typeof kind>, definition);
        return { kind, collection: rule.collection, before: (write, tx) => meaning(write, tx) };
      }),
  );
}
