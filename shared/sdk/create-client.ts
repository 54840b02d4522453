/**
 * The client: `createClient({baseUrl, apiKey}).pages.list({where: {…}})`. Names are the API's own (`/api/docs`): a
 * collection's calls under its name, a module's actions under the module's, the client's own with a `$` before them.
 */
import { isObject } from '../base/json.ts';
import type { BuiltIn } from './built-in.ts';
import type { CallOptions } from './call-options.ts';
import { type CollectionClient, type CreateOptions, dataOf, keyHeader, recordsOf } from './collection-client.ts';
import { followLive } from './follow-live.ts';
import { GatehouseError } from './gatehouse-error.ts';
import { createHeldAccess, type HeldAccess } from './held-access.ts';
import { type BlobLike, type OpenSocket, openWebSocket, type Send, sendByFetch } from './host.ts';
import { createLiveLine, type ToolsHandlers } from './live-line.ts';
import { replicationOf } from './replication.ts';
import { type RetryRule, retryDefault } from './retry.ts';
import type { ActionName, CollectionName, InputOf, OutputOf, Schema } from './schema.ts';
import { byKey, bySession, type Credential, type Session, type SessionKeeper } from './session.ts';
import { type Ask, createTransport, type Transport } from './transport.ts';
import { createUpload, type Upload } from './upload.ts';

const timeoutDefaultMs = 30_000;
/** A large file over a slow line. */
const downloadTimeoutMs = 600_000;

export interface ClientOptions {
  /** `https://api.example.org`, or its `/sandbox`. */
  readonly baseUrl: string;
  /** Key of a server: never ship one in a page or an app. Absent: people log in, by `$login` or with a kept `session`. */
  readonly apiKey?: string;
  readonly session?: Session | null;
  /** Credential of an app that keeps and renews tokens itself, e.g. for several tabs; without `$login` and `$logout`. */
  readonly credential?: Credential;
  /** Called with every new session, and with null at its end: to keep it over a reload. */
  readonly onSession?: (session: Session | null) => void;
  readonly retry?: Partial<RetryRule>;
  /** Time for one attempt, in milliseconds; absent: 30,000. */
  readonly timeoutMs?: number;
  /** Used instead of the platform's own. */
  readonly fetch?: (url: string, request: never) => Promise<unknown>;
  readonly openSocket?: OpenSocket;
}

export interface DownloadOptions extends CallOptions {
  /** Time from sending to the last byte, in milliseconds; absent: 600,000. */
  readonly timeoutMs?: number;
}

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  /** The slug, where a person belongs to several tenants. */
  readonly tenant?: string;
}

/** An action's input may be left out where nothing in it is needed. */
type ActionCall<Input, Output> =
  Record<string, never> extends Input
    ? (input?: Input, options?: CreateOptions) => Promise<Output>
    : (input: Input, options?: CreateOptions) => Promise<Output>;

type ActionsOf<S extends Schema, M extends string> = {
  readonly [A in ActionName<S> as A extends `${M}.${infer Verb}` ? Verb : never]: ActionCall<
    InputOf<S, A>,
    OutputOf<S, A>
  >;
};

type ModuleName<S extends Schema> =
  ActionName<S> extends infer A ? (A extends `${infer M}.${string}` ? M : never) : never;

type CallsOf<S extends Schema, N extends string> = N extends CollectionName<S> ? CollectionClient<S, N> : unknown;

/** A module and a collection may share a name; where an action has the name of a call, it is the action. */
type Part<S extends Schema, N extends string> = [keyof ActionsOf<S, N>] extends [never]
  ? CallsOf<S, N>
  : ActionsOf<S, N> & Omit<CallsOf<S, N>, keyof ActionsOf<S, N>>;

