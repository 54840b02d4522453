/**
 * Tools for web pages: one for each verb of each collection and for each action that the caller may use. Each
 * description is complete, because a page's assistant has no other source.
 */
import type { JsonObject } from '../base/json.ts';
import { operatorsFor } from '../query/operators.ts';
import { resolvePath } from '../query/target.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import type { BrowserTool } from './browser-tool.ts';
import type { Tool, ToolGround, ToolRights } from './tool.ts';
import { toolsOf } from './tools-of.ts';

export function browserToolsOf(ground: ToolGround, rights: ToolRights): readonly BrowserTool[] {
  return toolsOf(ground, { granularity: 'single', rights }).flatMap((tool) => browserTool(tool) ?? []);
}

function browserTool({ target, ...tool }: Tool): BrowserTool | null {
  const { name, title, description, inputSchema } = tool;
  const readOnly = tool.annotations.readOnlyHint;
  const shown = { name, title, description, readOnly };
  switch (target.kind) {
    case 'verb': {
      const { definition, verb } = target;
      return {
        ...shown,
        module: definition.module,
        verb,
        of: definition.name,
        inputSchema: verb === 'list' ? withOperators(inputSchema, definition) : inputSchema,
        // Values that an update overwrites are kept in the record's earlier versions.
        consequential: verb === 'delete',
      };
    }
    case 'action': {
      const { module, name: of } = target.action;
      return { ...shown, module, verb: 'act', of, inputSchema, consequential: !readOnly };
    }
    default:
      return null;
  }
}

/** Describes the filter: the fields by kind, with the operators of each kind. */
function withOperators(schema: JsonObject, definition: CollectionDefinition): JsonObject {
  const shown = definition.fields.map(({ name }) => name);
  const known = ['id', 'createdAt', 'updatedAt', ...shown].flatMap((name) => {
    const target = resolvePath({ of: 'record', definition }, name);
    return target ? [{ name, kind: target.kind }] : [];
  });
  const byKind = [...Map.groupBy(known, ({ kind }) => kind)].map(
    ([kind, named]) => `${named.map(({ name }) => name).join(', ')} (${kind}): ${operatorsFor(kind).join(', ')}.`,
  );
  const { where, ...properties } = schema['properties'] as Readonly<Record<string, JsonObject>>;
  const description = `{"field": {"operator": value}}; also {"and": […]}, {"or": […]}, {"not": {…}}. ${byKind.join(' ')}`;
  return { ...schema, properties: { where: { ...where, description }, ...properties } };
}
