/** What the tools need of a way to the server, and the plainest one: fetch with a credential. */
import { isObject } from '#shared/base/json.ts';
import type { Signal } from './signals.ts';

export interface ToolRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the server's root, its query included: `/api/v1/pages?limit=5`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: Signal;
}

export interface ToolAnswer {
  readonly status: number;
  /** Parsed; null where there is no JSON. */
  readonly body: unknown;
}

export interface ToolClient {
  /** Whatever the server answers, refusals too. Rejects where no answer came, and when the signal is aborted. */
  request(asked: ToolRequest): Promise<ToolAnswer>;
}

export interface ToolClientOptions {
  /** `https://example.org`, with `/sandbox` behind it for the sandbox. */
  readonly baseUrl: string;
  /** An API key or an access token; asked before each request where it is a function, because tokens run out. */
  readonly credential: string | (() => string | Promise<string>);
}

type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal?: Signal;
  },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

export function createToolClient({ baseUrl, credential }: ToolClientOptions): ToolClient {
  const root = baseUrl.replace(/\/+$/, '');
  return {
    async request({ method, path, body, headers = {}, signal }) {
      const { fetch: send } = globalThis as unknown as { readonly fetch: Fetch };
      const secret = typeof credential === 'function' ? await credential() : credential;
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await send(root + path, {
        method,
        headers: { authorization: `Bearer ${secret}`, ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      return { status: response.status, body: parsed(await response.text()) };
    },
  };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
