/** The rights of an actor as the generator of tools reads them, for agents (MCP) and for pages alike. */
import type { ToolRights } from '#shared/tools/tool.ts';
import type { Actor } from '../actor.ts';
import { mayAct, mayRead, mayWrite } from '../policy.ts';
import { definitionFor } from './record-visibility.ts';

export function toolRights(actor: Actor): ToolRights {
  return {
    read: (definition) => mayRead(actor, definition) === null,
    write: (definition, op) => mayWrite(actor, definition, op) === null,
    act: (action) => mayAct(actor, action) === null,
    known: (definition) => definitionFor(actor, definition),
  };
}
