/**
 * The kiosk's requests, by the SDK's exchange. Every request ends: in an answer, or in `unreachable` with what failed.
 * Knows nothing of tokens and messages (link.ts does). The practice switch cuts here, so that everything above
 * behaves as if the cable were pulled.
 */
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { exchange } from '#shared/sdk/exchange.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import type { HttpRequest } from '#shared/sdk/host.ts';

export interface ServerRequest {
  readonly method: 'GET' | 'POST';
  /** Path from the root: `/api/v1/…`. */
  readonly path: string;
  readonly token?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Allows more time, for what a server may take long to prepare, or a slow network to bring. */
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
      /** When the headers were there, on the monotonic clock. */
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
  /** Longest time from sending to the last byte, of a request that is not slow; 8 s when absent. */
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

  async function send({ method, path, token, body, slow }: ServerRequest): Promise<ServerAnswer> {
    const sentAtMs = monotonicMs();
    let headersAtMs = sentAtMs;
    const fetchUncached = async (url: string, request: HttpRequest) => {
      const response = await options.fetch(url, {
        ...(request as RequestInit),
        // Nothing of the wire belongs in a cache, and the token is the only credential.
        cache: 'no-store',
        credentials: 'omit',
      });
      headersAtMs = monotonicMs();
      return { status: response.status, headers: response.headers, text: () => boundedText(response) };
    };
    const answer = await exchange(fetchUncached, baseUrl + path, {
      method,
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      json: body,
      signal: cutting.signal,
      timeoutMs: slow ? slowRequestTimeoutMs : timeoutMs,
    });
    return { kind: 'answer', status: answer.status, body: answer.body ?? null, sentAtMs, receivedAtMs: headersAtMs };
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

class AnswerTooLarge extends Error {}

async function boundedText(response: Response): Promise<string> {
  const text = await response.text();
  if (text.length > answerBytesMax) throw new AnswerTooLarge();
  return text;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof GatehouseError)) return 'no_connection';
  if (error.cause instanceof AnswerTooLarge) return 'answer_too_large';
  return error.code === 'timeout' ? 'timeout' : 'no_connection';
}
