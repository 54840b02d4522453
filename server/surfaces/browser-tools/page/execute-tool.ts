/** Calls a tool where it is registered: through the browser's model context where that lets pages call, or the page's registry. */
import { isObject } from '#shared/base/json.ts';
import { modelContextOf } from '#shared/sdk/react/model-context.ts';
import { pageRegistry } from '#shared/sdk/react/page-registry.ts';

interface Caller {
  getTools(): Promise<readonly { readonly name: string }[]>;
  executeTool(
    tool: { readonly name: string },
    input: object,
    options: { readonly signal: AbortSignal },
  ): Promise<string | null>;
}

export interface Executed {
  readonly isGood: boolean;
  /** Parsed where it is JSON. */
  readonly value: unknown;
}

function callerOf(): Caller | null {
  const context: unknown = modelContextOf() ?? pageRegistry();
  const found = context as Partial<Caller>;
  return typeof found.getTools === 'function' && typeof found.executeTool === 'function' ? (context as Caller) : null;
}

/** Never rejects: what went wrong is the answer. */
export async function executeTool(name: string, input: object, signal: AbortSignal): Promise<Executed> {
  const caller = callerOf();
  if (!caller) return { isGood: false, value: 'This browser lets only its own assistant call tools.' };
  try {
    const tool = (await caller.getTools()).find((one) => one.name === name);
    if (!tool) return { isGood: false, value: `The tool ${name} is no longer in the page.` };
    const text = await caller.executeTool(tool, input, { signal });
    const value: unknown = text === null ? null : JSON.parse(text);
    return { isGood: !(isObject(value) && value['isError'] === true), value };
  } catch (fault) {
    if (signal.aborted) return { isGood: false, value: 'Stopped.' };
    return { isGood: false, value: fault instanceof Error ? fault.message : String(fault) };
  }
}
