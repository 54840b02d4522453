/** A tool as a list of tools shows it: what it aims at stays with us. What says nothing is left out, for the list's size. */
import type { JsonObject } from '../base/json.ts';
import type { Tool, ToolAnnotations } from './tool.ts';

export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: Partial<ToolAnnotations>;
}

function says(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => key !== 'type');
}

/** Leaves out what follows for a reading tool from `readOnlyHint`, and for a writing tool an `idempotentHint` of false. */
function briefAnnotations(annotations: ToolAnnotations): Partial<ToolAnnotations> {
  if (annotations.readOnlyHint) return { readOnlyHint: true, openWorldHint: false };
  const { idempotentHint, ...said } = annotations;
  return idempotentHint ? annotations : said;
}

/**
 * @param detail `brief` leaves out titles, which repeat the names, and `additionalProperties`: unknown arguments are refused
 *   in any case
 */
export function listedTool(tool: Tool, detail: 'brief' | 'whole'): ListedTool {
  const { annotations, description, inputSchema, name, outputSchema, title } = tool;
  const { additionalProperties: _closed, ...brief } = inputSchema;
  const isBrief = detail === 'brief';
  return {
    name,
    ...(isBrief ? {} : { title }),
    description,
    inputSchema: isBrief ? brief : inputSchema,
    ...(says(outputSchema) ? { outputSchema } : {}),
    annotations: isBrief ? briefAnnotations(annotations) : annotations,
  };
}
