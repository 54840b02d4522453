/** Requests of a box to its server upstream. Each ends with an answer, or with the reason why the server was not reached. */
import { parseJson } from '#shared/base/json.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';

export type UpstreamAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** Path from the root: `/api/v1/…`. */
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  /** Allows more time, for what a server may take long to prepare. */
  readonly slow?: boolean;
}

export type UpstreamClient = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

const requestMs = 10 * secondMs;
const slowRequestMs = 2 * minuteMs;

/**
 * @param baseUrl without a slash at the end
 * @param ended aborts requests in progress: this server stops
 */
export function createUpstreamClient(baseUrl: string, ended?: AbortSignal): UpstreamClient {
  return async ({ body, method, path, slow, token }) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        // Redirects are not followed: the operator gave this address, and the token is meant for it alone.
        redirect: 'error',
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([AbortSignal.timeout(slow ? slowRequestMs : requestMs), ...(ended ? [ended] : [])]),
      });
      return { kind: 'answer', status: response.status, body: parseJson(await response.text()) ?? null };
    } catch (fault) {
      return { kind: 'unreachable', reason: reasonOf(fault) };
    }
  };
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'no_connection';
  if (fault.name === 'TimeoutError') return 'timeout';
  const cause: unknown = fault.cause;
  return cause instanceof Error && 'code' in cause ? String(cause.code).toLowerCase() : 'no_connection';
}
