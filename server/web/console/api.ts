/** The console's way to the server: fetch with the session, errors as sentences. */

import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import { credential, credentialAfter, keepSession } from './login-state.ts';

const timeoutMs = 15_000;

export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly Refusal[];
  constructor(status: number, errors: readonly Refusal[]) {
    super(errors.map((e) => e.message).join(' '));
    this.status = status;
    this.errors = errors;
  }
}

/** Anything thrown, as what can be shown. */
export function asApiError(fault: unknown): ApiError {
  return fault instanceof ApiError ? fault : new ApiError(0, [{ code: 'fault', message: String(fault) }]);
}

async function send(
  method: string,
  path: string,
  known: string | null,
  body: unknown,
  ifVersion: number | undefined,
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(known ? { Authorization: `Bearer ${known}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(ifVersion === undefined ? {} : { 'If-Match': `"${ifVersion}"` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new ApiError(0, [
      {
        code: 'unreachable',
        message: `The server cannot be reached. Check that it is running. This page tries again automatically. (${String(cause)})`,
      },
    ]);
  }
}

/**
 * @param ifVersion of the record as it was read: another's change since then is refused (412 `version_mismatch`)
 * @throws ApiError with what the server says, or that it cannot be reached
 */
export async function api<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  ifVersion?: number,
): Promise<T> {
  const ask = (known: string | null) => send(method, path, known, body, ifVersion);
  const known = await credential();
  let response = await ask(known);
  // The clock of this machine may be wrong, or another tab was faster: once more with what is newer, if anything is.
  const newer = response.status === 401 && known !== null ? await credentialAfter(known) : null;
  if (newer !== null) response = await ask(newer);
  const answer: unknown = response.headers.get('content-type')?.includes('json') ? await response.json() : null;
  if (!response.ok) {
    const errors = isObject(answer) && Array.isArray(answer['errors']) ? (answer['errors'] as Refusal[]) : [];
    throw new ApiError(
      response.status,
      errors.length > 0
        ? errors
        : [{ code: 'unknown', message: `The server responded with status ${response.status}.` }],
    );
  }
  return answer as T;
}

/** A one-time login link: `/console/?login=…`. The token leaves the address bar before anything else happens. */
export async function redeemLoginLink(): Promise<void> {
  const url = new URL(location.href);
  const token = url.searchParams.get('login');
  if (!token) return;
  url.searchParams.delete('login');
  history.replaceState(null, '', url);
  const { data } = await api<{ data: { session: string } }>('POST', '/api/v1/auth/redeem', { token });
  keepSession(data.session, 'browser');
}
