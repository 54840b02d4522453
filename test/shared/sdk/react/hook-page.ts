/**
 * The page of the hooks' tests: views that mount the SDK's hooks, chosen by the test; in strict mode, as apps in
 * development are.
 */
import { createElement, type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '#shared/sdk/create-client.ts';
import type { ModuleTools } from '#shared/sdk/react/held-module.ts';
import { pageRegistry } from '#shared/sdk/react/page-registry.ts';
import type { ToolClient } from '#shared/sdk/react/tool-client.ts';
import type { ConfirmQuestion } from '#shared/sdk/react/tool-wishes.ts';
import { ToolsProvider } from '#shared/sdk/react/tools-provider.ts';
import { type ToolOptions, useModuleTool, useToolModules } from '#shared/sdk/react/use-module-tool.ts';
import type { Session } from '#shared/sdk/session.ts';

export interface View {
  readonly id: string;
  readonly module: string;
  readonly options?: Pick<ToolOptions, 'of' | 'verbs' | 'names' | 'enabled'>;
  /** `yes`, `no`: a function that answers so, another one at each rendering. */
  readonly confirm?: 'yes' | 'no' | 'trust';
}

export interface Scene {
  /** Null: no one is signed in. The same key is the same client; a person's session is given as JSON. */
  readonly key: string | null;
  readonly views: readonly View[];
  /** Whether a view wants to know which modules there are. */
  readonly withModules?: boolean;
}

export interface Lab {
  show(scene: Scene): void;
  /** As `useToolModules` tells them. */
  modules(): readonly string[];
  states(): Readonly<Record<string, Omit<ModuleTools, 'tools'> & { readonly tools: readonly string[] }>>;
  /** How often each view was rendered: it must come to rest. */
  renders(): number;
  /** What was asked, and of whom. */
  asked: string[];
  /** The server's paths that were asked for, and how many of them were aborted. */
  sent: string[];
  aborted: number;
  registry: typeof pageRegistry;
}

const states: Record<string, ModuleTools> = {};
let renders = 0;
const clients = new Map<string, ToolClient>();

function clientOf(key: string): ToolClient {
  const known = clients.get(key);
  if (known) return known;
  const whose = key.startsWith('{') ? { session: JSON.parse(key) as Session } : { apiKey: key };
  const plain = createClient({ baseUrl: location.origin, ...whose });
  const client: ToolClient = {
    $followTools: plain.$followTools,
    $request(asked) {
      lab.sent.push(asked.path);
      asked.signal?.addEventListener('abort', () => {
        lab.aborted += 1;
      });
      return plain.$request(asked);
    },
  };
  clients.set(key, client);
  return client;
}

function ViewOf({ id, module, options = {}, confirm }: View): ReactNode {
  renders += 1;
  const asking = (yes: boolean) => (question: ConfirmQuestion) => {
    lab.asked.push(`${id}: ${question.tool.name}`);
    return yes;
  };
  const how = confirm === undefined ? {} : { confirm: confirm === 'trust' ? confirm : asking(confirm === 'yes') };
  const state = useModuleTool(module, { ...options, ...how });
  useEffect(() => {
    states[id] = state;
    return () => {
      delete states[id];
    };
  }, [id, state]);
  return null;
}

let modules: readonly string[] = [];

function ModulesView(): ReactNode {
  const { names } = useToolModules();
  useEffect(() => {
    modules = names;
  }, [names]);
  return null;
}

const root = createRoot(document.body.appendChild(document.createElement('div')));

const lab: Lab = {
  modules: () => modules,
  show({ key, views, withModules = false }) {
    const children = views.map((view) => createElement(ViewOf, { key: view.id, ...view }));
    const client = key === null ? null : clientOf(key);
    root.render(
      createElement(
        StrictMode,
        null,
        createElement(ToolsProvider, { client }, children, withModules ? createElement(ModulesView) : null),
      ),
    );
  },
  states: () =>
    Object.fromEntries(
      Object.entries(states).map(([id, state]) => [id, { ...state, tools: state.tools.map(({ name }) => name) }]),
    ),
  renders: () => renders,
  asked: [],
  sent: [],
  aborted: 0,
  registry: pageRegistry,
};
(globalThis as unknown as { lab: Lab }).lab = lab;
