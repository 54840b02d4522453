/** Asks the server which tools of a module the credential may use. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { refusedBy } from './call-tool.ts';
import type { ToolClient } from './tool-client.ts';

/** @returns the tools; refuses with the API's codes, or with `unreachable` */
export async function loadTools(client: ToolClient, module: string): Promise<Result<readonly BrowserTool[]>> {
  try {
    const path = `/api/schema/tools?module=${encodeURIComponent(module)}`;
    const { status, body } = await client.request({ method: 'GET', path });
    if (status < 400 && isObject(body) && Array.isArray(body['data'])) return ok(body['data'] as BrowserTool[]);
    const [first, ...more] = refusedBy(status, body).errors;
    return refuse(first ?? { code: 'unreachable', message: `The server answered ${status}.` }, ...more);
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : String(fault);
    return refuse({ code: 'unreachable', message: `The server did not answer: ${said}` });
  }
}
