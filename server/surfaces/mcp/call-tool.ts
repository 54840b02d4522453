/** A call of a tool, run as one operation, and its outcome as what the tool answers. */
import { unreachable } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { describe } from '#shared/tools/describe.ts';
import { readCall } from '#shared/tools/read-call.ts';
import type { ListWords, Tool, ToolOperation } from '#shared/tools/tool.ts';
import { ActionAnswer } from '../../core/collections/module.ts';
import type { Outcome } from '../../core/collections/operation.ts';
import { showRecords } from '../../core/paging/populate.ts';
import { readPage } from '../../core/paging/read-page.ts';
import { definitionFor, readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { readWords } from './kept-words.ts';
import type { Scene } from './scene.ts';
import { answer, refused, type Told } from './told.ts';

/** @returns what to answer with, of a list or of one record */
function readQuestion({ caller }: Scene, definition: CollectionDefinition, words: ListWords) {
  const { actor, registry } = caller;
  return readWords(definitionFor(actor, definition), words, readableDefinitions(actor, registry.collections));
}

async function list(scene: Scene, definition: CollectionDefinition, words: ListWords): Promise<Told> {
  const asked = readQuestion(scene, definition, words);
  if (!asked.ok) return refused(asked.errors);
  const page = await readPage({ ...scene, definition }, asked.value);
  if (!page.ok) return refused(page.errors);
  const data = await showRecords(scene, definition, page.value.records, asked.value);
  return data.ok ? answer({ data: data.value, meta: page.value.meta }) : refused(data.errors);
}

async function get(scene: Scene, definition: CollectionDefinition, id: string, words: ListWords): Promise<Told> {
  const asked = readQuestion(scene, definition, words);
  if (!asked.ok) return refused(asked.errors);
  const outcome = await scene.caller.run({ verb: 'get', collection: definition.name, id });
  if (outcome.kind !== 'record') return told(outcome);
  const data = await showRecords(scene, definition, [outcome.record], asked.value);
  return data.ok ? answer({ data: data.value[0], meta: {} }) : refused(data.errors);
}

/** What was refused and recorded all the same (a scan) is an error here, as every other refusal. */
function acted(value: unknown): Told {
  if (!(value instanceof ActionAnswer)) return answer(value);
  return answer(value.body, value.status >= 400);
}

function told(outcome: Outcome): Told {
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

export function runOperation(scene: Scene, tool: Tool, operation: ToolOperation): Promise<Told> {
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
  return scene.caller.run(operation).then(told);
}

/** @returns what went wrong as a result too (`isError`), so that the agent reads it; faults are thrown */
export async function callTool(scene: Scene, tool: Tool, args: unknown): Promise<Told> {
  const read = readCall(tool, args);
  return read.ok ? runOperation(scene, tool, read.value) : refused(read.errors);
}
