/** `/console/` and `/kiosk/` of a server without built pages say how to build them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleCsp, kioskCsp, mountWebApp } from '#server/endpoints/web-apps/mount-web-app.ts';
import { createLog } from '#server/http/log.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { openRequestHandler } from '#server/http/request-handler.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'));
const handler = openRequestHandler(
  {
    identify: () => Promise.reject(new Error('no identified route is called')),
    platform: { as: () => Promise.reject(new Error('nothing is identified here')) },
    rateLimit: createRateLimit(Date.now),
    statusOf: () => 404,
    log: createLog('silent', () => {}),
  },
  [
    mountWebApp({ path: '/kiosk', folder: join(folder, 'kiosk'), csp: kioskCsp }),
    mountWebApp({ path: '/console', folder: join(folder, 'console'), csp: consoleCsp('https://pages.example') }),
  ],
);
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => handler.server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(handler.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await handler.close();
  rmSync(folder, { recursive: true });
});

test.each(['/console/', '/kiosk/', '/console', '/kiosk/?pair=ABCD', '/sandbox/console/'])('%s', async (path) => {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(await answer.text()).toMatch(
    /<h1>The (console|kiosk) is not built yet<\/h1>[\s\S]*npm start[\s\S]*npm run build/,
  );
});

test('a file that is not there is not the page', async () => {
  expect((await fetch(`${url}/console/assets/x.js`)).status).toBe(404);
});

test('once built, the page is there without a restart', async () => {
  mkdirSync(join(folder, 'console'));
  writeFileSync(join(folder, 'console', 'index.html'), '<title>built</title>');
  expect(await (await fetch(`${url}/console/`)).text()).toBe('<title>built</title>');
});
