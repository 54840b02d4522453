/** The notes of two tenants over REST and real HTTP, for tests of a generated collection. */
import { afterAll, beforeAll } from 'vitest';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

export let house: TestServer;
export let key: string;
export let otherKey: string;

/** Opens the server of a test file. */
export function openNotes(): void {
  beforeAll(async () => {
    house = await openTestServer();
    key = (await house.tenant('acme')).apiKey;
    otherKey = (await house.tenant('other')).apiKey;
  });
  afterAll(() => house.close());
}

export const dataOf = (answer: Answer) =>
  answer.body['data'] as Body & { readonly id: string; readonly version: number };
export const listOf = (answer: Answer) => answer.body['data'] as readonly (Body & { readonly id: string })[];
export const metaOf = (answer: Answer) =>
  answer.body['meta'] as { readonly nextCursor: string | null; readonly hasMore: boolean; readonly total?: number };
export const get = (path: string, headers = {}, by = key) =>
  house.send('GET', `/api/v1/notes${path}`, { key: by, headers });
export const post = (json: unknown, headers = {}) => house.send('POST', '/api/v1/notes', { key, json, headers });
export const patch = (id: string, json: unknown, headers = {}) =>
  house.send('PATCH', `/api/v1/notes/${id}`, { key, json, headers });
export const remove = (id: string, headers = {}) => house.send('DELETE', `/api/v1/notes/${id}`, { key, headers });

export async function make(fields: Body = {}): Promise<Body & { readonly id: string; readonly version: number }> {
  const answer = await post({ title: 'A note', ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return dataOf(answer);
}
