/** Every tool of MCP at its finest, with arguments that name the records of one tenant: the matrix's rows for agents. */
import type { Registry } from '#server/core/platform.ts';
import type { Tool } from '#shared/tools/tool.ts';
import { toolsOf } from '#shared/tools/tools-of.ts';

export interface McpRow {
  readonly name: string;
  readonly writes: boolean;
  /** Leads to a record of that tenant by its id. */
  readonly toRecord: boolean;
  readonly isPublic: boolean;
  /** A message that executes it. */
  readonly body: string;
}

type Ids = ReadonlyMap<string, string>;

/** What an action is given: the ids that its relations lead to, and nothing else. */
function argumentsOf({ target }: Tool, ids: Ids): Readonly<Record<string, unknown>> {
  if (target.kind === 'action')
    return Object.fromEntries(
      target.action.input.flatMap((field) => {
        const id = field.type === 'relation' && !field.many ? ids.get(field.to) : undefined;
        return id === undefined ? [] : [[field.name, id]];
      }),
    );
  if (target.kind !== 'verb' || target.verb === 'list') return {};
  const data = target.verb === 'create' || target.verb === 'update' ? { data: {} } : {};
  return target.verb === 'create' ? data : { id: ids.get(target.definition.name), ...data };
}

export function mcpRows(registry: Registry, ids: Ids): readonly McpRow[] {
  return toolsOf(registry, { granularity: 'single' }).map((tool) => {
    const { annotations, name, target } = tool;
    const params = { name: 'execute', arguments: { tool: name, arguments: argumentsOf(tool, ids) } };
    return {
      name,
      writes: !annotations.readOnlyHint,
      toRecord: target.kind === 'verb' && target.verb !== 'list' && target.verb !== 'create',
      isPublic: target.kind === 'action' && target.action.scope === 'public',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    };
  });
}
