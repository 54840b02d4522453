/**
 * Lists the tools that the server has for a client's credential, module by module, and keeps the list up to date:
 * requested once for all that is wanted in one turn, and again when the live line reports another version. Knows no
 * page; one for each tool host.
 */
import type { BrowserTool } from '../../tools/browser-tool.ts';
import { type GatehouseError, settled } from '../gatehouse-error.ts';
import { after, chance } from '../host.ts';
import { type LoadedTools, loadTools, modulesAtOnce } from './load-tools.ts';
import type { ToolClient } from './tool-client.ts';

/** Pages that are notified at the same time do not all send a request at the same time. */
const spreadMs = 1_000;
/** Wait between attempts: servers of two releases may contradict one another, and one may be out of reach. */
const againMs = 3_000;
const attemptsMax = 5;
/** A refused call has the list requested again, once in this time at most. */
const doubtMs = 5_000;
/** Time that the live line stays open between one view and the next, when no module is wanted. */
const lingerMs = 5_000;

export type Offered =
  | { readonly ok: true; readonly tools: readonly BrowserTool[] }
  /** `kept`: what is registered may stay; only the request for it failed. */
  | { readonly ok: false; readonly error: GatehouseError; readonly kept: boolean };

export interface OfferedParts {
  readonly client: ToolClient;
  readonly onOffer: (module: string, offered: Offered) => void;
  /** Called with the modules that have tools; null: not known. */
  readonly onModules: (modules: readonly string[] | null) => void;
}

export interface OfferedTools {
  /** Reported by `onOffer`, now and at each change, until `drop`. */
  want(module: string): void;
  drop(module: string): void;
  /** A call was refused in a way that contradicts the list: the rights may have changed. */
  doubt(): void;
}

/** No one is signed in (any more), and no later attempt helps. */
export function isSignedOut({ code, status }: GatehouseError): boolean {
  return status === 401 || code === 'logged_out';
}

/** Collects the modules that are asked for in one turn, and requests all of them at its end. */
function inOneTurn(request: (names: readonly string[]) => void): (name: string) => void {
  const asked = new Set<string>();
  return (name) => {
    if (asked.size === 0)
      void Promise.resolve().then(() => {
        const names = [...asked];
        asked.clear();
        request(names);
      });
    asked.add(name);
  };
}

class OfferFollower implements OfferedTools {
  readonly #parts: OfferedParts;
  /** Version of what `onOffer` reported, by module; null: nothing yet, or a failure. */
  readonly #wanted = new Map<string, string | null>();
  readonly #request = inOneTurn((names) => this.#loadAll(names));
  #loading = 0;
  /** The version that the live line reported last. */
  #announced: string | null = null;
  #attempts = 0;
  #stopFollowing: (() => void) | null = null;
  #stopWaiting: (() => void) | null = null;
  #isDoubtful = false;
  /** Counts the ends of credentials: an answer that was requested before an end is ignored after it. */
  #era = 0;

  constructor(parts: OfferedParts) {
    this.#parts = parts;
  }

  want(module: string): void {
    if (!this.#wanted.has(module)) this.#wanted.set(module, null);
    this.#request(module);
  }

  drop(module: string): void {
    this.#wanted.delete(module);
    if (this.#wanted.size > 0) return;
    after(lingerMs, () => {
      if (this.#wanted.size > 0) return;
      this.#stopFollowing?.();
      this.#stopFollowing = null;
      this.#announced = null;
    });
  }

  doubt(): void {
    if (this.#isDoubtful) return;
    this.#isDoubtful = true;
    after(doubtMs, () => {
      this.#isDoubtful = false;
    });
    for (const name of this.#wanted.keys()) this.#request(name);
  }

  #loadAll(asked: readonly string[]): void {
    const names = asked.filter((name) => this.#wanted.has(name));
    for (let n = 0; n < names.length; n += modulesAtOnce) void this.#load(names.slice(n, n + modulesAtOnce));
  }

  async #load(names: readonly string[]): Promise<void> {
    const era = this.#era;
    this.#loading += 1;
    const loaded = await settled(loadTools(this.#parts.client, names));
    this.#loading -= 1;
    if (era === this.#era) {
      if (loaded.ok) this.#loaded(names, loaded.value);
      else this.#failed(names, loaded.error);
    }
    this.#follow();
    if (this.#loading === 0 && this.#announced !== null) this.#requestStale(againMs);
  }

  #loaded(names: readonly string[], { modules, tools, version }: LoadedTools): void {
    this.#parts.onModules(modules);
    const byModule = Map.groupBy(tools, ({ module }) => module);
    for (const name of names) {
      if (!this.#wanted.has(name)) continue;
      this.#wanted.set(name, version ?? this.#announced);
      this.#parts.onOffer(name, { ok: true, tools: byModule.get(name) ?? [] });
    }
  }

  #failed(names: readonly string[], error: GatehouseError): void {
    const kept = !isSignedOut(error);
    if (!kept) this.#parts.onModules(null);
    for (const name of names) {
      if (!this.#wanted.has(name)) continue;
      this.#wanted.set(name, null);
      this.#parts.onOffer(name, { ok: false, error, kept });
    }
  }

  /** Modules whose reported tools are of another version than the announced one. */
  #stale(): readonly string[] {
    return [...this.#wanted].filter(([, version]) => version !== this.#announced).map(([name]) => name);
  }

  #requestStale(withinMs: number): void {
    if (this.#stopWaiting || this.#stale().length === 0 || this.#attempts >= attemptsMax) return;
    this.#stopWaiting = after(withinMs * chance(), () => {
      this.#stopWaiting = null;
      this.#attempts += 1;
      if (this.#loading === 0) for (const name of this.#stale()) this.#request(name);
    });
  }

  #follow(): void {
    const { client } = this.#parts;
    if (this.#stopFollowing || this.#wanted.size === 0 || !client.$followTools) return;
    this.#stopFollowing = client.$followTools({
      onVersion: (version) => {
        this.#announced = version;
        this.#attempts = 0;
        if (this.#loading === 0) this.#requestStale(spreadMs);
      },
      onEnd: (error) => {
        this.#era += 1;
        this.#announced = null;
        this.#failed([...this.#wanted.keys()], error);
      },
    });
  }
}

export function followOffers(parts: OfferedParts): OfferedTools {
  return new OfferFollower(parts);
}
