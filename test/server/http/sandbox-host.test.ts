/** `SANDBOX_HOST`: at that host every path is the sandbox's, for requests and sockets; `/sandbox` works as before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { openTestServer, type TestServer } from '../../fixtures/test-server.ts';

const host = 'sandbox.example.org';
let house: TestServer;
let acme: CreatedTenant;

beforeAll(async () => {
  house = await openTestServer({ SANDBOX_HOST: host });
  acme = await house.tenant('acme');
});
afterAll(() => house.close());

async function status(asked: string, path: string, key: string): Promise<number> {
  const text = await house.raw(
    `GET ${path} HTTP/1.1\r\nHost: ${asked}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  );
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

test('the address of a new sandbox names it', () => {
  expect(acme.sandbox.baseUrl).toBe(`http://${host}`);
});

test('a sandbox key works there and below /sandbox, a live one at the other host alone', async () => {
  const path = '/api/v1/notes';
  expect(await status(host, path, acme.sandbox.apiKey)).toBe(200);
  expect(await status(host.toUpperCase(), path, acme.sandbox.apiKey)).toBe(200);
  expect(await status(host, `/sandbox${path}`, acme.sandbox.apiKey)).toBe(200);
  expect(await status(host, path, acme.apiKey)).toBe(401);
  expect(await status('gate.example.org', path, acme.sandbox.apiKey)).toBe(401);
  expect(await status('gate.example.org', path, acme.apiKey)).toBe(200);
});

test('sockets too', async () => {
  const opened = (key: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${house.url.replace('http', 'ws')}/live`, {
        headers: { host, authorization: `Bearer ${key}` },
      });
      socket.once('open', () => {
        socket.close();
        resolve(101);
      });
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', () => resolve(0));
    });
  expect(await opened(acme.sandbox.apiKey)).toBe(101);
  expect(await opened(acme.apiKey)).toBe(401);
});
