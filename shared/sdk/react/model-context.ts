/**
 * The page's model context (WebMCP), in the three ways browsers have had it: `document.modelContext` with promises and
 * signals, `navigator.modelContext` with signals, and before that with `unregisterTool` or a handle. Knows no tool.
 *
 * Source: https://webmachinelearning.github.io/webmcp/ (draft of 20 October 2026).
 */
import type { Signal } from './signals.ts';

export interface PageToolAnnotations {
  /** It changes nothing. */
  readonly readOnlyHint?: boolean;
  /** Its answer was written by others. */
  readonly untrustedContentHint?: boolean;
  /** Its effect cannot be taken back. */
  readonly consequentialHint?: boolean;
  /** The word of MCP for it, for page registries and assistants that know that one. */
  readonly destructiveHint?: boolean;
}

/** Input of a tool from the browser beside its own: a signal today, a way to ask the user in older ones, or nothing. */
export interface ToolCall {
  readonly signal?: Signal;
  readonly requestUserInteraction?: <T>(ask: () => Promise<T>) => Promise<T>;
}

export interface PageTool {
  /** 1–128 of letters, digits, `_`, `-`, `.`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: PageToolAnnotations;
  readonly execute: (input: object, call?: ToolCall) => Promise<unknown>;
}

export interface ModelContext {
  registerTool(tool: PageTool, options?: { readonly signal?: Signal }): unknown;
  unregisterTool?(name: string): unknown;
}

interface Scope {
  readonly document?: { readonly modelContext?: unknown };
  readonly navigator?: { readonly modelContext?: unknown };
}

function usable(context: unknown): ModelContext | null {
  const found = context as ModelContext | null | undefined;
  return typeof found?.registerTool === 'function' ? found : null;
}

/** Whether there is a page at all: on a server that renders there is none. */
export function inPage(scope: unknown = globalThis): boolean {
  return typeof (scope as Scope).document === 'object';
}

/** Null where the browser has none; `navigator` is looked at only where the document has none, because it warns. */
export function modelContextOf(scope: unknown = globalThis): ModelContext | null {
  if (!inPage(scope)) return null;
  const { document, navigator } = scope as Scope;
  return usable(document?.modelContext) ?? usable(navigator?.modelContext);
}

/**
 * Registers a tool until the signal is aborted.
 *
 * @returns resolves when it is registered or the signal was aborted; rejects where the browser refuses it (the name is taken)
 */
export async function addTool(context: ModelContext, tool: PageTool, signal: Signal): Promise<void> {
  if (signal.aborted) return;
  const answer = context.registerTool(tool, { signal });
  const { unregister } = (answer ?? {}) as { readonly unregister?: () => void };
  signal.addEventListener('abort', () => takeAway(context, tool.name, unregister?.bind(answer)), { once: true });
  try {
    await answer;
  } catch (fault) {
    // Browsers reject with the signal's reason what was aborted on its way.
    if (!signal.aborted) throw fault;
  }
}

/** Removes a tool in browsers that do not know the signal; those that do removed it a moment ago, and say that it is gone. */
function takeAway(context: ModelContext, name: string, unregister: (() => void) | undefined): void {
  try {
    if (typeof unregister === 'function') unregister();
    else if (typeof context.unregisterTool === 'function') context.unregisterTool(name);
  } catch {
    // Gone already, which is what was wanted.
  }
}
