/**
 * The tools of a page whose browser has no model context: the same words (`registerTool`, `getTools`, `executeTool`,
 * `toolchange`), so that an assistant in the page asks both alike. One per page, however many bundles contain this file.
 */
import type { ModelContext, PageTool, ToolCall } from './model-context.ts';
import { newController, type Signal } from './signals.ts';

/** Tool as assistants see it, without its function. */
export type ShownTool = Omit<PageTool, 'execute'>;

export interface PageRegistry extends ModelContext {
  registerTool(tool: PageTool, options?: { readonly signal?: Signal }): Promise<void>;
  /** Returns the tools by name, in the order of their code units. */
  getTools(): Promise<readonly ShownTool[]>;
  /**
   * @returns what the tool answers, as JSON text, like the browser's; rejects where there is no such tool, where it
   *   throws, and with the signal's reason once that is aborted
   */
  executeTool(
    tool: { readonly name: string },
    input?: object,
    options?: { readonly signal?: Signal },
  ): Promise<string | null>;
  addEventListener(type: 'toolchange', listener: () => void): void;
  removeEventListener(type: 'toolchange', listener: () => void): void;
}

/** The bound of one page's tools: several times the whole catalogue. */
export const pageToolsMax = 5_000;

const namePattern = /^[A-Za-z0-9_.-]{1,128}$/;

export function createPageRegistry(): PageRegistry {
  const tools = new Map<string, PageTool>();
  const listeners = new Set<() => void>();
  let isAnnounced = true;

  /** Once for all that happens in one turn. */
  function changed(): void {
    if (!isAnnounced) return;
    isAnnounced = false;
    queueMicrotaskOf(() => {
      isAnnounced = true;
      for (const listener of [...listeners]) listener();
    });
  }

  return {
    async registerTool(tool, { signal } = {}) {
      if (!namePattern.test(tool.name)) throw new Error(`${tool.name.slice(0, 130)} is not a valid name for a tool.`);
      if (tool.description === '') throw new Error(`The tool ${tool.name} needs a description.`);
      if (tools.has(tool.name)) throw new Error(`This page already has a tool ${tool.name}.`);
      if (tools.size >= pageToolsMax) throw new Error(`A page can have at most ${pageToolsMax} tools.`);
      if (signal?.aborted) throw signal.reason;
      tools.set(tool.name, tool);
      const remove = () => {
        if (tools.get(tool.name) !== tool) return;
        tools.delete(tool.name);
        changed();
      };
      signal?.addEventListener('abort', remove, { once: true });
      changed();
    },
    async getTools() {
      const shown = [...tools.values()].map(({ execute: _execute, ...rest }) => rest);
      return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async executeTool({ name }, input = {}, { signal } = {}) {
      const tool = tools.get(name);
      if (!tool) throw new Error(`This page has no tool ${name}.`);
      const answer = await executed(tool, input, signal);
      return answer === undefined ? null : JSON.stringify(answer);
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
}

/** Runs a tool as a browser does: the tool gets the abort by a signal of its own, and the caller does not wait for it. */
async function executed(tool: PageTool, input: object, signal: Signal | undefined): Promise<unknown> {
  if (signal?.aborted) throw signal.reason;
  const own = newController();
  const copy = JSON.parse(JSON.stringify(input)) as object;
  const call: ToolCall = { signal: own.signal };
  if (!signal) return tool.execute(copy, call);
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => {
      own.abort(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([tool.execute(copy, call), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function queueMicrotaskOf(work: () => void): void {
  void Promise.resolve().then(work);
}

/** Registered symbol under which two bundles in one page share one registry. */
const place = Symbol.for('gatehouse.page-tools');

export function pageRegistry(): PageRegistry {
  const page = globalThis as { [place]?: PageRegistry };
  page[place] ??= createPageRegistry();
  return page[place];
}
