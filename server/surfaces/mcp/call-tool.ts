/** A call of a tool, run as one operation, and its outcome as a tool's result: data beside the text that says the same. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { unreachable } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import { describe } from '#shared/tools/describe.ts';
import { readCall } from '#shared/tools/read-call.ts';
import type { ListWords, Tool, ToolOperation } from '#shared/tools/tool.ts';
import { mayRead } from '../../access/policy.ts';
import { ActionAnswer } from '../../collections/module.ts';
import type { Outcome } from '../../collections/operation.ts';
import { readPage } from '../../paging/read-page.ts';
import { readWords } from './kept-words.ts';
import type { Scene } from './scene.ts';

/** What records hold is said as data only: it is never part of a tool's description or annotations. */
export function answer(value: unknown): CallToolResult {
  const structuredContent: Record<string, unknown> = isObject(value) ? value : { data: value ?? null };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

export function refused(errors: readonly Refusal[]): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify({ errors }) }],
    structuredContent: { errors },
    isError: true,
  };
}

async function list(scene: Scene, collection: string, words: ListWords): Promise<CallToolResult> {
  const { actor, cursors, platform, registry } = scene;
  const definition = registry.collections.get(collection);
  if (!definition) return refused([{ code: 'collection_unknown', message: `There is no collection ${collection}.` }]);
  const lookup = (name: string) => {
    const found = registry.collections.get(name);
    return found && !mayRead(actor, found) ? found : null;
  };
  const asked = readWords(definition, words, lookup);
  if (!asked.ok) return refused(asked.errors);
  const page = await readPage({ platform, cursors, actor, definition }, asked.value);
  if (!page.ok) return refused(page.errors);
  const { meta, records } = page.value;
  const { fields } = asked.value;
  const data = fields
    ? records.map((record) => Object.fromEntries(fields.map((name) => [name, record[name] ?? null])))
    : records;
  return answer({ data, meta });
}

/** What was refused and recorded all the same (a scan) is an error here, as every other refusal. */
function acted(value: unknown): CallToolResult {
  if (!(value instanceof ActionAnswer)) return answer(value);
  return value.status >= 400 ? { ...answer(value.body), isError: true } : answer(value.body);
}

function told(outcome: Outcome): CallToolResult {
  switch (outcome.kind) {
    case 'record':
      return answer({ data: outcome.record, meta: {} });
    case 'deleted':
      return answer({ data: { id: outcome.id }, meta: {} });
    case 'answer':
      return acted(outcome.value);
    case 'refused':
      return refused(outcome.errors);
    case 'page':
    case 'bulk':
    case 'versions':
    case 'definition':
      throw new Error(`no tool asks for ${outcome.kind}`);
    default:
      return unreachable(outcome);
  }
}

export function runOperation(scene: Scene, tool: Tool, operation: ToolOperation): Promise<CallToolResult> {
  if (operation.verb === 'describe') return Promise.resolve(answer(describe(tool, operation, scene.rights.see)));
  if (operation.verb === 'list') return list(scene, operation.collection, operation.words);
  return scene.platform.run(scene.actor, operation).then(told);
}

/** @returns what went wrong as a result too (`isError`), so that the agent reads it; faults are thrown */
export async function callTool(scene: Scene, tool: Tool, args: unknown): Promise<CallToolResult> {
  const read = readCall(tool, args);
  return read.ok ? runOperation(scene, tool, read.value) : refused(read.errors);
}
