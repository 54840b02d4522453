/**
 * The hook that all `use<Service>Tool` call: a module's tools are registered in the page while the calling view is
 * mounted.
 */
import { useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { idleTools, type ModuleTools, type Wish } from './held-module.ts';
import type { ToolClient } from './tool-client.ts';
import { type Hold, idleModules, noModule, type OfferedModules } from './tool-host.ts';
import type { Confirm, ToolChoice } from './tool-wishes.ts';
import { hostOf, ToolContext } from './tools-provider.ts';

export interface ToolOptions extends ToolChoice {
  /** Absent: the provider's. Keep it the same object from render to render. */
  readonly client?: ToolClient | null;
  /** Absent: the provider's. The latest is asked; it may be another function each time. */
  readonly confirm?: Confirm | 'trust';
  /** False: as if the view were not mounted. */
  readonly enabled?: boolean;
}

export type ToolHook = (options?: ToolOptions) => ModuleTools;

const silent = () => () => {};

/**
 * Hook for modules that have none of their own: a tenant's (`platform` holds its own collections), or one that came later.
 *
 * @param module its name, as in the catalogue
 * @returns what is registered of it by all views together, and what went wrong
 */
export function useModuleTool(module: string, options: ToolOptions = {}): ModuleTools {
  const around = useContext(ToolContext);
  const { client = around.client, confirm = around.confirm, enabled = true, names, of, verbs } = options;
  const host = client && enabled ? hostOf(client) : null;
  const hold = useRef<Hold | null>(null);
  const latest = useRef<Wish>({ choice: {}, confirm });

  // Runs after each render: a new `confirm` is only noted, and what is still wanted is not registered again.
  useEffect(() => {
    latest.current = { choice: chosen(names, of, verbs), confirm };
    hold.current?.change(latest.current);
  });
  useEffect(() => {
    if (!host) return;
    const mine = host.hold(module, latest.current);
    hold.current = mine;
    return () => {
      hold.current = null;
      mine.release();
    };
  }, [host, module]);

  return useSyncExternalStore(
    host?.subscribe ?? silent,
    () => host?.state(module) ?? idleTools,
    () => idleTools,
  );
}

/**
 * Returns the modules that have tools, for the provider's client and its present rights: for views that offer a choice of
 * modules. Modules that are not active are not known here.
 */
export function useToolModules(): OfferedModules {
  const { client } = useContext(ToolContext);
  const host = client ? hostOf(client) : null;
  useEffect(() => {
    if (!host) return;
    const { release } = host.hold(noModule, { choice: {}, confirm: undefined });
    return release;
  }, [host]);
  return useSyncExternalStore(
    host?.subscribe ?? silent,
    () => host?.modules() ?? idleModules,
    () => idleModules,
  );
}

function chosen(names: ToolChoice['names'], of: ToolChoice['of'], verbs: ToolChoice['verbs']): ToolChoice {
  return { ...(names ? { names } : {}), ...(of ? { of } : {}), ...(verbs ? { verbs } : {}) };
}