export interface ClientCore<S extends Schema> {
  /** A collection whose name is only known at run time. */
  $collection<N extends CollectionName<S>>(name: N): CollectionClient<S, N>;
  $act<A extends ActionName<S>>(name: A, input: InputOf<S, A>, options?: CreateOptions): Promise<OutputOf<S, A>>;
  /** Any request of the API with this client's credential, retries and errors. */
  $request(ask: Ask): Promise<unknown>;
  $upload: Upload;
  /**
   * A file: an export, captions, an upload's content.
   *
   * @param path after the base address: `/events/…/export?dataset=registrations&format=csv`
   * @returns a Blob
   */
  $download(path: string, options?: DownloadOptions): Promise<BlobLike>;
  /** Tells the hooks in `react` when other tools are there for this credential. @returns how to stop */
  $followTools(words: ToolsHandlers): () => void;
  $login(input: LoginInput, options?: CallOptions): Promise<Session>;
  /** Ends the login at the server, too. */
  $logout(): Promise<void>;
  /** Logins and apps that were let in, listed and ended. */
  readonly $access: HeldAccess;
  /** Returns the identity of the actor, and what it may do. */
  $me(options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
}

export type Client<S extends Schema = BuiltIn> = ClientCore<S> & {
  readonly [N in CollectionName<S> | ModuleName<S>]: Part<S, N>;
};

/** Calls of a collection that are actions where the module has one of that name. test/shared/sdk holds it to the registry. */
export const actionsBeforeCalls: Readonly<Record<string, readonly string[]>> = {
  events: ['create', 'get', 'list', 'update'],
};

type Call = (...given: never[]) => unknown;

function sessionOf(body: unknown): Session {
  const { accessToken, refreshToken } = isObject(body) && isObject(body['data']) ? body['data'] : {};
  if (typeof accessToken === 'string' && typeof refreshToken === 'string') return { accessToken, refreshToken };
  throw new GatehouseError('unreadable_answer', 'The response is not a session.');
}

function keeperOf({ onSession = () => {}, session = null }: ClientOptions, transport: () => Transport): SessionKeeper {
  const refresh = async (refreshToken: string): Promise<Session | null> => {
    try {
      const json = { refreshToken };
      // Repeated only after a refusal, not after a lost answer: a refresh token used twice ends the login.
      const ask = { method: 'POST', path: '/api/v1/auth/refresh', json, repeatable: 'refused', open: true } as const;
      return sessionOf((await transport()(ask)).body);
    } catch (fault) {
      if (fault instanceof GatehouseError && fault.status === 401) return null;
      throw fault;
    }
  };
  return bySession(session, refresh, onSession);
}

/** Returns the answer of an action: the `data` of an envelope, else the object itself. */
function answerOf(body: unknown): unknown {
  const isEnvelope = isObject(body) && Object.keys(body).length === 2 && 'data' in body && 'meta' in body;
  return isEnvelope ? body['data'] : body;
}

/**
 * @template S what there is: absent the built-in catalogue; `gatehouse sdk` writes a tenant's own
 * @throws nothing; its calls throw GatehouseError
 */
export function createClient<S extends Schema = BuiltIn>(options: ClientOptions): Client<S> {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const retry = { ...retryDefault, ...options.retry };
  const hasOwn = options.credential !== undefined || options.apiKey !== undefined;
  const keeper = hasOwn ? null : keeperOf(options, () => transport);
  const credential = keeper ?? options.credential ?? byKey(options.apiKey ?? '');
  const transport = createTransport({
    baseUrl,
    send: (options.fetch as Send | undefined) ?? sendByFetch,
    credential,
    retry,
    timeoutMs: options.timeoutMs ?? timeoutDefaultMs,
  });
  const line = createLiveLine({ baseUrl, openSocket: options.openSocket ?? openWebSocket, credential, retry });

  async function act(name: string, input: object = {}, { idempotencyKey, signal }: CreateOptions = {}) {
    const path = `/api/v1/actions/${encodeURIComponent(name)}`;
    const headers = keyHeader(idempotencyKey);
    const ask = { method: 'POST', path, json: input, headers, repeatable: 'always', signal } as const;
    return answerOf((await transport(ask)).body);
  }

  function neededKeeper(): SessionKeeper {
    if (keeper) return keeper;
    throw new GatehouseError(
      'logged_out',
      'This client has an API key or its own credential. Create one without for people to log in.',
    );
  }

  const core = {
    $collection: (name: string) => collectionOf(name),
    $act: act,
    $request: async (ask: Ask) => (await transport(ask)).body,
    $upload: createUpload(transport, retry),
    async $download(path: string, { signal, timeoutMs = downloadTimeoutMs }: DownloadOptions = {}) {
      const ask = { method: 'GET', path, file: true, repeatable: 'always', signal, timeoutMs } as const;
      return (await transport(ask)).body;
    },
    $followTools: line.followTools,
    $access: createHeldAccess(transport),
    async $login(input: LoginInput, { signal }: CallOptions = {}) {
      const sessions = neededKeeper();
      const path = '/api/v1/auth/login';
      const ask = { method: 'POST', path, json: input, repeatable: 'always', open: true, signal } as const;
      const session = sessionOf((await transport(ask)).body);
      sessions.replace(session);
      line.relogin();
      return session;
    },
    async $logout() {
      const sessions = neededKeeper();
      const session = sessions.current();
      sessions.replace(null);
      if (!session) return;
      const json = { refreshToken: session.refreshToken };
      await transport({ method: 'POST', path: '/api/v1/auth/logout', json, repeatable: 'always', open: true });
    },
    $me: async ({ signal }: CallOptions = {}) =>
      dataOf(await transport({ method: 'GET', path: '/api/v1/auth/me', repeatable: 'always', signal })),
  };

  function collectionOf(name: string): Readonly<Record<string, Call>> {
    return {
      ...recordsOf(transport, name),
      changes: (asked: Parameters<typeof followLive>[2]) => followLive(line, name, asked),
      replication: (asked: Parameters<typeof replicationOf>[3]) => replicationOf(transport, line, name, asked),
    } as unknown as Readonly<Record<string, Call>>;
  }

  function partOf(name: string): object {
    const calls = collectionOf(name);
    const taken = actionsBeforeCalls[name] ?? [];
    return named((verb) =>
      Object.hasOwn(calls, verb) && !taken.includes(verb)
        ? calls[verb]
        : (input?: object, asked?: CreateOptions) => act(`${name}.${verb}`, input, asked),
    );
  }

  return named((name) => (Object.hasOwn(core, name) ? core[name as keyof typeof core] : partOf(name))) as Client<S>;
}

/** An object whose members are made when they are first asked for. It has no `then`, so that it is taken for no promise. */
function named(make: (name: string) => unknown): object {
  const made = new Map<string, unknown>();
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined;
      if (!made.has(name)) made.set(name, make(name));
      return made.get(name);
    },
  });
}
