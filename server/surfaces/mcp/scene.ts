/**
 * The actor, its tenant and its tools: read at each request, so that a session that is hours old
 * shows what is active and allowed now. Tool sets are kept for as long as the registry they were made of.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Allowance } from '#shared/query/allowance.ts';
import { listedTool } from '#shared/tools/listed-tool.ts';
import type { Tool, ToolRights } from '#shared/tools/tool.ts';
import { toolsOf } from '#shared/tools/tools-of.ts';
import type { CursorStamp } from '../../core/paging/cursor.ts';
import type { Caller, Registry } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';

/** Parameters of the address: `?mode=registry`, `?tools=content,pages`, `?read_only=true`. */
export interface Wishes {
  readonly mode: 'tools' | 'registry';
  /** Null: all that the list has. */
  readonly only: readonly string[] | null;
  readonly readOnly: boolean;
}

export interface ToolSet {
  /** Every name that may be called. */
  readonly byName: ReadonlyMap<string, Tool>;
  /** What `tools/list` shows; empty in the mode `registry`. */
  readonly listed: readonly ReturnType<typeof listedTool>[];
}

export interface Scene {
  readonly caller: Caller;
  readonly cursors: CursorStamp;
  readonly rights: ToolRights;
  readonly wishes: Wishes;
  readonly tools: () => ToolSet;
  /** Limit of what one call may ask in all. */
  readonly allowance: Allowance;
}

/** Maximum number of sets kept of one registry, one for each set of rights and wishes; one more drops all the others. */
const setsMax = 50;
const namesMax = 100;
const parameters = ['mode', 'tools', 'read_only'];

/** @returns refusals: `unknown_parameter`, `invalid_value` */
export function readWishes(queryText: string): Result<Wishes> {
  const query = new URLSearchParams(queryText);
  for (const name of query.keys()) {
    const path = name.slice(0, 100);
    if (!parameters.includes(name))
      return refuse({
        code: 'unknown_parameter',
        message: `Unknown parameter ${path}.`,
        path,
        detail: { allowed: parameters },
      });
    if (query.getAll(name).length > 1)
      return refuse({ code: 'invalid_value', message: `${path} was sent more than once.`, path });
  }
  const mode = query.get('mode') ?? 'tools';
  if (mode !== 'tools' && mode !== 'registry')
    return refuse({ code: 'invalid_value', message: '`mode` must be tools or registry.', path: 'mode' });
  const readOnly = query.get('read_only') ?? 'false';
  if (readOnly !== 'true' && readOnly !== 'false')
    return refuse({ code: 'invalid_value', message: '`read_only` must be true or false.', path: 'read_only' });
  const only =
    query
      .get('tools')
      ?.split(',')
      .map((name) => name.trim()) ?? null;
  if (only && (only.length > namesMax || only.some((name) => name === '')))
    return refuse({
      code: 'invalid_value',
      message: `\`tools\` must name at most ${namesMax} tools, separated by commas.`,
      path: 'tools',
    });
  return ok({ mode, only, readOnly: readOnly === 'true' });
}

const kept = new WeakMap<Registry, Map<string, ToolSet>>();

function make(registry: Registry, rights: ToolRights, { mode, only, readOnly }: Wishes): ToolSet {
  const single = () => toolsOf(registry, { granularity: 'single', rights, readOnly });
  const isWanted = ({ name }: Tool) => only === null || only.includes(name);
  if (mode === 'registry') {
    const tools = single().filter(isWanted);
    return { byName: new Map(tools.map((tool) => [tool.name, tool])), listed: [] };
  }
  const grouped = toolsOf(registry, { granularity: 'grouped', rights, readOnly }).filter(isWanted);
  // A client that chooses tools by name may also choose single ones.
  const names = new Set(grouped.map(({ name }) => name));
  const finer = only === null ? [] : single().filter((tool) => isWanted(tool) && !names.has(tool.name));
  return {
    byName: new Map([...grouped, ...finer].map((tool) => [tool.name, tool])),
    listed: [...grouped.map((tool) => listedTool(tool, 'brief')), ...finer.map((tool) => listedTool(tool, 'whole'))],
  };
}

export function toolSet(registry: Registry, actor: Actor, rights: ToolRights, wishes: Wishes): ToolSet {
  const sets = kept.get(registry) ?? new Map<string, ToolSet>();
  kept.set(registry, sets);
  const key = JSON.stringify([actor.kind, [...actor.scopes].sort(), [...actor.roles].sort(), wishes]);
  const known = sets.get(key);
  if (known) return known;
  const made = make(registry, rights, wishes);
  if (sets.size >= setsMax) sets.clear();
  sets.set(key, made);
  return made;
}
