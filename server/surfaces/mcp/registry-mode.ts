/**
 * `?mode=registry`: three tools instead of a list, for agents with a small context. They search all tools (one for each
 * operation), describe one, and execute it. The annotations of `execute` are those of the most that a tool may do.
 */
import { isObject } from '#shared/base/json.ts';
import { type ListedTool, listedTool } from '#shared/tools/listed-tool.ts';
import type { Tool } from '#shared/tools/tool.ts';
import { callTool } from './call-tool.ts';
import type { Scene } from './scene.ts';
import { answer, refused, type ToolResult } from './tool-result.ts';

const foundMax = 20;
const queryLengthMax = 200;

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

export function registryTools(readOnly: boolean): readonly ListedTool[] {
  const tool = { type: 'string', description: 'Name of a tool, as returned by search' } as const;
  return [
    {
      name: 'search',
      description: `Finds tools by words, e.g. "check in guest", "create page"; returns the ${foundMax} best matches.`,
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', maxLength: queryLengthMax } },
        required: ['query'],
        additionalProperties: false,
      },
      annotations: reading,
    },
    {
      name: 'describe',
      description: "Returns a tool's input schema and description.",
      inputSchema: { type: 'object', properties: { tool }, required: ['tool'], additionalProperties: false },
      annotations: reading,
    },
    {
      name: 'execute',
      description: 'Calls a tool.',
      inputSchema: {
        type: 'object',
        properties: { tool, arguments: { type: 'object' } },
        required: ['tool'],
        additionalProperties: false,
      },
      annotations: readOnly
        ? reading
        : { ...reading, readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
  ];
}

/** Ranks tools by the words of a question: words of the name count most, and the `s` of English plurals is ignored. */
function search(
  tools: Iterable<Tool>,
  query: string,
): readonly { readonly tool: string; readonly description: string }[] {
  const stem = (word: string) => word.replace(/s$/, '');
  const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
  const asked = [...new Set(wordsOf(query))];
  const scored = [...tools].flatMap((tool) => {
    const inName = new Set(wordsOf(`${tool.name.replaceAll('_', ' ')} ${tool.title}`));
    const inText = new Set(wordsOf(tool.description));
    const joined = [...inName].join('');
    const score = asked.reduce(
      (sum, word) => sum + (inName.has(word) ? 4 : joined.includes(word) ? 2 : inText.has(word) ? 1 : 0),
      0,
    );
    return score > 0 ? [{ tool, score: score - inName.size / 100 }] : [];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, foundMax)
    .map(({ tool: { name, description } }) => ({ tool: name, description }));
}

/** @returns null: there is no such tool in this mode */
export async function callRegistry(scene: Scene, name: string, args: unknown): Promise<ToolResult | null> {
  const { byName } = scene.tools();
  const given = isObject(args) ? args : {};
  const allowed = { search: ['query'], describe: ['tool'], execute: ['tool', 'arguments'] }[name];
  if (!allowed) return null;
  const stranger = Object.keys(given).find((one) => !allowed.includes(one));
  if (stranger !== undefined)
    return refused([
      {
        code: 'unknown_parameter',
        message: 'Unknown argument.',
        path: stranger.slice(0, 100),
        detail: { allowed },
      },
    ]);
  if (name === 'search') {
    const { query } = given;
    if (typeof query !== 'string' || query.length > queryLengthMax)
      return refused([
        {
          code: 'invalid_type',
          message: `\`query\` must be text of at most ${queryLengthMax} characters.`,
          path: 'query',
        },
      ]);
    return answer({ tools: search(byName.values(), query) });
  }
  const { tool: wanted } = given;
  const tool = typeof wanted === 'string' ? byName.get(wanted) : undefined;
  if (!tool)
    return refused([{ code: 'not_found', message: 'No such tool exists. Find it with search.', path: 'tool' }]);
  return name === 'describe' ? answer(listedTool(tool, 'whole')) : callTool(scene, tool, given['arguments']);
}
