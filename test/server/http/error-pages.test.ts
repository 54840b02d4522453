/** Every refusal there is, as a browser sees it and as a program does; and what may not get into the page. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { isFromOwnPage } from '#server/http/origins.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { RefusalError } from '#server/http/refusal-error.ts';
import { type Mount, type OpenRequestHandler, openRequestHandler } from '#server/http/request-handler.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';

const codes: Readonly<Record<string, number>> = platformRefusals;
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const hostile = '<script>alert("x")</script> & \'more\'';
let handler: OpenRequestHandler;
let address: { readonly host: string; readonly port: number };

const mount: Mount = {
  name: 'sample',
  mount(app) {
    app.all('/refused/:code', ({ params }) => {
      throw new RefusalError([{ code: String(params['code']), message: hostile }], {
        headers: { 'Retry-After': '7' },
      });
    });
    app.get('/guest', () => {
      throw new RefusalError([{ code: 'not_found', message: 'No ticket.' }], { forGuest: true });
    });
    app.get('/bug', () => {
      throw new Error('the secret of the bug');
    });
  },
};

beforeAll(async () => {
  handler = openRequestHandler(
    {
      identify: () => Promise.reject(new Error('nothing identifies here')),
      platform: { as: () => Promise.reject(new Error('nothing is identified here')) },
      rateLimit: createRateLimit(Date.now),
      statusOf: (code) => codes[code] ?? 422,
      log: createLog('silent', () => undefined),
    },
    [mount],
  );
  await new Promise<void>((resolve) => handler.server.listen(0, '127.0.0.1', resolve));
  address = { host: '127.0.0.1', port: (handler.server.address() as { port: number }).port };
});
afterAll(() => handler.close());

interface Page {
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly text: string;
}

/** By plain HTTP: fetch says of itself that it is no navigation. */
function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asked = request({ ...address, path, method, headers: { accept: browser, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: headers, text }));
    });
    asked.on('error', reject).end();
  });
}

describe('every refusal', () => {
  test.each(Object.entries(codes))('%s (%i) is a page for a browser and JSON for others', async (code, status) => {
    const page = await get(`/refused/${code}`);
    const { headers, text } = page;
    expect([page.status, headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect([headers.get('cache-control'), headers.get('retry-after')]).toEqual(['no-store', '7']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]{22}';/);
    expect(policy).not.toContain('script-src');
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
    expect(text).not.toMatch(/<script|undefined|null|\[object/);
    expect(text).toContain(headers.get('x-request-id'));
    for (const accept of ['*/*', 'application/json', 'application/json, text/html', '']) {
      const answer = await get(`/refused/${code}`, { accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
      expect(JSON.parse(answer.text)).toEqual({ errors: [{ code, message: hostile }] });
    }
    // A script of a page that asks for HTML by mistake reads JSON all the same.
    expect(JSON.parse((await get(`/refused/${code}`, { 'sec-fetch-mode': 'cors' })).text)).toHaveProperty('errors');
  });
});

test('only the pages of an authorization speak of one: another request that is refused cannot be processed', async () => {
  const ordinary = Object.entries(codes).filter(([, status]) => [400, 415, 422].includes(status));
  expect(ordinary.length).toBeGreaterThan(2);
  for (const [code] of ordinary)
    expect((await get(`/refused/${code}`, {}, 'POST')).text).toContain('<h1>This request cannot be processed</h1>');
});

test('a form that was sent gets a page, too, and none that would send it again', async () => {
  const page = await get('/refused/too_many_attempts', {}, 'POST');
  expect(page.text).not.toContain('Try again</a>');
  expect((await get('/refused/overloaded')).text).toContain('href="/refused/overloaded">Try again</a>');
});

test('a guest is not sent to the console; a fault says nothing of itself', async () => {
  expect((await get('/guest')).text).not.toContain('/console/');
  expect((await get('/sandbox/nothing')).text).toContain('href="/sandbox/console/"');
  const bug = await get('/bug');
  expect([bug.status, bug.text.includes('secret of the bug')]).toEqual([500, false]);
});

test('a link back to what was asked stays on this server', async () => {
  for (const path of ['//evil.example/x', '/%5Cevil.example', '/"><b>']) {
    const { text } = await get(path);
    expect(text).not.toMatch(/href="(?:\/[/\\]|[^"]*<)/);
  }
});

describe('which forms are ours', () => {
  const host = 'gate.example';
  const fetched = (origin: string | undefined, site: string | undefined) =>
    isFromOwnPage(
      {
        headers: {
          host,
          ...(origin === undefined ? {} : { origin }),
          ...(site === undefined ? {} : { 'sec-fetch-site': site }),
        },
      } as Parameters<typeof isFromOwnPage>[0],
      'https://public.example',
    );

  test.each([
    ['https://public.example', 'same-origin'],
    ['https://gate.example', 'same-origin'],
    ['http://gate.example', undefined],
    ['null', 'same-origin'],
    [undefined, undefined],
    [undefined, 'same-origin'],
  ])('from %s, which is %s: yes', (origin, site) => expect(fetched(origin, site)).toBe(true));

  test.each([
    ['https://evil.example', undefined],
    ['https://evil.example', 'cross-site'],
    ['https://public.example.evil.example', 'cross-site'],
    ['https://gate.example:8443', 'same-site'],
    ['https://public.example', 'cross-site'],
    ['app://kiosk', undefined],
    ['null', undefined],
    ['null', 'cross-site'],
    ['null', 'same-site'],
    ['null', 'none'],
    [undefined, 'cross-site'],
    [undefined, 'same-site'],
    ['', undefined],
  ])('from %s, which is %s: no', (origin, site) => expect(fetched(origin, site)).toBe(false));
});
