import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerClient, type ServerClient } from '#kiosk/sync/server-client.ts';

let server: Server;
let client: ServerClient;
/** Gives up soon: for what is never answered. */
let hasty: ServerClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/hang') return;
    if (request.url === '/torn') request.socket.destroy();
    else if (request.url === '/half') {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"a":');
      setTimeout(() => request.socket.destroy(), 10);
    } else if (request.url === '/text') response.end('<html>');
    else response.writeHead(409).end(JSON.stringify({ token: request.headers.authorization ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientOf = (timeoutMs: number) =>
    createServerClient({ baseUrl, fetch, monotonicMs: () => performance.now(), timeoutMs });
  client = clientOf(60_000);
  hasty = clientOf(500);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string, by = client) => by.request({ method: 'GET', path, token: 'secret' });

describe('a request', () => {
  test('ends in the answer, with any status', async () => {
    expect(await get('/')).toMatchObject({ kind: 'answer', status: 409, body: { token: 'Bearer secret' } });
    expect(await get('/text')).toMatchObject({ kind: 'answer', status: 200, body: null });
  });

  test.each([
    ['/hang', 'timeout'],
    ['/torn', 'no_connection'],
    ['/half', 'no_connection'],
  ])('%s ends as unreachable', async (path, reason) => {
    expect(await get(path, path === '/hang' ? hasty : client)).toEqual({ kind: 'unreachable', reason });
  });

  test('is cut by the practice switch, also when it is under way', async () => {
    const under = get('/hang');
    client.setCut(true);
    expect(await under).toEqual({ kind: 'unreachable', reason: 'network_cut' });
    expect(await get('/')).toEqual({ kind: 'unreachable', reason: 'network_cut' });
    client.setCut(false);
    expect(await get('/')).toMatchObject({ kind: 'answer' });
  });
});
