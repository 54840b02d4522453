/**
 * Gives the hooks below it the client whose credential they use and the way they confirm; and holds the one tool host
 * of each client.
 */
import { createContext, createElement, type FunctionComponentElement, type ProviderProps, type ReactNode } from 'react';
import { inPage, modelContextOf } from './model-context.ts';
import { pageRegistry } from './page-registry.ts';
import type { ToolClient } from './tool-client.ts';
import { createToolHost, type ToolHost } from './tool-host.ts';
import type { Confirm } from './tool-wishes.ts';

export interface ToolSurroundings {
  /** Null: no one is signed in, and no tool is there. Another client takes the place of all the former one's tools. */
  readonly client: ToolClient | null;
  /** `trust`: the caller has asked already. Absent: the browser's own dialog. */
  readonly confirm?: Confirm | 'trust';
}

export const ToolContext = createContext<ToolSurroundings>({ client: null });

/** Surrounds all views that mount tools. A hook's own options outrank it. */
export function ToolsProvider({
  children,
  ...value
}: ToolSurroundings & { readonly children?: ReactNode }): FunctionComponentElement<ProviderProps<ToolSurroundings>> {
  return createElement(ToolContext.Provider, { value }, children);
}

/** Returns the registry that takes tools of this page; null where there is no page. */
export function toolTarget(): 'browser' | 'page' | null {
  if (!inPage()) return null;
  return modelContextOf() ? 'browser' : 'page';
}

const hosts = new WeakMap<ToolClient, ToolHost>();

/** The same for all views with one client, so that they count together. Null where there is no page. */
export function hostOf(client: ToolClient): ToolHost | null {
  if (!inPage()) return null;
  const known = hosts.get(client);
  if (known) return known;
  const made = createToolHost(client, modelContextOf() ?? pageRegistry());
  hosts.set(client, made);
  return made;
}
