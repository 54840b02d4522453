/** Sends the console's requests that carry no credential: those before a login, and those that renew or end it. */
import { createClient } from '#shared/sdk/create-client.ts';
import { apiBase } from './sandbox.ts';

export const timeoutMs = 15_000;

const client = createClient({ baseUrl: apiBase, timeoutMs, retry: { retriesMax: 1 } });

/**
 * @param repeatable `always`: the client sends the request once more where no answer came; `refused`: only where the server
 *   has surely not acted
 * @throws GatehouseError
 */
export async function openRequest<T>(
  method: 'GET' | 'POST',
  path: string,
  json?: object,
  repeatable: 'always' | 'refused' = 'refused',
): Promise<T> {
  return (await client.$request({ method, path, open: true, repeatable, ...(json && { json }) })) as T;
}
