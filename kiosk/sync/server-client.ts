/**
 * The one place where the kiosk speaks HTTP. Every request ends: in an answer, or in `unreachable` with what failed.
 * Knows nothing of tokens and messages (link.ts does). The practice switch cuts here, so that everything above
 * behaves as if the cable were pulled.
 */
import { parseJson } from '#shared/base/json.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';

export interface ServerRequest {
  readonly method: 'GET' | 'POST';
  /** From the root: `/api/v1/…`. */
  readonly path: string;
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** For what a server may take long to prepare, or a slow network to bring. */
  readonly slow?: boolean;
}

export type ServerAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Parsed JSON; null where the body is empty or no JSON. */
      readonly body: unknown;
      /** On the monotonic clock. */
      readonly sentAtMs: number;
      readonly receivedAtMs: number;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface ServerClient {
  readonly baseUrl: string;
  request(request: ServerRequest): Promise<ServerAnswer>;
  cut(): boolean;
  setCut(cut: boolean): void;
}

export interface ServerClientOptions {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly monotonicMs: () => number;
  /** From sending to the last byte, of a request that is not slow; 8 s when absent. */
  readonly timeoutMs?: number;
}

/** An hour of a venue's Wi-Fi is full of requests that hang; this ends them. */
const requestTimeoutMs = 8 * secondMs;
/** A snapshot is built when the first kiosk asks for it. */
const slowRequestTimeoutMs = minuteMs;
/** The largest answer is a snapshot chunk: about 1,000 records of at most a few kilobytes. */
const answerBytesMax = 32 * 1024 * 1024;

export function createServerClient(options: ServerClientOptions): ServerClient {
  const { baseUrl, monotonicMs } = options;
  const timeoutMs = options.timeoutMs ?? requestTimeoutMs;
  let cut = false;
  let cutting = new AbortController();

  async function send(request: ServerRequest): Promise<ServerAnswer> {
    const sentAtMs = monotonicMs();
    const headers: Record<string, string> = { accept: 'application/json' };
    if (request.token) headers['authorization'] = `Bearer ${request.token}`;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    const response = await options.fetch(baseUrl + request.path, {
      method: request.method,
      headers,
      signal: AbortSignal.any([AbortSignal.timeout(request.slow ? slowRequestTimeoutMs : timeoutMs), cutting.signal]),
      // Nothing of the wire belongs in a cache, and the token is the only credential.
      cache: 'no-store',
      credentials: 'omit',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const headersAtMs = monotonicMs();
    const text = await response.text();
    if (text.length > answerBytesMax) return { kind: 'unreachable', reason: 'answer_too_large' };
    return {
      kind: 'answer',
      status: response.status,
      body: parseJson(text) ?? null,
      sentAtMs,
      receivedAtMs: headersAtMs,
    };
  }

  return {
    baseUrl,
    async request(request) {
      if (cut) return { kind: 'unreachable', reason: 'network_cut' };
      try {
        return await send(request);
      } catch (error) {
        return { kind: 'unreachable', reason: cut ? 'network_cut' : reasonOf(error) };
      }
    },
    cut: () => cut,
    setCut(next) {
      if (next === cut) return;
      cut = next;
      if (cut) cutting.abort();
      else cutting = new AbortController();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'no_connection';
}
