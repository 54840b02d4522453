/** A tool as a list of tools shows it: what it aims at stays with us. What says nothing is left out, for the list's size. */
import type { JsonObject } from '../base/json.ts';
import type { Tool, ToolAnnotations } from './tool.ts';

export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolAnnotations;
}

function says(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => key !== 'type');
}

/** @param detail `brief` without titles, which repeat the names */
export function listedTool(tool: Tool, detail: 'brief' | 'whole'): ListedTool {
  const { annotations, description, inputSchema, name, outputSchema, title } = tool;
  return {
    name,
    ...(detail === 'whole' ? { title } : {}),
    description,
    inputSchema,
    ...(says(outputSchema) ? { outputSchema } : {}),
    annotations,
  };
}
