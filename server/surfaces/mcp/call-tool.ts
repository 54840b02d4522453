/** A call of a tool, run as one operation, and its outcome as what the tool answers. */
import { unreachable } from '#shared/base/assert.ts';
import { parseList } from '#shared/query/parse.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { describe } from '#shared/tools/describe.ts';
import { readCall } from '#shared/tools/read-call.ts';
import type { ListWords, Tool, ToolOperation } from '#shared/tools/tool.ts';
import { ActionAnswer } from '../../core/collections/action.ts';
import type { Outcome } from '../../core/collections/operation.ts';
import { showRecords } from '../../core/paging/populate.ts';
import { readPage } from '../../core/paging/read-page.ts';
import { definitionFor, readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import type { Scene } from './scene.ts';
import { answer, refused, type ToolResult } from './tool-result.ts';

/** Returns the parameters as a query string has them: a value that is not text travels as JSON. */
function parametersOf(words: ListWords): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (Array.isArray(value)) return [name, value.map(String)];
      return [name, JSON.stringify(value)];
    }),
  );
}

/** @returns the request of a list; of one for a single record, only what it says to show is used */
function readQuestion({ caller }: Scene, definition: CollectionDefinition, words: ListWords) {
  const { actor, registry } = caller;
  const lookup = readableDefinitions(actor, registry.collections);
  return parseList(definitionFor(actor, definition), parametersOf(words), { lookup });
}

async function list(scene: Scene, definition: CollectionDefinition, words: ListWords): Promise<ToolResult> {
  const asked = readQuestion(scene, definition, words);
  if (!asked.ok) return refused(asked.errors);
  const page = await readPage({ ...scene, definition }, asked.value);
  if (!page.ok) return refused(page.errors);
  const data = await showRecords(scene, definition, page.value.records, asked.value);
  return data.ok ? answer({ data: data.value, meta: page.value.meta }) : refused(data.errors);
}

async function get(scene: Scene, definition: CollectionDefinition, id: string, words: ListWords): Promise<ToolResult> {
  const asked = readQuestion(scene, definition, words);
  if (!asked.ok) return refused(asked.errors);
  const outcome = await scene.caller.run({ verb: 'get', collection: definition.name, id });
  if (outcome.kind !== 'record') return resultFrom(outcome);
  const data = await showRecords(scene, definition, [outcome.record], asked.value);
  return data.ok ? answer({ data: data.value[0], meta: {} }) : refused(data.errors);
}

/** A refusal that was recorded all the same (a scan) is an error here, as every other refusal. */
function actionResult(value: unknown): ToolResult {
  if (!(value instanceof ActionAnswer)) return answer(value);
  return answer(value.body, value.status >= 400);
}

function resultFrom(outcome: Outcome): ToolResult {
  switch (outcome.kind) {
    case 'record':
      return answer({ data: outcome.record, meta: {} });
    case 'deleted':
      return answer({ data: { id: outcome.id }, meta: {} });
    case 'answer':
      return actionResult(outcome.value);
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

export function runOperation(scene: Scene, tool: Tool, operation: ToolOperation): Promise<ToolResult> {
  if (operation.verb === 'describe') return Promise.resolve(answer(describe(tool, operation)));
  if (operation.verb === 'list' || operation.verb === 'get') {
    const { collection, words } = operation;
    const definition = scene.caller.registry.collections.get(collection);
    if (!definition)
      return Promise.resolve(
        refused([{ code: 'collection_unknown', message: `No collection is named ${collection}.` }]),
      );
    return operation.verb === 'list' ? list(scene, definition, words) : get(scene, definition, operation.id, words);
  }
  return scene.caller.run(operation).then(resultFrom);
}

/** @returns what went wrong as a result too (`isError`), so that the agent reads it; faults are thrown */
export async function callTool(scene: Scene, tool: Tool, args: unknown): Promise<ToolResult> {
  const read = readCall(tool, args);
  return read.ok ? runOperation(scene, tool, read.value) : refused(read.errors);
}
