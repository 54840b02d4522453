/** Calls a tool where it is registered: by the browser's model context, if that lets pages call, or by the page's registry. */
import { isObject } from '#shared/base/json.ts';
import { modelContextOf } from '#shared/sdk/react/model-context.ts';
import { pageRegistry } from '#shared/sdk/react/page-registry.ts';

interface CallableTool {
  readonly name: string;
  /** Text in browsers that take a call's input as text, too (Chromium 150). */
  readonly inputSchema?: unknown;
}

interface Caller {
  getTools(): Promise<readonly CallableTool[]>;
  executeTool(
    tool: CallableTool,
    input: object | string,
    options: { readonly signal: AbortSignal },
  ): Promise<string | null>;
}

export interface Executed {
  readonly outcome: 'done' | 'refused' | 'stopped';
  /** The parsed answer of the tool, null for none; or a sentence, where the call failed or was stopped. */
  readonly value: unknown;
}

function callerOf(): Caller | null {
  const context: unknown = modelContextOf() ?? pageRegistry();
  const found = context as Partial<Caller>;
  return typeof found.getTools === 'function' && typeof found.executeTool === 'function' ? (context as Caller) : null;
}

const stopped = 'Stopped. The server may still have done it. Check before you call it again.';

/** Never rejects: what went wrong is the answer. */
export async function executeTool(name: string, input: object, signal: AbortSignal): Promise<Executed> {
  const caller = callerOf();
  if (!caller) return { outcome: 'refused', value: 'In this browser, only its own assistant can call tools.' };
  try {
    const tool = (await caller.getTools()).find((one) => one.name === name);
    if (!tool) return { outcome: 'refused', value: `The tool ${name} is no longer in the page.` };
    const given = typeof tool.inputSchema === 'string' ? JSON.stringify(input) : input;
    const text = await caller.executeTool(tool, given, { signal });
    const value: unknown = text === null ? null : JSON.parse(text);
    return { outcome: isObject(value) && value['isError'] === true ? 'refused' : 'done', value };
  } catch (fault) {
    if (signal.aborted) return { outcome: 'stopped', value: stopped };
    return { outcome: 'refused', value: fault instanceof Error ? fault.message : String(fault) };
  }
}
