/** Files over HTTP: uploads in one request, what they become, who may read them, and what an address gives. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import {
  type Answer,
  type Body,
  isDecent,
  openTestServer,
  readAnswer,
  type TestServer,
} from '#test/fixtures/test-server.ts';
import { bytesOf } from './tus-client.ts';

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  other = await house.tenant('other');
});
afterAll(() => house?.close());

type Content = string | Uint8Array<ArrayBuffer>;
interface Sending {
  readonly key?: string | null;
  readonly path?: string;
  readonly name?: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function upload(content: Content, sending: Sending = {}): Promise<Answer> {
  const { key = acme.apiKey, path = '/api/v1/files', name = 'a.bin', type = '', fields = {}, headers = {} } = sending;
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
  return readAnswer(
    await fetch(house.url + path, { method: 'POST', body: form, headers: { ...authorization, ...headers } }),
  );
}

const dataOf = (answer: Answer) => answer.body['data'] as Body;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(house.url + path, { method, headers });
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const record = (id: unknown) => house.send('GET', `/api/v1/files/${String(id)}`, { key: acme.apiKey });
const contentPath = (id: unknown) => `/api/v1/files/${String(id)}/content`;
const withKey = (key = acme.apiKey) => ({ authorization: `Bearer ${key}` });

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

describe('uploading', () => {
  test('a form with a file: 201, a record, its content, and how much the tenant keeps', async () => {
    const bytes = bytesOf(200_000);
    const made = await upload(bytes, { name: 'Bericht 2026.bin', fields: { alt: 'a report' } });
    const file = dataOf(made);
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/files/${String(file['id'])}`]);
    expect(file).toMatchObject({
      name: 'Bericht 2026.bin',
      type: 'application/octet-stream',
      kind: 'other',
      size: bytes.length,
      sha256: sha256(bytes),
      visibility: 'private',
      status: 'ready',
      url: null,
      alt: 'a report',
    });
    expect(Object.keys(file)).not.toContain('withheld');
    expect(dataOf(await record(file['id']))).toEqual(file);
    const content = await get(contentPath(file['id']), withKey());
    expect(sha256(new Uint8Array(await content.arrayBuffer()))).toBe(sha256(bytes));
    const usage = await house.send('GET', '/api/v1/storage_usage', { key: acme.apiKey });
    expect((usage.body['data'] as Body[])[0]).toMatchObject({ bytes: bytes.length, files: 1 });
  });

  test('POST /api/v1/media/upload publishes, unless the form says otherwise', async () => {
    const open = dataOf(await upload(pdf, { path: '/api/v1/media/upload' }));
    expect(open).toMatchObject({ visibility: 'public', url: expect.stringMatching(/^\/files\//), kind: 'document' });
    const closed = dataOf(await upload(pdf, { path: '/api/v1/media/upload', fields: { visibility: 'private' } }));
    expect(closed).toMatchObject({ visibility: 'private', url: null });
  });

  test('the same Idempotency-Key and file: the same record; another file: 409', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await upload('one', { headers });
    const again = await upload('one', { headers });
    expect(dataOf(again)['id']).toBe(dataOf(first)['id']);
    expect((await upload('two', { headers })).codes).toEqual(['idempotency_key_reused']);
  });

  test.each([
    ['no form', { 'content-type': 'application/json' }, '{}', 415],
    ['no boundary', { 'content-type': 'multipart/form-data' }, 'x', 415],
    ['a form without a file', { 'content-type': 'multipart/form-data; boundary=b' }, '--b--\r\n', 422],
    ['no part at all', { 'content-type': 'multipart/form-data; boundary=b' }, 'nothing', 400],
    [
      'a part that breaks off',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
      400,
    ],
    ['compressed', { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' }, 'x', 415],
  ] as const)('%s is refused', async (_what, headers, raw, status) => {
    const answer = await house.send('POST', '/api/v1/files', { key: acme.apiKey, headers, raw });
    expect([answer.status, isDecent(answer)]).toEqual([status, true]);
  });

  test('unknown fields, two files, a wrong visibility are refused', async () => {
    expect((await upload('x', { fields: { owner: 'me' } })).codes).toEqual(['unknown_field']);
    expect((await upload('x', { fields: { visibility: 'secret' } })).codes).toEqual(['invalid_option']);
    const form = new FormData();
    for (const name of ['a', 'b']) form.append('file', new Blob(['x']), name);
    const two = await fetch(`${house.url}/api/v1/files`, { method: 'POST', body: form, headers: withKey() });
    expect(two.status).toBe(400);
  });

  test('more than a request may carry: 413 that names tus, and no file or record is left', async () => {
    const { hostname, port } = new URL(house.url);
    const head = `POST /api/v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acme.apiKey}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
    const answered = (text: string) =>
      new Promise<string>((resolve) => {
        let seen = '';
        const socket = connect(Number(port), hostname, () => socket.write(text));
        socket.on('data', (part: Buffer) => {
          seen += part.toString();
          if (seen.includes('}]}')) socket.destroy();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(seen));
      });
    const said = await answered(`${head}Content-Length: 150000000\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toContain('/api/v1/files/tus');
  });

  test('no credential 401, no scope 403', async () => {
    const reading = await house.admin.credentials.createKey(acme.tenant, {
      name: 'reads',
      scopes: ['media:read'],
    });
    for (const path of ['/api/v1/files', '/api/v1/media/upload']) {
      expect((await upload('x', { path, key: null })).status).toBe(401);
      expect((await upload('x', { path, key: reading.apiKey })).status).toBe(403);
    }
  });

  test('only uploads make records, and only the platform sets its own fields', async () => {
    const json = { name: 'x', type: 'image/png', size: 1 };
    expect((await house.send('POST', '/api/v1/files', { key: acme.apiKey, json })).status).toBe(415);
    const bulk = await house.send('POST', '/api/v1/files/bulk', { key: acme.apiKey, json: { create: [json] } });
    expect([bulk.status, bulk.codes]).toEqual([403, ['not_writable']]);
    const { id } = dataOf(await upload('x'));
    for (const patch of [{ type: 'text/html' }, { url: '/x' }, { sha256: 'x' }, { status: 'failed' }, { tries: 9 }]) {
      const answer = await house.send('PATCH', `/api/v1/files/${String(id)}`, { key: acme.apiKey, json: patch });
      expect(['read_only', 'unknown_field']).toContain(answer.codes[0]);
    }
  });
});

describe('names', () => {
  test.each([
    ['../../x', 'x'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\u0000b.txt', 'ab.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['.htaccess', 'htaccess'],
    ['..', 'file'],
    ['gpj.\u202Eexe.txt', 'gpj.exe.txt'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie_ x.txt'],
    [`${'ü'.repeat(300)}.pdf`, `${'ü'.repeat(196)}.pdf`],
  ])('U02 %j is stored under our own id and offered as %j', async (given, offered) => {
    const answer = await upload('text', { fields: { name: given } });
    const { id, name } = dataOf(answer);
    expect([answer.status, name]).toEqual([201, offered]);
    const disposition = (await get(contentPath(id), withKey())).headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~%!*'()-]+$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(offered);
    const stored = readdirSync(join(house.dataDir, 'files', acme.tenant.id, 'files'), { recursive: true }) as string[];
    expect(stored.filter((path) => !/^[0-9a-f-]{36}(?:\/[0-9a-f]{64})?$/.test(path))).toEqual([]);
    expect(stored.some((path) => path.startsWith(String(id)))).toBe(true);
  });
});

describe('types', () => {
  test.each([
    ['HTML as image/png', '<!DOCTYPE html><script>alert(1)</script>', 'x.png', 'image/png', 'text/html'],
    [
      'a script in front of a picture',
      `<script>alert(1)</script>${png.toString('latin1')}`,
      'x.png',
      'image/png',
      'application/octet-stream',
    ],
    [
      'XHTML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
      'x.xml',
      '',
      'text/html',
    ],
    ['JSON', '{"a": 1}', 'x.json', 'text/html', 'application/json'],
    ['a table', 'a,b\n1,2\n', 'x.csv', 'text/html', 'text/csv'],
    ['a document', pdf, 'x.html', 'text/html', 'application/pdf'],
    ['an archive', 'PK\u0003\u0004', 'x.png', 'image/png', 'application/zip'],
    ['nothing known', '\u0000\u0001\u0002', 'x.png', 'image/png', 'application/octet-stream'],
  ])('U07 the content decides: %s', async (_what, content, name, claimed, type) => {
    const file = dataOf(await upload(content, { name, type: claimed, fields: { visibility: 'public' } }));
    const served = await get(contentPath(file['id']), withKey());
    const { headers } = served;
    expect([file['type'], headers.get('content-type')?.split(';')[0]]).toEqual([type, type]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const inline = type === 'application/pdf';
    expect(headers.get('content-disposition')?.split(';')[0]).toBe(inline ? 'inline' : 'attachment');
    expect(headers.get('content-security-policy')?.includes('sandbox')).toBe(!inline);
  });

  test('U06 an archive is kept as it is: the server opens no archive, with any content', async () => {
    // One entry that says 4 GB, one that leads out of any folder: bytes, and no more.
    const lying = Buffer.from(
      `504b0304140000000800000000000000000000000000ffffffff0900000${'2e2e2f2e2e2f612e62'.slice(0, 17)}`,
      'hex',
    );
    const before = readdirSync(join(house.dataDir, 'files', acme.tenant.id, 'files')).length;
    const file = dataOf(await upload(new Uint8Array(lying), { name: 'bomb.zip' }));
    expect(file).toMatchObject({ size: lying.length, kind: 'other', status: 'ready', variants: null });
    expect(readdirSync(join(house.dataDir, 'files', acme.tenant.id, 'files'))).toHaveLength(before + 1);
  });
});

describe('addresses', () => {
  const text = 'The quick brown fox jumps over the lazy dog';
  let file: Body;
  let url: string;

  beforeAll(async () => {
    file = dataOf(await upload(text, { name: 'fox.txt', fields: { visibility: 'public' } }));
    url = String(file['url']);
  });

  test('a public one is for everyone and for good, another content has another one', async () => {
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(url).toContain(sha256(text).slice(0, 32));
    for (const wrong of [
      url.replace(sha256(text).slice(0, 32), sha256('x').slice(0, 32)),
      url.replace('/files/', '/files/A'),
      '/files/x/y/z',
    ])
      expect((await get(wrong)).status).toBe(404);
  });

  test('HEAD, ETag, If-None-Match, If-Range', async () => {
    const head = await get(url, {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '43', '']);
    expect([etag, head.headers.get('accept-ranges')]).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/), 'bytes']);
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(url, { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get(url, { range: 'bytes=0-2', 'if-range': etag })).status).toBe(206);
    expect((await get(url, { range: 'bytes=0-2', 'if-range': '"x"' })).status).toBe(200);
  });

  test.each([
    ['bytes=0-2', 206, 'The', 'bytes 0-2/43'],
    ['bytes=40-', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=-3', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=40-999', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=-999', 206, text, 'bytes 0-42/43'],
    ['bytes=43-', 416, null, 'bytes */43'],
    ['bytes=-0', 416, null, 'bytes */43'],
    ['bytes=5-2', 200, text, null],
    ['bytes=a-b', 200, text, null],
    ['lines=1-2', 200, text, null],
    ['bytes=0-5,3-8', 200, text, null],
    [`bytes=${Array.from({ length: 20 }, (_, i) => `${2 * i}-${2 * i}`).join(',')}`, 200, text, null],
  ])('Range %s: %d', async (range, status, body, contentRange) => {
    const response = await get(url, { range });
    const said = await response.text();
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    if (body !== null) expect(said).toBe(body);
  });

  test('several ranges at once: one answer with all of them', async () => {
    const response = await get(url, { range: 'bytes=0-2, 40-42' });
    const boundary = /boundary=(\S+)/.exec(response.headers.get('content-type') ?? '')?.[1];
    const parts = (await response.text()).split(`--${boundary}`).map((part) => part.split('\r\n\r\n')[1]?.trim());
    expect([response.status, parts.filter(Boolean)]).toEqual([206, ['The', 'dog']]);
  });

  test('made private it is gone, and comes back with a proof that runs out', async () => {
    const { id } = file;
    const patch = (visibility: string) =>
      house.send('PATCH', `/api/v1/files/${String(id)}`, { key: acme.apiKey, json: { visibility } });
    expect(dataOf(await patch('private'))['url']).toBeNull();
    expect((await get(url)).status).toBe(404);
    const linked = await house.send('POST', `/api/v1/media/files/${String(id)}/link`, {
      key: acme.apiKey,
      json: { expiresInSeconds: 60 },
    });
    const { url: signed } = dataOf(linked) as { url: string };
    const served = await get(signed);
    expect([served.status, await served.text()]).toEqual([200, text]);
    expect(served.headers.get('cache-control')).toBe('no-store');
    const [path = '', query = ''] = signed.split('?');
    const later = query.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 9_999}`);
    expect((await get(`${path}?${later}`)).status).toBe(404);
    expect((await get(`${path}?${query.replace(/proof=../, 'proof=AA')}`)).status).toBe(404);
    const past = house.admin.files.parts.stamp;
    const gone = `${acme.tenant.id} ${String(id)} ${sha256(text).slice(0, 32)} 1000000000`;
    expect((await get(`${path}?until=1000000000&proof=${past(gone)}`)).status).toBe(410);
    expect(dataOf(await patch('public'))['url']).toBe(url);
    expect((await get(url)).status).toBe(200);
  });

  test('a deleted file is gone, its bytes too', async () => {
    const { id, url: address } = dataOf(await upload('short-lived', { fields: { visibility: 'public' } }));
    expect((await house.send('DELETE', `/api/v1/files/${String(id)}`, { key: acme.apiKey })).status).toBe(200);
    expect((await get(String(address))).status).toBe(404);
    expect((await get(contentPath(id), withKey())).status).toBe(404);
    const folder = join(house.dataDir, 'files', acme.tenant.id, 'files');
    await vi.waitFor(() => expect(readdirSync(folder)).not.toContain(id), { timeout: 30_000, interval: 100 });
  });

  test('of another tenant there is nothing: record, content, link', async () => {
    const { id } = dataOf(await upload('mine'));
    const key = other.apiKey;
    expect((await house.send('GET', `/api/v1/files/${String(id)}`, { key })).status).toBe(404);
    expect((await get(contentPath(id), withKey(key))).status).toBe(404);
    expect((await house.send('POST', `/api/v1/media/files/${String(id)}/link`, { key, json: {} })).status).toBe(404);
  });
});

describe('file fields', () => {
  test('name a file of this tenant, or are refused', async () => {
    const definition = {
      name: 'flyers',
      labels: { one: 'Flyer', many: 'Flyers' },
      fields: [{ name: 'pdf', type: 'file' }],
    };
    const made = await house.send('POST', '/api/v1/collections', { key: acme.apiKey, json: definition });
    expect(made.status).toBe(201);
    const create = (value: unknown) => house.send('POST', '/api/v1/flyers', { key: acme.apiKey, json: { pdf: value } });
    const mine = dataOf(await upload(pdf))['id'];
    const theirs = dataOf(await upload(pdf, { key: other.apiKey }))['id'];
    expect((await create(mine)).status).toBe(201);
    expect((await create(null)).status).toBe(201);
    for (const wrong of [theirs, '018f0000-0000-7000-8000-000000000000'])
      expect((await create(wrong)).codes).toEqual(['relation_unknown']);
  });
});
