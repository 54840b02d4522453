/**
 * Which tools of which modules stand in the page, for all views together: a module's tools are there as long as some
 * view holds it and the server offers it, and no tool twice. Knows no React; the hooks call it. One for each client.
 */
import { isObject } from '../../base/json.ts';
import type { Refusal } from '../../base/result.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { callTool } from './call-tool.ts';
import { addTool, type ModelContext, type PageTool } from './model-context.ts';
import { followOffers, type Offered } from './offered-tools.ts';
import { type Controller, newController } from './signals.ts';
import type { ToolClient } from './tool-client.ts';
import { type Confirm, isChosen, type ToolChoice } from './tool-wishes.ts';

export interface ModuleTools {
  /**
   * `idle`: nobody holds it, or there is no page. `failed`: `errors` says why; nothing is registered. All of them may
   * become another while a view is mounted: tools come and go with what the person may do.
   */
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

/** What modules there are for whoever is signed in. */
export interface OfferedModules {
  readonly status: ModuleTools['status'];
  /** Those with any tool, in the order of the catalogue. */
  readonly names: readonly string[];
  readonly errors: readonly Refusal[];
}

export interface ToolHost {
  /** @param module `noModule`: only to know what modules there are */
  hold(module: string, wish: Wish): Hold;
  state(module: string): ModuleTools;
  /** Known while anything is held. */
  modules(): OfferedModules;
  /** Called after each change of a state. @returns how to stop */
  subscribe(listener: () => void): () => void;
}

interface Registered {
  readonly tool: BrowserTool;
  /** The tool as text: one that has become another is registered anew. */
  readonly text: string;
  readonly controller: Controller;
  done: boolean;
}

interface Held {
  readonly wishes: Set<{ wish: Wish }>;
  /** What the server said there is; null until then, and when nobody is signed in any more. */
  offered: readonly BrowserTool[] | null;
  readonly registered: Map<string, Registered>;
  readonly refused: Map<string, Refusal>;
  state: ModuleTools;
}

/** Held by those who want to know what there is, and no tool of it. */
export const noModule = '';
export const idleTools: ModuleTools = { status: 'idle', tools: [], errors: [] };
const loadingTools: ModuleTools = { status: 'loading', tools: [], errors: [] };
export const idleModules: OfferedModules = { status: 'idle', names: [], errors: [] };

export function createToolHost(client: ToolClient, context: ModelContext): ToolHost {
  const modules = new Map<string, Held>();
  const listeners = new Set<() => void>();
  let names: readonly string[] = [];
  let shownModules = idleModules;
  const offers = followOffers({
    client,
    onOffer: took,
    onModules(known) {
      names = known ?? [];
    },
  });

  function tell(held: Held, state: ModuleTools): void {
    held.state = state;
    if (modules.get(noModule) === held) shownModules = { status: state.status, names, errors: state.errors };
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
      execute: (input, call) =>
        callTool(tool, input, { client, confirm: confirmOf(held), onDenied: offers.doubt }, call),
    };
  }

  /** Of those who say how, the one that came last. */
  function confirmOf({ wishes }: Held): Wish['confirm'] {
    return [...wishes].findLast(({ wish }) => wish.confirm !== undefined)?.wish.confirm;
  }

  function register(held: Held, tool: BrowserTool, text: string): void {
    const controller = newController();
    const entry: Registered = { tool, text, controller, done: false };
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
    entry?.controller.abort(new Error(`No mounted view uses the tool ${name}.`));
  }

  /** What is registered becomes what the views want of what the server offers. */
  function reconcile(held: Held): void {
    const wishes = [...held.wishes].map(({ wish }) => wish.choice);
    const wanted = (held.offered ?? []).filter((tool) => wishes.some((choice) => isChosen(tool, choice)));
    const texts = new Map(wanted.map((tool) => [tool.name, JSON.stringify(tool)]));
    held.refused.clear();
    for (const [name, { text }] of [...held.registered]) if (texts.get(name) !== text) unregister(held, name);
    for (const tool of wanted) if (!held.registered.has(tool.name)) register(held, tool, texts.get(tool.name) ?? '');
    settle(held);
  }

  function took(module: string, offered: Offered): void {
    const held = modules.get(module);
    if (!held) return;
    if (offered.ok) {
      held.offered = offered.tools;
      reconcile(held);
    } else if (held.offered === null || !offered.kept) {
      held.offered = null;
      for (const name of [...held.registered.keys()]) unregister(held, name);
      tell(held, { status: 'failed', tools: [], errors: offered.error.errors });
    }
  }

  function opened(module: string): Held {
    const known = modules.get(module);
    // Another view may find the server, or somebody signed in.
    if (known?.state.status === 'failed') {
      known.state = loadingTools;
      offers.want(module);
    }
    if (known) return known;
    const held: Held = {
      wishes: new Set(),
      offered: null,
      registered: new Map(),
      refused: new Map(),
      state: loadingTools,
    };
    modules.set(module, held);
    offers.want(module);
    return held;
  }

  function release(module: string, held: Held): void {
    if (held.wishes.size > 0) {
      if (held.offered !== null) reconcile(held);
      return;
    }
    for (const name of [...held.registered.keys()]) unregister(held, name);
    modules.delete(module);
    offers.drop(module);
    held.offered = null;
    if (module === noModule) shownModules = idleModules;
    tell(held, idleTools);
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
    modules: () => shownModules,
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
    message: `The page did not accept the tool ${tool.name}: ${cause}`,
    detail: { tool: tool.name },
  };
}
