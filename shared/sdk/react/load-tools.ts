/** Asks the server which tools of a module the credential may use. */
import { isObject } from '../../base/json.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { GatehouseError } from '../gatehouse-error.ts';
import type { ToolClient } from './tool-client.ts';

/** @throws GatehouseError */
export async function loadTools(client: ToolClient, module: string): Promise<readonly BrowserTool[]> {
  const path = `/api/schema/tools?module=${encodeURIComponent(module)}`;
  const body = await client.$request({ method: 'GET', path, repeatable: 'always' });
  if (isObject(body) && Array.isArray(body['data'])) return body['data'] as BrowserTool[];
  throw new GatehouseError('unreadable_answer', 'The answer is no list of tools.');
}
