/** An action that only moves a record to another state: the lifecycle allows it or not, the rules do the rest. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import type { CatalogueAction, Move } from '#shared/modules/module-definition.ts';
import type { ActionHandler, ModuleAction } from '../../core/collections/action.ts';
import type { RecordWriter } from './record-writer.ts';

type Input = Readonly<Record<string, unknown>>;

export function moveHandler(
  { definition, move }: CatalogueAction & { readonly move: Move },
  writer: RecordWriter,
): ModuleAction {
  const { collection, id, to, takes } = move;
  const { lifecycle } = writer.definition(collection);
  const field = must(lifecycle, `the lifecycle of ${collection}`).field;
  const handler: ActionHandler = {
    kind: 'write',
    run: async (tx, input: Input, context) => {
      const given = takes.filter((name) => !(input[name] === null || input[name] === undefined));
      const patch = { ...Object.fromEntries(given.map((name) => [name, input[name]])), [field]: to };
      const moved = await writer.update({ tx, context }, collection, String(input[id]), patch);
      return moved.ok ? ok({ data: moved.value, meta: {} }) : moved;
    },
  };
  return { definition, handler };
}
