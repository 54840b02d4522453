/** Hostile requests over real HTTP: never a 5xx, never a hang, no stack or path in a body, the server alive afterwards. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDecent, openTestServer, type Sent, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('acme')).apiKey;
});
afterAll(() => house.close());

const post = (sent: Sent) => house.send('POST', '/api/v1/notes', { key, ...sent });
const json = { 'content-type': 'application/json' };

describe('bodies', () => {
  const malformed: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
    ['nothing but a brace', '{'],
    ['two values', '{}{}'],
    ['a trailing comma', '{"title":"a",}'],
    ['single quotes', "{'title':'a'}"],
    ['NaN', '{"seats":NaN}'],
    ['a comment', '{/* */}'],
    ['a byte order mark', '\uFEFF{"title":"a"}'],
    ['a control character in a string', '{"title":"a\nb"}'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['UTF-16', new Uint8Array(Buffer.from('{"title":"a"}', 'utf16le'))],
    ['an array', '[]'],
    ['a string', '"title"'],
    ['null', 'null'],
    ['nothing', ''],
  ];
  test.each(malformed)('R01 %s → 400', async (_name, raw) => {
    const answer = await post({ raw, headers: json });
    expect(answer.status).toBe(400);
    expect(['invalid_json', 'invalid_body']).toContain(answer.codes[0]);
    expect(isDecent(answer)).toBe(true);
  });

  test('R02 100,000 nested arrays or objects → 400, also under an idempotency key', async () => {
    const deep = 100_000;
    const arrays = `{"title":"a","meta":${'['.repeat(deep)}${']'.repeat(deep)}}`;
    const objects = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`;
    const unclosed = '['.repeat(deep);
    for (const raw of [arrays, objects, unclosed])
      for (const headers of [json, { ...json, 'idempotency-key': 'deep' }])
        expect((await post({ raw, headers })).codes).toEqual(['invalid_json']);
  });

  test('R02 brackets inside of strings are no nesting', async () => {
    for (const body of ['['.repeat(500), `"${'{'.repeat(500)}`, `\\${'['.repeat(500)}`, `\\"${'{['.repeat(500)}`])
      expect((await post({ json: { title: 'a', body } })).status).toBe(201);
  });

  test.each([
    ['with its length', undefined],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('R03 10 MB %s → 413, and the answer is read', async (_name, chunked) => {
    const raw = new Uint8Array(10 * 1024 * 1024).fill(0x20);
    if (!chunked) {
      expect((await post({ raw, headers: json })).codes).toEqual(['body_too_large']);
      return;
    }
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 160; i += 1) controller.enqueue(raw.subarray(0, 65_536));
        controller.close();
      },
    });
    const response = await fetch(`${house.url}/api/v1/notes`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${key}` },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test('R04 a compressed body is refused unread', async () => {
    const raw = new Uint8Array(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
    const answer = await post({ raw, headers: { ...json, 'content-encoding': 'gzip' } });
    expect([answer.status, answer.codes]).toEqual([415, ['unsupported_media_type']]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=latin1',
    '',
  ])('R05 content type "%s" → 415', async (type) => {
    const answer = await post({
      raw: new TextEncoder().encode('{"title":"a"}'),
      headers: type === '' ? {} : { 'content-type': type },
    });
    expect([answer.status, answer.codes]).toEqual([415, ['unsupported_media_type']]);
  });

  test('R06 of two keys of one name the last counts', async () => {
    const answer = await post({ raw: '{"title":"first","title":"last"}', headers: json });
    expect(answer.body['data']).toMatchObject({ title: 'last' });
  });

  test.each([
    '{"title":"a","__proto__":{"polluted":1}}',
    '{"title":"a","constructor":{"prototype":{"polluted":1}}}',
    '{"title":"a","meta":{"__proto__":{"polluted":1}}}',
    '{"title":"a","place":{"__proto__":{"polluted":1}}}',
    '{"title":"a","toString":"x"}',
  ])('R07 %s → refused, and no prototype changed', async (raw) => {
    expect([400, 422]).toContain((await post({ raw, headers: json })).status);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('paths, methods, headers', () => {
  test.each([
    '/api/../admin',
    '/api/v1/%2e%2e/%2e%2e/etc/passwd',
    '//api/v1/notes',
    '/api/v1//notes',
    '/api/v1/notes;x=1',
    '/api/v1/notes/%00',
    '/api/v1/notes%00',
    '/kiosk/%00',
    '/kiosk/..%2f..%2fpackage.json',
    '/kiosk/%2e%2e/%2e%2e/package.json',
    '/kiosk/..\\..\\package.json',
    '/console/.git/config',
    '/api/v1/notes/%E0%A4%A',
    '/%',
    '/t/%00',
    '/T/secret',
    '/API/V1/notes',
    `/${'a'.repeat(8_000)}`,
  ])('R25 %.60s → 400 or 404', async (path) => {
    const text = await house.raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    );
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
    expect([400, 404]).toContain(status);
    expect(isDecent({ text, status })).toBe(true);
  });

  test('an absolute address is read by its path, and names no other tenant or sandbox', async () => {
    const ask = (address: string, host = 'x') =>
      house.raw(
        `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      );
    expect(await ask('http://evil.example/api/v1/notes')).toMatch(/^HTTP\/1\.1 200/);
    expect(await ask('http://evil.example/sandbox/api/v1/notes')).toMatch(/^HTTP\/1\.1 401/);
    expect(await ask('http://evil.example')).toMatch(/^HTTP\/1\.1 302/);
  });

  test.each([
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['the same Host twice', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no version', 'GET /healthz\r\n\r\n'],
    ['no version, with fields', 'GET /healthz\r\nHost: a\r\n\r\n'],
    ['another version', 'GET /healthz HTTP/1.2\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [
      'two Hosts that ask for a socket',
      'GET /live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
  ])('a request with %s is 400', async (_, bytes) => {
    expect(await house.raw(bytes)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('R33 what a path does not know is 405 and says what it does', async () => {
    const table: readonly (readonly [string, string, string])[] = [
      ['PUT', '/api/v1/notes', 'GET, HEAD, POST, OPTIONS'],
      ['DELETE', '/api/v1/notes', 'GET, HEAD, POST, OPTIONS'],
      ['PUT', '/api/v1/notes/x', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
      ['GET', '/webhooks/payments', 'POST, OPTIONS'],
      ['PATCH', '/events/x/checkin/stats', 'GET, HEAD, OPTIONS'],
    ];
    for (const [method, path, allow] of table) {
      const answer = await house.send(method, path, { key });
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
      expect(answer.codes).toEqual(['method_not_allowed']);
    }
  });

  test('R33 TRACE, CONNECT and words that are no method', async () => {
    for (const method of ['TRACE', 'FOO', 'CONNECT', 'QUERY', 'get']) {
      const text = await house.raw(
        `${method} /api/v1/notes HTTP/1.1\r\nHost: x\r\nX-Secret: echo\r\nConnection: close\r\n\r\n`,
      );
      expect(text).not.toMatch(/^HTTP\/1\.1 (2|5)/);
      expect(text).not.toContain('echo');
    }
  });

  test('R33 HEAD is GET without a body; OPTIONS of a path says its methods', async () => {
    const head = await house.send('HEAD', '/api/v1/notes', { key });
    const get = await house.send('GET', '/api/v1/notes', { key });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
    const options = await house.send('OPTIONS', '/api/v1/notes/x');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS']);
  });

  test('R22 a method in a header or parameter is ignored', async () => {
    const made = await post({ json: { title: 'stays' } });
    const id = String((made.body['data'] as { id: string }).id);
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      await house.send('GET', `/api/v1/notes/${id}`, { key, headers: { [header]: 'DELETE' } });
      await house.send('POST', `/api/v1/notes/${id}`, { key, headers: { [header]: 'DELETE' }, json: {} });
    }
    expect((await house.send('GET', `/api/v1/notes/${id}`, { key })).status).toBe(200);
    expect((await house.send('POST', `/api/v1/notes?_method=DELETE`, { key, json: { title: 'a' } })).status).toBe(400);
  });

  test('R23 R24 headers of a proxy or an evil host change nothing that is sent out', async () => {
    const evil = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '10.9.9.9',
      forwarded: 'for=10.9.9.9;host=evil.example;proto=https',
      'x-original-url': '/healthz',
      'x-rewrite-url': '/healthz',
    };
    const lines = Object.entries(evil)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const auth = `Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
    for (const path of ['/api/v1/notes?limit=1', '/', '/kiosk?pair=A', '/healthz', '/api/v1/auth/me']) {
      const text = await house.raw(`GET ${path} HTTP/1.1\r\n${lines}${auth}`);
      expect(text).toMatch(/^HTTP\/1\.1 (200|302|308)/);
      expect(text).not.toContain('evil.example');
      expect(text).not.toContain('10.9.9.9');
    }
  });

  test('R26 pages of other origins get no leave to read; the packed kiosk does', async () => {
    const origins = [
      'https://evil.example',
      'null',
      'app://kiosk.evil.example',
      'app://kiosk/',
      'APP://KIOSK',
      'app://kiosk:1',
      house.url,
    ];
    for (const origin of origins)
      for (const [method, more] of [
        ['GET', {}],
        ['OPTIONS', { 'access-control-request-method': 'POST' }],
      ] as const) {
        const answer = await house.send(method, '/api/v1/notes', { key, headers: { origin, ...more } });
        // A preflight has no credential, so that it says what the interface takes to every web page; what a page may
        // read is decided by the call.
        const allowed = method === 'OPTIONS' && origin.startsWith('http') ? origin : null;
        expect([origin, method, answer.headers.get('access-control-allow-origin')]).toEqual([origin, method, allowed]);
        expect(answer.headers.get('vary')).toContain('Origin');
      }
    const preflight = await house.send('OPTIONS', '/api/v1/notes', {
      headers: { origin: 'app://kiosk', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'app://kiosk']);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('every answer carries its id and may not be sniffed, framed or kept', async () => {
    for (const path of ['/healthz', '/api/v1/notes', '/nothing', '/api/v1/nothing']) {
      const { headers } = await house.send('GET', path, { key });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('text after a second question mark belongs to the value', async () => {
    await post({ json: { title: 'who?' } });
    const found = await house.send('GET', '/api/v1/notes?where[title][equals]=who?', { key });
    expect((found.body['data'] as unknown[]).length).toBe(1);
    const kiosk = await house.send('GET', '/kiosk?pair=A?B&x=1');
    expect([kiosk.status, kiosk.headers.get('location')]).toEqual([308, '/kiosk/?pair=A?B&x=1']);
  });
});

describe('what is hardly HTTP', () => {
  const smuggled: readonly (readonly [string, string])[] = [
    ['length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['a length list', 'Content-Length: 5, 6\r\n\r\nhello!'],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a broken chunk size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n'],
    ['a bare line feed', 'X-A: b\nContent-Length: 0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 0\r\n\r\n'],
    ['a folded header', 'X-A: b\r\n c: d\r\n\r\n'],
    ['NUL in a header', 'X-A: b\0c\r\n\r\n'],
  ];
  test.each(smuggled)('R31 %s → 400 and close, and the request after it is not answered', async (_name, rest) => {
    const next = `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`;
    const text = await house.raw(
      `POST /api/v1/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${rest}${next}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(text).toContain('"errors"');
  });

  test('A18 12 KB of credential → 401; 64 KB of headers → 431', async () => {
    const long = await house.send('GET', '/api/v1/notes', { key: `gate_sk_live_${'a'.repeat(12_000)}` });
    expect([long.status, long.codes]).toEqual([401, ['unauthenticated']]);
    const text = await house.raw(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 431/);
    expect(text).toContain('headers_too_large');
  });

  test('a request that ends in the middle of its body does not disturb other requests', async () => {
    const half = `POST /api/v1/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":`;
    await house.raw(half, 100);
    expect((await house.send('GET', '/healthz')).status).toBe(200);
  });
});

test('after all of it the server is alive and says so', async () => {
  expect((await house.send('GET', '/healthz')).body).toEqual({ status: 'ok' });
  expect((await house.send('GET', '/readyz')).body).toMatchObject({ status: 'ok' });
});
