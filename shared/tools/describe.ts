/**
 * Answers the verb `describe`: a module's contents, a collection's fields and operators, an action's input. Definitions
 * only.
 */

import { recordSchema } from '../query/describe-collection.ts';
import { operandOf, operators, operatorsFor } from '../query/operators.ts';
import { resolvePath } from '../query/target.ts';
import type { ActionDefinition, CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import { fieldsToJsonSchema } from '../schema/json-schema.ts';
import type { Resource, Tool, ToolOperation } from './tool.ts';
import { settable } from './tool-schemas.ts';
import { shortName } from './tools-of.ts';

type Described = Readonly<Record<string, unknown>>;

/** Operators by kind of field: most fields share one, which makes the description of a collection a third as long. */
function operatorsByKind(definition: CollectionDefinition, shown: readonly Field[]): Described {
  const kinds = Map.groupBy(
    [{ name: 'id' }, { name: 'createdAt' }, { name: 'updatedAt' }, ...shown].flatMap(({ name }) => {
      const target = resolvePath({ of: 'record', definition }, name);
      return target ? [{ name, kind: target.kind }] : [];
    }),
    ({ kind }) => kind,
  );
  return Object.fromEntries(
    [...kinds].map(([kind, named]) => [
      kind,
      {
        fields: named.map(({ name }) => name),
        operators: Object.fromEntries(operatorsFor(kind).map((op) => [op, operandOf(op, kind)])),
      },
    ]),
  );
}

export function describeResource({ definition, verbs }: Resource): Described {
  const { conditional, labels, lifecycle, module, name, note, searchable = [] } = definition;
  const shown = definition.fields;
  const written = verbs.includes('create') || verbs.includes('update');
  return {
    resource: name,
    module,
    labels,
    ...(note ? { note } : {}),
    actions: verbs,
    ...(conditional ? { versionNeeded: true } : {}),
    ...(lifecycle ? { lifecycle } : {}),
    searchable,
    record: recordSchema(shown),
    ...(written ? { data: fieldsToJsonSchema(settable(shown)) } : {}),
    where: {
      shape: '{"field": {"operator": operand}}; several are ANDed; and, or: lists of such; not: one such',
      example: { and: [{ id: { in: ['…'] } }, { createdAt: { greater_than: '2026-01-01T00:00:00.000Z' } }] },
      and: operators.and.meaning,
      byKind: operatorsByKind(definition, shown),
    },
  };
}

export function describeAction(action: ActionDefinition): Described {
  const { input, name, output, reads = false, scope, summary } = action;
  const answer = !output
    ? {}
    : 'record' in output
      ? { answers: { record: output.record } }
      : { answers: fieldsToJsonSchema('data' in output ? output.data : output.fields) };
  return { action: name, summary, scope, reads, input: fieldsToJsonSchema(input), ...answer };
}

function describeModule(
  module: string,
  resources: readonly Resource[],
  actions: readonly ActionDefinition[],
): Described {
  return {
    module,
    resources: resources.map(({ definition: { labels, name, note }, verbs }) => ({
      resource: name,
      label: labels.many,
      ...(note ? { note } : {}),
      actions: verbs,
    })),
    actions: actions.map((action) => ({
      action: shortName(action),
      summary: action.summary,
      needs: action.input.filter((f) => f.required && !('default' in f)).map((f) => f.name),
    })),
  };
}

/**
 * @param tool that was called: it holds what of the definitions its asker may know
 * @param of what readCall made of the call
 */
export function describe({ target }: Tool, of: Extract<ToolOperation, { readonly verb: 'describe' }>): Described {
  const resources =
    target.kind === 'module' ? [...target.resources.values()] : target.kind === 'collection' ? [target.resource] : [];
  const actions = target.kind === 'module' ? [...target.actions.values()] : [];
  const resource = resources.find(({ definition }) => of.of === 'collection' && definition.name === of.name);
  // A word that names both, such as `matches`: its records, and the action as it is called.
  const called = resource && actions.find((one) => shortName(one) === resource.definition.name);
  if (resource) return { ...describeResource(resource), ...(called && { calledAsAction: describeAction(called) }) };
  const action = actions.find(({ name }) => of.of === 'action' && name === of.name);
  return action ? describeAction(action) : describeModule(of.name, resources, actions);
}
