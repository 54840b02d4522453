/** Asks the server which tools of some modules the credential may use, and which modules have any. */
import { isObject } from '../../base/json.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { GatehouseError } from '../gatehouse-error.ts';
import type { ToolClient } from './tool-client.ts';

export interface LoadedTools {
  readonly tools: readonly BrowserTool[];
  /** Modules that have tools for this credential; null: the server does not say. */
  readonly modules: readonly string[] | null;
  /** Version of the list, as the live line reports it; null: the server does not say. */
  readonly version: string | null;
}

/** Maximum number of modules in one request. */
export const modulesAtOnce = 100;

/** @param modules at most `modulesAtOnce`. @throws GatehouseError */
export async function loadTools(client: ToolClient, modules: readonly string[]): Promise<LoadedTools> {
  const path = `/api/schema/tools?module=${modules.map(encodeURIComponent).join(',')}`;
  const body = await client.$request({ method: 'GET', path, repeatable: 'always' });
  if (!isObject(body) || !Array.isArray(body['data']))
    throw new GatehouseError('unreadable_answer', 'The response is not a list of tools.');
  const { modules: named, version } = isObject(body['meta']) ? body['meta'] : {};
  return {
    tools: body['data'] as BrowserTool[],
    modules: Array.isArray(named) ? named.map(String) : null,
    version: typeof version === 'string' ? version : null,
  };
}
