/**
 * One call of a tool: confirmed where it is consequential, sent as one request, answered with what the API answers.
 * Refusals are values with the API's codes, because a browser tells an assistant nothing of what is thrown.
 */
import { isObject } from '../../base/json.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { GatehouseError } from '../gatehouse-error.ts';
import type { ToolCall } from './model-context.ts';
import { nextAfter } from './next-step.ts';
import type { Signal } from './signals.ts';
import type { ToolClient } from './tool-client.ts';
import { askOf } from './tool-request.ts';
import { type Confirm, toolRefusal } from './tool-wishes.ts';

export interface CallParts {
  readonly client: ToolClient;
  /** `trust`: the caller has asked already. Absent: the browser's own dialog. */
  readonly confirm: Confirm | 'trust' | undefined;
  /** The server answered that this is not allowed or does not exist: the list of tools may be out of date. */
  readonly onDenied?: () => void;
}

/**
 * @returns the body of the API's answer, `{data, meta}`, or a refusal with the codes of the API and the SDK, and four
 *   of its own: `not_confirmed`, `required`, `unknown_parameter`, `invalid_type` with status 0. Rejects only with the reason
 *   of an aborted signal.
 */
export async function callTool(
  tool: BrowserTool,
  input: unknown,
  { client, confirm, onDenied }: CallParts,
  { signal, requestUserInteraction }: ToolCall = {},
): Promise<unknown> {
  if (!isObject(input))
    return toolRefusal(0, [{ code: 'invalid_type', message: 'The input of a tool must be an object.' }]);
  const ask = askOf(tool, input);
  if ('errors' in ask) return ask;
  if (tool.consequential && confirm !== 'trust') {
    const message = `${tool.title}?\n${JSON.stringify(input)}`;
    const question = async () => (confirm ?? byDialog)({ tool, input, message, ...(signal ? { signal } : {}) });
    // Older browsers bring the page to the front before it asks, with a function for that.
    const asked = requestUserInteraction ? requestUserInteraction(question) : question();
    const yes = await unlessAborted(
      asked.catch(() => false),
      signal,
    );
    if (!yes)
      return toolRefusal(0, [{ code: 'not_confirmed', message: 'A person was asked to confirm and declined.' }]);
  }
  try {
    return await client.$request({ ...ask, signal });
  } catch (fault) {
    if (signal?.aborted) throw signal.reason;
    if (!(fault instanceof GatehouseError)) throw fault;
    const next = nextAfter(fault);
    if (next?.isDenied) onDenied?.();
    return toolRefusal(fault.status, fault.errors, next?.words);
  }
}

function byDialog({ message }: { readonly message: string }): boolean {
  const { confirm } = globalThis as unknown as { readonly confirm?: (text: string) => boolean };
  return confirm?.(message) ?? false;
}

/** Resolves with the answer; rejects as soon as the signal is aborted. */
async function unlessAborted(answer: Promise<boolean>, signal: Signal | undefined): Promise<boolean> {
  if (!signal) return answer;
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
