/**
 * One call of a tool: asked for confirmation where it destroys, sent as one request, answered with what the API
 * answers. Refusals are values with the API's codes, because a browser tells an assistant nothing of what is thrown.
 */
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import type { ToolCall } from './model-context.ts';
import type { ToolClient } from './tool-client.ts';
import { requestOf } from './tool-request.ts';
import { type Confirm, type ToolRefusal, toolRefusal } from './tool-wishes.ts';

export interface CallParts {
  readonly client: ToolClient;
  /** `trust`: whoever calls has asked already. Absent: the browser's own dialog. */
  readonly confirm: Confirm | 'trust' | undefined;
}

/**
 * @returns the body of the API's answer, `{data, meta}`, or a refusal; codes of our own beside the API's:
 *   `not_confirmed`, `invalid_input`, `unreachable`. Rejects only with the reason of an aborted signal.
 */
export async function callTool(
  tool: BrowserTool,
  input: unknown,
  { client, confirm }: CallParts,
  { signal, requestUserInteraction }: ToolCall = {},
): Promise<unknown> {
  if (!isObject(input)) return toolRefusal(0, { code: 'invalid_input', message: 'The input of a tool is an object.' });
  const request = requestOf(tool, input);
  if ('errors' in request) return request;
  if (tool.consequential && confirm !== 'trust') {
    const message = `${tool.title}?\n${JSON.stringify(input)}`;
    const ask = async () => (confirm ?? byDialog)({ tool, input, message });
    // Older browsers show a page before it asks; they hand out the way to say so.
    const yes = await (requestUserInteraction ? requestUserInteraction(ask) : ask()).catch(() => false);
    if (signal?.aborted) throw signal.reason;
    if (!yes) return toolRefusal(0, { code: 'not_confirmed', message: 'A person was asked and did not agree.' });
  }
  try {
    const { status, body } = await client.request({ ...request, ...(signal ? { signal } : {}) });
    return status < 400 ? body : refusedBy(status, body);
  } catch (fault) {
    if (signal?.aborted) throw signal.reason;
    const said = fault instanceof Error ? fault.message : String(fault);
    return toolRefusal(0, { code: 'unreachable', message: `The server did not answer: ${said}` });
  }
}

function byDialog({ message }: { readonly message: string }): boolean {
  const { confirm } = globalThis as unknown as { readonly confirm?: (text: string) => boolean };
  return confirm?.(message) ?? false;
}

/** Also of what a proxy on the way answers, in no shape of ours. */
export function refusedBy(status: number, body: unknown): ToolRefusal {
  const errors = isObject(body) && Array.isArray(body['errors']) ? (body['errors'] as Refusal[]) : [];
  return errors.length > 0
    ? toolRefusal(status, ...errors)
    : toolRefusal(status, { code: 'unreachable', message: `The server answered ${status}.` });
}
