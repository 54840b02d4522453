/** Uploads of two tenants by tus over real HTTP, as raw requests. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { type TusClient, tusClient } from './tus-client.ts';

export let house: TestServer;
export let acme: CreatedTenant;
export let other: CreatedTenant;
export let tus: TusClient;

/** Opens the server of a test file. */
export function openTusLab(): void {
  beforeAll(async () => {
    house = await openTestServer();
    acme = await house.tenant('acme');
    other = await house.tenant('other');
    tus = tusClient(house, acme.apiKey);
  });
  afterAll(() => house?.close());
}

export const base64 = (text: string) => Buffer.from(text).toString('base64');
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
export const offsetType = { 'content-type': 'application/offset+octet-stream' };
export const idIn = (path: string) => path.split('/').at(-1) ?? '';

export async function fileOf(path: string): Promise<Body> {
  return (await house.send('GET', `/api/v1/files/${idIn(path)}`, { key: acme.apiKey })).body['data'] as Body;
}

export async function contentOf(path: string): Promise<Uint8Array> {
  const response = await fetch(`${house.url}/api/v1/files/${idIn(path)}/content`, {
    headers: { authorization: `Bearer ${acme.apiKey}` },
  });
  return new Uint8Array(await response.arrayBuffer());
}
