/** The index of routes decides nothing: the same routes with and without it answer every request alike. */
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexRoutes } from '#server/http/route-index.ts';

type Method = 'get' | 'post' | 'delete' | 'options' | 'all';

const routes: readonly (readonly [Method, string | string[]])[] = [
  ['get', '/a/first'],
  ['get', '/a/:id'],
  ['post', ['/a/:id', '/api/v1/a/:id']],
  ['get', '/a/:id/b'],
  ['get', '/:any/first'],
  ['get', '/:any/:other'],
  ['all', '/files/*path'],
  ['delete', '/a/first'],
  ['get', '/pictures/:name.png'],
  ['options', '/uploads'],
  ['post', '/uploads'],
  ['get', '/'],
];

/** Every third route hands the request on, every fifth fails: what comes after them counts, too. */
function made(isIndexed: boolean): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.use((request, _response, next) => {
    // As the prefix of the sandbox is taken off: the index must look at what is left.
    request.url = request.url.replace(/^\/prefix(?=\/)/, '');
    next();
  });
  const before = app.router.stack.length;
  const seen = (response: Response, what: string) => response.append('Seen', what);
  app.use((_request, response, next) => {
    seen(response, 'first');
    next();
  });
  for (const [n, [method, path]] of routes.entries())
    app[method](path, (request: Request, response: Response, next: NextFunction) => {
      seen(response, `${n} ${JSON.stringify(request.params)} ${request.baseUrl} ${String(request.route?.path)}`);
      if (n % 5 === 4) throw new Error(`route ${n}`);
      if (n % 3 === 1) return next();
      response.send(`route ${n}`);
    });
  app.use('/folder', (request, response) => void response.send(`folder ${request.baseUrl} ${request.url}`));
  if (isIndexed) indexRoutes(app, before);
  app.use((request, response) => void response.status(404).send(`nothing at ${request.path}`));
  app.use((fault: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(500).send(fault.message);
  });
  return app;
}

let servers: readonly Server[];

beforeAll(async () => {
  servers = [made(false), made(true)].map((app) => app.listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
});
afterAll(() => {
  for (const server of servers ?? []) server.close();
});

/** With the path as it is: `fetch` would tidy it. */
function answerOf(server: Server, method: string, path: string): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve([response.statusCode, response.headers['seen'], response.headers.allow, text]));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const paths = [
  ...['/', '//', '/a', '/a/', '/a/first', '/a/first/', '/a/first//', '/a//first', '/A/first', '/a/First'],
  ...['/a/x', '/a/x/b', '/a/x/b/c', '/b/first', '/b/x', '/api/v1/a/x', '/api/v1/a', '/api/v1/a/x/', '/a/%2e', '/a/%2F'],
  ...[
    '/a/%ZZ',
    '/b/%ZZ',
    '/%61/first',
    '/files/x',
    '/files/x/y/z',
    '/files/',
    '/files',
    '/pictures/x.png',
    '/pictures/x',
  ],
  ...['/uploads', '/folder', '/folder/x', '/folderx', '/prefix/a/first', '/prefix/files/x', '/a/first?b=/c', '/a/x;y'],
  ...['/__proto__/first', '/constructor', '/a/..', '/a/first#b'],
];

test.each(['GET', 'HEAD', 'POST', 'DELETE', 'PATCH'])(
  '%s: the same answer with and without the index',
  async (method) => {
    for (const path of paths) {
      const [plain, indexed] = await Promise.all(servers.map((server) => answerOf(server, method, path)));
      expect(indexed, `${method} ${path}`).toEqual(plain);
    }
  },
);

test('OPTIONS of a route of its own is answered by it; of another path by what is mounted after the index', async () => {
  const [, indexed] = servers as [Server, Server];
  expect(await answerOf(indexed, 'OPTIONS', '/files/x')).toMatchObject({ 0: 200, 3: 'route 6' });
  expect(await answerOf(indexed, 'OPTIONS', '/a/first')).toMatchObject({ 0: 404, 3: 'nothing at /a/first' });
});
