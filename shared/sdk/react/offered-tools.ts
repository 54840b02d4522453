/**
 * Which tools the server has for a client's credential, module by module, kept up to date: asked for once for all that
 * is wanted in one turn, and again when the live line says that there are others. Knows no page; one for each tool host.
 */
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { type GatehouseError, settled } from '../gatehouse-error.ts';
import { after, chance } from '../host.ts';
import { type LoadedTools, loadTools, modulesAtOnce } from './load-tools.ts';
import type { ToolClient } from './tool-client.ts';

/** Pages that hear of a change at the same time do not all ask at the same time. */
const spreadMs = 1_000;
/** Between attempts: servers of two releases may contradict one another, and one may be out of reach. */
const againMs = 3_000;
const attemptsMax = 5;
/** A refused call has the list looked at, but so often at most. */
const doubtMs = 5_000;
/** Between one view and the next nobody wants anything: the line stays for a moment. */
const lingerMs = 5_000;

export type Offered =
  | { readonly ok: true; readonly tools: readonly BrowserTool[] }
  /** `kept`: what is there may stay there; only the news of it was not to be had. */
  | { readonly ok: false; readonly error: GatehouseError; readonly kept: boolean };

export interface OfferedParts {
  readonly client: ToolClient;
  readonly onOffer: (module: string, offered: Offered) => void;
  /** What modules have tools; null: not known. */
  readonly onModules: (modules: readonly string[] | null) => void;
}

export interface OfferedTools {
  /** Told by `onOffer`, now and whenever that changes, until `drop`. */
  want(module: string): void;
  drop(module: string): void;
  /** A call was refused in a way that speaks of other rights than the list did. */
  doubt(): void;
}

/** That nobody is signed in (any more), and no later attempt helps. */
export function isSignedOut({ code, status }: GatehouseError): boolean {
  return status === 401 || code === 'logged_out';
}

export function followOffers({ client, onModules, onOffer }: OfferedParts): OfferedTools {
  /** By module the version of what was told of it; null: nothing yet, or nothing good. */
  const wanted = new Map<string, string | null>();
  const asked = new Set<string>();
  let loading = 0;
  let announced: string | null = null;
  let attempts = 0;
  let stopFollowing: (() => void) | null = null;
  let stopWaiting: (() => void) | null = null;
  let isDoubtful = false;
  /** Of which credential's time an answer is: none from before the end is heard after it. */
  let era = 0;

  function ask(module: string): void {
    if (asked.size === 0) void Promise.resolve().then(askAll);
    asked.add(module);
  }

  function askAll(): void {
    const names = [...asked].filter((name) => wanted.has(name));
    asked.clear();
    for (let n = 0; n < names.length; n += modulesAtOnce) void load(names.slice(n, n + modulesAtOnce));
  }

  function took(names: readonly string[], { modules, tools, version }: LoadedTools): void {
    onModules(modules);
    const byModule = Map.groupBy(tools, ({ module }) => module);
    for (const name of names) {
      if (!wanted.has(name)) continue;
      wanted.set(name, version ?? announced);
      onOffer(name, { ok: true, tools: byModule.get(name) ?? [] });
    }
  }

  function failed(names: readonly string[], error: GatehouseError): void {
    const kept = !isSignedOut(error);
    if (!kept) onModules(null);
    for (const name of names) {
      if (!wanted.has(name)) continue;
      wanted.set(name, null);
      onOffer(name, { ok: false, error, kept });
    }
  }

  async function load(names: readonly string[]): Promise<void> {
    const mine = era;
    loading += 1;
    const loaded = await settled(loadTools(client, names));
    loading -= 1;
    if (mine === era) {
      if (loaded.ok) took(names, loaded.value);
      else failed(names, loaded.error);
    }
    follow();
    if (loading === 0 && announced !== null) lookAgain(againMs);
  }

  /** Those of which something else was told than what is said to be there now. */
  function stale(): readonly string[] {
    return [...wanted].filter(([, version]) => version !== announced).map(([name]) => name);
  }

  function lookAgain(withinMs: number): void {
    if (stopWaiting || stale().length === 0 || attempts >= attemptsMax) return;
    stopWaiting = after(withinMs * chance(), () => {
      stopWaiting = null;
      attempts += 1;
      if (loading === 0) for (const name of stale()) ask(name);
    });
  }

  function follow(): void {
    if (stopFollowing || wanted.size === 0 || !client.$followTools) return;
    stopFollowing = client.$followTools({
      onVersion(version) {
        announced = version;
        attempts = 0;
        if (loading === 0) lookAgain(spreadMs);
      },
      onEnd(error) {
        era += 1;
        announced = null;
        failed([...wanted.keys()], error);
      },
    });
  }

  return {
    want(module) {
      if (!wanted.has(module)) wanted.set(module, null);
      ask(module);
    },
    drop(module) {
      wanted.delete(module);
      if (wanted.size > 0) return;
      after(lingerMs, () => {
        if (wanted.size > 0) return;
        stopFollowing?.();
        stopFollowing = null;
        announced = null;
      });
    },
    doubt() {
      if (isDoubtful) return;
      isDoubtful = true;
      after(doubtMs, () => {
        isDoubtful = false;
      });
      for (const name of wanted.keys()) ask(name);
    },
  };
}
