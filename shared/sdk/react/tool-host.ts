/**
 * Registers the tools of modules in the page, for all views together: a module's tools are there as long as some view
 * holds it and the server offers it. Knows no React; the hooks call it. One for each client.
 */
import type { Refusal } from '../../base/result.ts';
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { callTool } from './call-tool.ts';
import { HeldModule, idleTools, type ModuleTools, type ViewWish, type Wish } from './held-module.ts';
import type { ModelContext, PageTool } from './model-context.ts';
import { followOffers } from './offered-tools.ts';
import type { ToolClient } from './tool-client.ts';

export interface Hold {
  /** Other tools of the module, or another way to confirm; what stays is not registered again. */
  change(wish: Wish): void;
  release(): void;
}

/** Modules that are offered to the person who is signed in. */
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

/** Held by views that want to know what there is, and no tool of it. */
export const noModule = '';
export const idleModules: OfferedModules = { status: 'idle', names: [], errors: [] };

export function createToolHost(client: ToolClient, context: ModelContext): ToolHost {
  const modules = new Map<string, HeldModule>();
  const listeners = new Set<() => void>();
  let names: readonly string[] = [];
  let shownModules = idleModules;
  const offers = followOffers({
    client,
    onOffer(module, offered) {
      if (offered.ok) modules.get(module)?.offer(offered.tools);
      else modules.get(module)?.fail(offered.error.errors, offered.kept);
    },
    onModules(known) {
      names = known ?? [];
    },
  });

  function stateChanged(held: HeldModule): void {
    const { errors, status } = held.state;
    if (modules.get(noModule) === held) shownModules = { status, names, errors };
    for (const listener of [...listeners]) listener();
  }

  const pageTool = (held: HeldModule, tool: BrowserTool): PageTool => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: {
      readOnlyHint: tool.readOnly,
      destructiveHint: tool.consequential,
      consequentialHint: tool.consequential,
      // Records contain text that others wrote: no assistant should take it for orders.
      untrustedContentHint: true,
    },
    execute: (input, call) =>
      callTool(tool, input, { client, confirm: held.confirm, onDenied: () => offers.doubt() }, call),
  });

  function open(module: string): HeldModule {
    const known = modules.get(module);
    if (known && known.state.status !== 'failed') return known;
    // A failed module is tried again: for another view the server may be in reach, or a person signed in.
    known?.retry();
    const held = known ?? new HeldModule({ context, pageTool, onState: stateChanged });
    modules.set(module, held);
    offers.want(module);
    return held;
  }

  function close(module: string, held: HeldModule): void {
    modules.delete(module);
    offers.drop(module);
    if (module === noModule) shownModules = idleModules;
    held.end();
  }

  return {
    hold(module, wish) {
      const held = open(module);
      const view: ViewWish = { wish };
      held.add(view);
      return {
        change: (next) => held.change(view, next),
        release() {
          if (held.remove(view) && !held.isHeld) close(module, held);
        },
      };
    },
    state(module) {
      const held = modules.get(module);
      return held?.isHeld ? held.state : idleTools;
    },
    modules: () => shownModules,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
