/** The console's client: the SDK's, with the login that this browser keeps. */
import { createClient } from '#shared/sdk/create-client.ts';
import { keptCredential } from '../session/renew-login.ts';
import { apiBase } from '../session/sandbox.ts';

const timeoutMs = 15_000;
/** Maximum number of repeats of a request. Lists read again by themselves, so a request gives up soon. */
const retriesMax = 2;

export const client = createClient({
  baseUrl: apiBase,
  credential: keptCredential,
  retry: { retriesMax },
  timeoutMs,
});

/**
 * Sends one request with the login of this browser, e.g. to a route that no collection client of the SDK has. A `GET` is
 * repeated when no answer came; another method only where the server has surely not acted.
 *
 * @param ifVersion of the record as it was read: a change since then is refused (412 `version_mismatch`)
 * @throws GatehouseError
 */
export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  json?: object,
  ifVersion?: number,
): Promise<T> {
  const answer = await client.$request({
    method,
    path,
    repeatable: method === 'GET' ? 'always' : 'refused',
    ...(json && { json }),
    ...(ifVersion !== undefined && { headers: { 'If-Match': `"${ifVersion}"` } }),
  });
  return answer as T;
}
