/**
 * Which tools of which modules stand in the page, for all views together: a module's tools are there as long as some
 * view holds it, and no tool twice. Knows no React; the hooks call it. One host for each client.
 */
import { isObject } from '../../base/json.ts';
import type { Refusal } from '../../base/result.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { settled } from '../gatehouse-error.ts';
import { callTool } from './call-tool.ts';
import { loadTools } from './load-tools.ts';
import { addTool, type ModelContext, type PageTool } from './model-context.ts';
import { type Controller, newController } from './signals.ts';
import type { ToolClient } from './tool-client.ts';
import { type Confirm, isChosen, type ToolChoice } from './tool-wishes.ts';

export interface ModuleTools {
  /** `idle`: nobody holds it, or there is no page. `failed`: `errors` says why; nothing is registered. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Those that are registered, by name. */
  readonly tools: readonly BrowserTool[];
  /** Also with `ready`: tools the browser did not take. */
  readonly errors: readonly Refusal[];
}

export interface Wish {
  readonly choice: ToolChoice;
  readonly confirm: Confirm | 'trust' | undefined;
}

export interface Hold {
  /** Other tools of the module, or another way to confirm; what stays is not registered anew. */
  change(wish: Wish): void;
  release(): void;
}

export interface ToolHost {
  hold(module: string, wish: Wish): Hold;
  state(module: string): ModuleTools;
  /** Called after each change of a state. @returns how to stop */
  subscribe(listener: () => void): () => void;
}

interface Held {
  readonly wishes: Set<{ wish: Wish }>;
  /** What the server said there is; null until then. */
  offered: readonly BrowserTool[] | null;
  readonly registered: Map<string, { readonly tool: BrowserTool; readonly controller: Controller; done: boolean }>;
  readonly refused: Map<string, Refusal>;
  state: ModuleTools;
}

export const idleTools: ModuleTools = { status: 'idle', tools: [], errors: [] };
const loadingTools: ModuleTools = { status: 'loading', tools: [], errors: [] };

export function createToolHost(client: ToolClient, context: ModelContext): ToolHost {
  const modules = new Map<string, Held>();
  const listeners = new Set<() => void>();

  function tell(held: Held, state: ModuleTools): void {
    held.state = state;
    for (const listener of [...listeners]) listener();
  }

  /** What the browser has of it by now. */
  function settle(held: Held): void {
    const all = [...held.registered.values()];
    if (held.offered === null || all.some(({ done }) => !done)) return;
    const tools = all.map(({ tool }) => tool).sort((a, b) => (a.name < b.name ? -1 : 1));
    tell(held, { status: 'ready', tools, errors: [...held.refused.values()] });
  }

  function pageTool(held: Held, tool: BrowserTool): PageTool {
    return {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: {
        readOnlyHint: tool.readOnly,
        destructiveHint: tool.consequential,
        consequentialHint: tool.consequential,
        // Records were written by whoever may write them: no assistant should take them for orders.
        untrustedContentHint: true,
      },
      execute: (input, call) => callTool(tool, input, { client, confirm: confirmOf(held) }, call),
    };
  }

  /** Of those who say how, the one that came last. */
  function confirmOf({ wishes }: Held): Wish['confirm'] {
    return [...wishes].findLast(({ wish }) => wish.confirm !== undefined)?.wish.confirm;
  }

  function register(held: Held, tool: BrowserTool): void {
    const controller = newController();
    const entry = { tool, controller, done: false };
    held.registered.set(tool.name, entry);
    const isCurrent = () => held.registered.get(tool.name) === entry;
    addTool(context, pageTool(held, tool), controller.signal).then(
      () => {
        entry.done = true;
        if (isCurrent()) settle(held);
      },
      (fault: unknown) => {
        if (!isCurrent()) return;
        held.registered.delete(tool.name);
        held.refused.set(tool.name, notRegistered(tool, fault));
        settle(held);
      },
    );
  }

  function unregister(held: Held, name: string): void {
    const entry = held.registered.get(name);
    held.registered.delete(name);
    entry?.controller.abort(new Error(`Nothing mounted wants the tool ${name}.`));
  }

  /** What is registered becomes what the views want of what the server offers. */
  function reconcile(held: Held): void {
    const wishes = [...held.wishes].map(({ wish }) => wish.choice);
    const wanted = (held.offered ?? []).filter((tool) => wishes.some((choice) => isChosen(tool, choice)));
    const names = new Set(wanted.map(({ name }) => name));
    held.refused.clear();
    for (const name of [...held.registered.keys()]) if (!names.has(name)) unregister(held, name);
    for (const tool of wanted) if (!held.registered.has(tool.name)) register(held, tool);
    settle(held);
  }

  async function load(module: string, held: Held): Promise<void> {
    const loaded = await settled(loadTools(client, module));
    if (held.wishes.size === 0) {
      // Whoever wanted it has gone meanwhile.
      if (modules.get(module) === held) modules.delete(module);
    } else if (loaded.ok) {
      held.offered = loaded.value;
      reconcile(held);
    } else tell(held, { status: 'failed', tools: [], errors: loaded.error.errors });
  }

  function opened(module: string): Held {
    const known = modules.get(module);
    if (known) return known;
    const held: Held = {
      wishes: new Set(),
      offered: null,
      registered: new Map(),
      refused: new Map(),
      state: loadingTools,
    };
    modules.set(module, held);
    void load(module, held);
    return held;
  }

  function release(module: string, held: Held): void {
    if (held.offered !== null) reconcile(held);
    if (held.wishes.size > 0) return;
    // While it loads it stays: React's strict mode lets go and takes hold again at once.
    const isLoading = held.state.status === 'loading' && held.offered === null;
    if (!isLoading && modules.get(module) === held) modules.delete(module);
    tell(held, isLoading ? loadingTools : idleTools);
  }

  return {
    hold(module, wish) {
      const held = opened(module);
      const mine = { wish };
      held.wishes.add(mine);
      if (held.offered !== null) reconcile(held);
      else tell(held, held.state);
      return {
        change(next) {
          const isSame = JSON.stringify(next.choice) === JSON.stringify(mine.wish.choice);
          mine.wish = next;
          if (!isSame && held.wishes.has(mine) && held.offered !== null) reconcile(held);
        },
        release() {
          if (held.wishes.delete(mine)) release(module, held);
        },
      };
    },
    state(module) {
      const held = modules.get(module);
      return held && held.wishes.size > 0 ? held.state : idleTools;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function notRegistered(tool: BrowserTool, fault: unknown): Refusal {
  const cause = isObject(fault) && typeof fault['message'] === 'string' ? fault['message'] : String(fault);
  return {
    code: 'tool_not_registered',
    message: `The page did not take the tool ${tool.name}: ${cause}`,
    detail: { tool: tool.name },
  };
}
