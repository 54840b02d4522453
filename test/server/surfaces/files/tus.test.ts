/** tus 1.0.0 as raw requests, point by point: https://tus.io/protocols/resumable-upload */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { bytesOf, type TusClient, type TusRequest, tusClient, tusPath } from './tus-client.ts';

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;
let tus: TusClient;

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  other = await house.tenant('other');
  tus = tusClient(house, acme.apiKey);
});
afterAll(() => house?.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const offsetType = { 'content-type': 'application/offset+octet-stream' };
const idIn = (path: string) => path.split('/').at(-1) ?? '';

async function fileOf(path: string): Promise<Body> {
  return (await house.send('GET', `/api/v1/files/${idIn(path)}`, { key: acme.apiKey })).body['data'] as Body;
}

async function contentOf(path: string): Promise<Uint8Array> {
  const response = await fetch(`${house.url}/api/v1/files/${idIn(path)}/content`, {
    headers: { authorization: `Bearer ${acme.apiKey}` },
  });
  return new Uint8Array(await response.arrayBuffer());
}

describe('what is spoken', () => {
  test('OPTIONS tells versions, extensions, the largest size and the checksums, without Tus-Resumable', async () => {
    const { status, headers, text } = await tus.send('OPTIONS', tusPath, { version: null });
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    expect(headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum']),
    );
    expect(headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation-defer-length', 'concatenation']),
    );
    expect(Number(headers.get('tus-max-size'))).toBeGreaterThan(100_000_000);
    expect(headers.get('tus-checksum-algorithm')?.split(',')).toContain('sha1');
  });

  test.each([
    ['none', null],
    ['another', '0.2.2'],
  ])('%s in Tus-Resumable: 412 with Tus-Version, and nothing is done', async (_what, version) => {
    const path = await tus.create(5);
    for (const [method, at] of [
      ['HEAD', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', tusPath],
    ] as const) {
      const headers = { 'upload-length': '5', 'upload-offset': '0', ...offsetType };
      const answer = await tus.send(method, at, {
        version,
        headers,
        ...(method === 'PATCH' ? { body: bytesOf(5) } : {}),
      });
      expect([method, answer.status, answer.headers.get('tus-version'), answer.headers.get('location')]).toEqual([
        method,
        412,
        '1.0.0',
        null,
      ]);
    }
    expect(await tus.offset(path)).toBe(0);
  });

  test('every answer says Tus-Resumable, refusals too', async () => {
    const path = await tus.create(5);
    const answers = [
      await tus.send('HEAD', path),
      await tus.patch(path, 3, bytesOf(1)),
      await tus.send('HEAD', `${tusPath}/x`),
      await tus.send('POST', tusPath),
      await tus.send('DELETE', path),
    ];
    expect(answers.map(({ headers }) => headers.get('tus-resumable'))).toEqual(answers.map(() => '1.0.0'));
  });
});

describe('creation', () => {
  test('201 with Location, offset 0 and the moment it expires', async () => {
    const made = await tus.send('POST', tusPath, { headers: { 'upload-length': '10' } });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toMatch(/^\/api\/v1\/files\/tus\/[0-9a-f-]{36}$/);
    expect(made.headers.get('upload-offset')).toBe('0');
    expect(Date.parse(made.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
  });

  test.each(['-1', 'NaN', '1.5', '', '0x10', '99999999999999999999', '1, 2'])(
    'U01 Upload-Length %j: 400',
    async (length) => {
      const answer = await tus.send('POST', tusPath, { headers: { 'upload-length': length } });
      expect([answer.status, answer.codes]).toEqual([400, ['invalid_header']]);
    },
  );

  test('no Upload-Length at all: 400', async () => {
    expect((await tus.send('POST', tusPath)).status).toBe(400);
  });

  test('U01 more than the plan takes: 413', async () => {
    const answer = await tus.send('POST', tusPath, { headers: { 'upload-length': '999999999999999' } });
    expect([answer.status, answer.codes]).toEqual([413, ['file_too_large']]);
  });

  test('Upload-Metadata comes back as it was sent, and names the file', async () => {
    const metadata = `filename ${base64('Plän.bin')},visibility ${base64('public')},empty,own ${base64('thing')}`;
    const path = await tus.create(3, { 'upload-metadata': metadata });
    expect((await tus.send('HEAD', path)).headers.get('upload-metadata')).toBe(metadata);
    await tus.patch(path, 0, bytesOf(3));
    expect(await fileOf(path)).toMatchObject({ name: 'Plän.bin', visibility: 'public', size: 3 });
  });

  test.each(['filename !!!', 'a b c', 'a YQ==,a YQ==', ',', `x ${'A'.repeat(8_001)}`])(
    'broken Upload-Metadata %j: 400',
    async (metadata) => {
      const answer = await tus.send('POST', tusPath, {
        headers: { 'upload-length': '1', 'upload-metadata': metadata },
      });
      expect([answer.status, answer.codes]).toEqual([400, ['invalid_header']]);
    },
  );

  test('an empty upload is a file at once', async () => {
    const path = await tus.create(0);
    expect(await tus.offset(path)).toBe(0);
    expect(await fileOf(path)).toMatchObject({ size: 0, sha256: sha256(new Uint8Array()) });
  });

  test('with the first bytes in the same request', async () => {
    const bytes = bytesOf(8);
    const made = await tus.send('POST', tusPath, {
      headers: { 'upload-length': '8', ...offsetType },
      body: bytes.slice(0, 5),
    });
    expect([made.status, made.headers.get('upload-offset')]).toEqual([201, '5']);
    const path = made.headers.get('location') ?? '';
    expect(await tus.offset(path)).toBe(5);
    expect((await tus.patch(path, 5, bytes.slice(5))).status).toBe(204);
    expect(await contentOf(path)).toEqual(bytes);
  });

  test('bytes of another type in the same request: 415', async () => {
    const made = await tus.send('POST', tusPath, { headers: { 'upload-length': '8' }, body: bytesOf(5) });
    expect(made.status).toBe(415);
  });
});

describe('creation-defer-length', () => {
  const open = async (headers: Readonly<Record<string, string>> = {}, body?: Uint8Array<ArrayBuffer>) => {
    const request = { headers: { 'upload-defer-length': '1', ...headers }, ...(body ? { body } : {}) };
    const made = await tus.send('POST', tusPath, request);
    expect(made.status).toBe(201);
    return made.headers.get('location') ?? '';
  };
  const known = async (path: string) => {
    const { headers } = await tus.send('HEAD', path);
    return [headers.get('upload-offset'), headers.get('upload-length'), headers.get('upload-defer-length')];
  };

  test('HEAD says that it is not known, until a PATCH says it; then it is a file when it is all there', async () => {
    const bytes = bytesOf(50_000);
    const path = await open({ 'upload-metadata': `filename ${base64('live.bin')}`, ...offsetType }, bytes.slice(0, 10));
    expect(await known(path)).toEqual(['10', null, '1']);
    await tus.patch(path, 10, bytes.slice(10, 20_000));
    expect(await known(path)).toEqual(['20000', null, '1']);
    const said = await tus.patch(path, 20_000, bytes.slice(20_000, 30_000), { headers: { 'upload-length': '50000' } });
    expect([said.status, await known(path)]).toEqual([204, ['30000', '50000', null]]);
    expect((await tus.patch(path, 30_000, bytes.slice(30_000))).status).toBe(204);
    expect(await fileOf(path)).toMatchObject({ name: 'live.bin', size: 50_000, sha256: sha256(bytes) });
  });

  test('the length comes after the last byte, with no more bytes', async () => {
    const path = await open();
    await tus.patch(path, 0, bytesOf(7));
    expect((await tus.patch(path, 7, bytesOf(0), { headers: { 'upload-length': '7' } })).status).toBe(204);
    expect(await fileOf(path)).toMatchObject({ size: 7, sha256: sha256(bytesOf(7)) });
  });

  test('it is said once: the same again is nothing new, another one is refused, as is less than has come', async () => {
    const path = await open();
    await tus.patch(path, 0, bytesOf(7));
    const saying = (length: string) => tus.patch(path, 7, bytesOf(0), { headers: { 'upload-length': length } });
    expect((await saying('6')).codes).toEqual(['upload_too_long']);
    expect((await saying('999999999999')).codes).toEqual(['file_too_large']);
    expect((await saying('x')).codes).toEqual(['invalid_header']);
    expect(await known(path)).toEqual(['7', null, '1']);
    expect([(await saying('9')).status, (await saying('9')).status]).toEqual([204, 204]);
    for (const other of ['8', '10']) {
      const answer = await saying(other);
      expect([other, answer.status, answer.codes]).toEqual([other, 409, ['upload_length_known']]);
    }
    expect(await known(path)).toEqual(['7', '9', null]);
    const announced = await tus.create(5);
    const changed = await tus.patch(announced, 0, bytesOf(5), { headers: { 'upload-length': '6' } });
    expect([changed.codes, await tus.offset(announced)]).toEqual([['upload_length_known'], 0]);
  });

  test.each([{ 'upload-defer-length': '0' }, { 'upload-defer-length': 'yes' }, { 'upload-length': '5' }])(
    'said otherwise than by 1, or beside a length (%j): 400',
    async (headers) => {
      const answer = await tus.send('POST', tusPath, { headers: { 'upload-defer-length': '1', ...headers } });
      expect([answer.status, answer.codes]).toEqual([400, ['invalid_header']]);
    },
  );

  test('room for the largest file is kept meanwhile, as much as the plan has left', async () => {
    const small = await house.tenant('small', 'starter');
    const request = { key: small.apiKey, headers: { 'upload-defer-length': '1' } };
    const statuses: number[] = [];
    let last = await tus.send('POST', tusPath, request);
    for (; last.status === 201 && statuses.length < 10; last = await tus.send('POST', tusPath, request))
      statuses.push(last.status);
    // 5 GiB are 2 + 2 + 1.
    expect([statuses.length, last.status, last.codes]).toEqual([3, 403, ['storage_quota_exceeded']]);
  });
});

describe('concatenation', () => {
  const part = async (bytes: Uint8Array<ArrayBuffer>) => {
    const path = await tus.create(bytes.length, { 'upload-concat': 'partial' });
    if (bytes.length > 0) expect((await tus.patch(path, 0, bytes)).status).toBe(204);
    return path;
  };
  const join = (parts: readonly string[], headers: Readonly<Record<string, string>> = {}, more: TusRequest = {}) =>
    tus.send('POST', tusPath, { ...more, headers: { 'upload-concat': `final;${parts.join(' ')}`, ...headers } });

  test('a part is no file when it is whole, and says that it is one', async () => {
    const path = await part(bytesOf(10));
    const { headers } = await tus.send('HEAD', path);
    expect(['concat', 'offset', 'length'].map((name) => headers.get(`upload-${name}`))).toEqual([
      'partial',
      '10',
      '10',
    ]);
    expect((await house.send('GET', `/api/v1/files/${idIn(path)}`, { key: acme.apiKey })).status).toBe(404);
    expect((await tus.patch(path, 10, bytesOf(1))).status).toBe(413);
  });

  test('parts in order, by their paths or whole addresses, are a file with metadata of its own; they are gone then', async () => {
    const bytes = [bytesOf(40_000, 1), bytesOf(0), bytesOf(5, 2), bytesOf(60_000, 3)];
    const parts = await Promise.all(bytes.map(part));
    const named = [parts[0]!, `${house.url}${parts[1]}`, ...parts.slice(2)];
    const made = await join(named, {
      'upload-metadata': `filename ${base64('all.bin')},visibility ${base64('public')}`,
    });
    const concat = `final;${named.join(' ')}`;
    expect([made.status, made.headers.get('upload-concat')]).toEqual([201, concat]);
    const path = made.headers.get('location') ?? '';
    const whole = Buffer.concat(bytes);
    expect(await fileOf(path)).toMatchObject({ name: 'all.bin', visibility: 'public', size: 100_005 });
    expect(sha256(await contentOf(path))).toBe(sha256(whole));
    const { headers } = await tus.send('HEAD', path);
    expect(['concat', 'offset', 'length'].map((name) => headers.get(`upload-${name}`))).toEqual([
      concat,
      '100005',
      '100005',
    ]);
    for (const gone of parts) expect(await tus.offset(gone)).toBe(-1);
  });

  test('nothing is added to what was put together: 403', async () => {
    const made = await join([await part(bytesOf(3)), await part(bytesOf(4))]);
    const path = made.headers.get('location') ?? '';
    const answer = await tus.patch(path, 7, bytesOf(1));
    expect([answer.status, answer.codes]).toEqual([403, ['upload_joined']]);
    expect(await fileOf(path)).toMatchObject({ size: 7 });
  });

  test('what is not whole, no part, not there or another tenant’s is not put together, and stays as it was', async () => {
    const whole = await part(bytesOf(3));
    const begun = await tus.create(5, { 'upload-concat': 'partial' });
    const ordinary = await tus.create(5);
    const open = await tus.send('POST', tusPath, {
      headers: { 'upload-defer-length': '1', 'upload-concat': 'partial' },
    });
    const unknown = `${tusPath}/018f0000-0000-7000-8000-000000000000`;
    for (const [path, status] of [
      [begun, 409],
      [ordinary, 409],
      [open.headers.get('location') ?? '', 409],
      [unknown, 404],
    ] as const)
      expect([path, (await join([whole, path])).status]).toEqual([path, status]);
    expect((await join([whole], {}, { key: other.apiKey })).status).toBe(404);
    expect([await tus.offset(whole), await tus.offset(begun)]).toEqual([3, 0]);
    // A part that may be there all along is good more than once.
    const made = await join([whole, whole]);
    expect(await fileOf(made.headers.get('location') ?? '')).toMatchObject({ size: 6 });
  });

  test.each([
    ['another word', 'whole'],
    ['no parts', 'final;'],
    ['no address', 'final;http://[ /x'],
    ['an address of another path', 'final;/api/v1/files/x'],
    ['two spaces', 'final;/a  /b'],
    [
      '65 parts',
      `final;${Array.from({ length: 65 }, () => `${tusPath}/018f0000-0000-7000-8000-000000000000`).join(' ')}`,
    ],
  ])('Upload-Concat with %s: 400', async (_what, concat) => {
    const headers = { 'upload-concat': concat, ...(concat === 'whole' ? { 'upload-length': '1' } : {}) };
    const answer = await tus.send('POST', tusPath, { headers });
    expect([answer.status, answer.codes]).toEqual([400, ['invalid_header']]);
  });

  test('with a length or bytes of its own: 400', async () => {
    const path = await part(bytesOf(3));
    for (const headers of [{ 'upload-length': '3' }, { 'upload-defer-length': '1' }])
      expect((await join([path], headers)).codes).toEqual(['invalid_header']);
    expect((await join([path], offsetType, { body: bytesOf(3) })).codes).toEqual(['invalid_header']);
    expect(await tus.offset(path)).toBe(3);
  });

  test('two at once of the same parts: each is whole, or refused because the parts are gone', async () => {
    const parts = [await part(bytesOf(200_000, 1)), await part(bytesOf(200_000, 2))];
    const answers = await Promise.all([join(parts), join(parts), join(parts)]);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 404)).toBe(true);
    for (const { headers } of made) expect((await contentOf(headers.get('location') ?? '')).length).toBe(400_000);
  });

  test.each([
    ['parallelUploads', { parallelUploads: 3 }],
    ['uploadLengthDeferred', { uploadLengthDeferred: true, chunkSize: 100_000 }],
  ])('tus-js-client with %s: the same SHA-256', async (_name, options) => {
    const bytes = bytesOf(350_000);
    const source = 'parallelUploads' in options ? Buffer.from(bytes) : Readable.from([Buffer.from(bytes)]);
    const url = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(source, {
        endpoint: house.url + tusPath,
        retryDelays: null,
        headers: { authorization: `Bearer ${acme.apiKey}` },
        metadata: { filename: 'film.bin' },
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
        ...options,
      });
      upload.start();
    });
    expect(await fileOf(url)).toMatchObject({ name: 'film.bin', size: 350_000, sha256: sha256(bytes) });
  });
});

describe('asking', () => {
  test('HEAD says offset and length, and that the answer must not be cached', async () => {
    const path = await tus.create(100);
    await tus.patch(path, 0, bytesOf(40));
    const { status, headers, text } = await tus.send('HEAD', path);
    expect([status, text]).toEqual([200, '']);
    expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual(['40', '100']);
    expect(headers.get('cache-control')).toContain('no-store');
  });

  test.each(['018f0000-0000-7000-8000-000000000000', 'x', '..%2f..%2fetc', '%00'])(
    'an upload that is not there (%s): 404 without an offset',
    async (id) => {
      const answer = await tus.send('HEAD', `${tusPath}/${id}`);
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([404, null]);
    },
  );

  test('a finished one says that all is there', async () => {
    const path = await tus.create(6);
    await tus.patch(path, 0, bytesOf(6));
    const { status, headers } = await tus.send('HEAD', path);
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([200, '6', '6']);
  });
});

describe('sending', () => {
  test('204 with the new offset, piece by piece, until it is a file with the same SHA-256', async () => {
    const bytes = bytesOf(100_000);
    const path = await tus.create(bytes.length, { 'upload-metadata': `filename ${base64('a.bin')}` });
    for (let at = 0; at < bytes.length; at += 30_000) {
      const answer = await tus.patch(path, at, bytes.slice(at, at + 30_000));
      const now = Math.min(at + 30_000, bytes.length);
      expect([answer.status, answer.headers.get('upload-offset'), answer.text]).toEqual([204, String(now), '']);
    }
    expect(await fileOf(path)).toMatchObject({ size: 100_000, sha256: sha256(bytes), status: 'ready', name: 'a.bin' });
    expect(sha256(await contentOf(path))).toBe(sha256(bytes));
  });

  test.each(['text/plain', 'application/octet-stream', ''])('as Content-Type %j: 415', async (type) => {
    const path = await tus.create(5);
    const answer = await tus.patch(path, 0, bytesOf(5), { headers: { 'content-type': type } });
    expect([answer.status, await tus.offset(path)]).toEqual([415, 0]);
  });

  test.each([3, 6, 1_000])('U01 at the wrong offset %d: 409, and nothing is taken', async (offset) => {
    const path = await tus.create(10);
    await tus.patch(path, 0, bytesOf(5));
    const answer = await tus.patch(path, offset, bytesOf(2));
    expect([answer.status, answer.codes, await tus.offset(path)]).toEqual([409, ['upload_offset_mismatch'], 5]);
  });

  test.each(['-1', 'NaN', '1.5', '', '0x0'])('U01 at the offset %j: 400', async (offset) => {
    const path = await tus.create(10);
    const answer = await tus.patch(path, 0, bytesOf(2), { headers: { 'upload-offset': offset } });
    expect([answer.status, answer.codes, await tus.offset(path)]).toEqual([400, ['invalid_header'], 0]);
  });

  test('U01 beyond the announced length: 413, the upload stays as it was', async () => {
    const path = await tus.create(10);
    const answer = await tus.patch(path, 0, bytesOf(11));
    expect([answer.status, answer.codes, await tus.offset(path)]).toEqual([413, ['upload_too_long'], 0]);
  });

  test('U01 beyond the announced length without a Content-Length: 413', async () => {
    const path = await tus.create(10);
    const body = new Blob([bytesOf(500_000)]).stream();
    const answer = await tus.patch(path, 0, bytesOf(0), { body });
    expect([answer.status, answer.codes]).toEqual([413, ['upload_too_long']]);
  });

  test('without a Content-Length, up to the end: 204', async () => {
    const bytes = bytesOf(70_000);
    const path = await tus.create(bytes.length);
    const answer = await tus.patch(path, 0, bytesOf(0), { body: new Blob([bytes]).stream() });
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '70000']);
    expect(sha256(await contentOf(path))).toBe(sha256(bytes));
  });

  test('nothing at the right offset: 204, nothing changes', async () => {
    const path = await tus.create(10);
    const answer = await tus.patch(path, 0, bytesOf(0));
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '0']);
  });

  test('to one that is not there: 404; to a finished one: 409 or 413', async () => {
    expect((await tus.patch(`${tusPath}/018f0000-0000-7000-8000-000000000000`, 0, bytesOf(1))).status).toBe(404);
    const path = await tus.create(2);
    await tus.patch(path, 0, bytesOf(2));
    expect((await tus.patch(path, 0, bytesOf(2))).status).toBe(409);
    expect((await tus.patch(path, 2, bytesOf(1))).status).toBe(413);
  });

  test('U09 two at one offset: one 204, the other 409 or 423, and the bytes are of one of them', async () => {
    const size = 300_000;
    const path = await tus.create(size);
    const both = [bytesOf(size, 1), bytesOf(size, 2)];
    const answers = await Promise.all(both.map((bytes) => tus.patch(path, 0, bytes)));
    expect(answers.map((a) => a.status).filter((status) => status === 204)).toHaveLength(1);
    expect([409, 423]).toContain(answers.find((a) => a.status !== 204)?.status);
    expect(both.map(sha256)).toContain(sha256(await contentOf(path)));
  });

  test('a line that breaks in the middle: what came is kept, HEAD tells how much, and it goes on from there', async () => {
    const piece = 4 * 1024 * 1024;
    const bytes = bytesOf(piece + 2_000_000);
    const path = await tus.create(bytes.length);
    const { hostname, port } = new URL(house.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acme.apiKey}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes.slice(0, piece + 1_000_000));
    });
    socket.on('error', () => {});
    const patience = { timeout: 50_000, interval: 50 };
    await vi.waitFor(async () => expect(await tus.offset(path)).toBe(piece), patience);
    socket.destroy();
    // What was received of the next piece may still be on its way into the store: a client asks again, as here.
    await vi.waitFor(async () => {
      const offset = await tus.offset(path);
      expect(offset).toBeGreaterThanOrEqual(piece);
      expect((await tus.patch(path, offset, bytes.slice(offset))).status).toBe(204);
    }, patience);
    expect(sha256(await contentOf(path))).toBe(sha256(bytes));
  });
});

describe('checksum', () => {
  const digest = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('base64');

  test.each(['sha1', 'sha256', 'md5'])('%s that fits: 204', async (algorithm) => {
    const path = await tus.create(100);
    const bytes = bytesOf(60);
    const headers = { 'upload-checksum': `${algorithm} ${digest(algorithm, bytes)}` };
    expect((await tus.patch(path, 0, bytes, { headers })).headers.get('upload-offset')).toBe('60');
  });

  test('that does not fit: 460, nothing of it counts, and it can be sent again', async () => {
    const path = await tus.create(60);
    const bytes = bytesOf(60);
    const headers = { 'upload-checksum': `sha1 ${digest('sha1', bytesOf(60, 9))}` };
    const answer = await tus.patch(path, 0, bytes, { headers });
    expect([answer.status, answer.codes, await tus.offset(path)]).toEqual([460, ['checksum_mismatch'], 0]);
    expect((await tus.patch(path, 0, bytes)).status).toBe(204);
  });

  test.each(['crc32 AAAAAA==', 'sha1', 'sha1 !!', 'sha1 AAAA', 'none Kq5sNclPz7QV2+lfQIuc6R7oRu0='])(
    'of another algorithm or form (%s): 400',
    async (checksum) => {
      const path = await tus.create(60);
      const answer = await tus.patch(path, 0, bytesOf(60), { headers: { 'upload-checksum': checksum } });
      expect([answer.status, await tus.offset(path)]).toEqual([400, 0]);
    },
  );
});

describe('termination', () => {
  test('204, then it is gone for HEAD, PATCH and DELETE', async () => {
    const path = await tus.create(60);
    await tus.patch(path, 0, bytesOf(10));
    const answer = await tus.send('DELETE', path);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await tus.send('HEAD', path)).status).toBe(404);
    expect((await tus.patch(path, 10, bytesOf(1))).status).toBe(404);
    expect((await tus.send('DELETE', path)).status).toBe(404);
  });

  test('of a finished one: 410, it is a file now', async () => {
    const path = await tus.create(2);
    await tus.patch(path, 0, bytesOf(2));
    const answer = await tus.send('DELETE', path);
    expect([answer.status, answer.codes]).toEqual([410, ['upload_finished']]);
    expect((await fileOf(path))['size']).toBe(2);
  });
});

describe('X-HTTP-Method-Override', () => {
  test('PATCH, HEAD and DELETE as POST', async () => {
    const path = await tus.create(20);
    const as = (method: string, more = {}) => ({ headers: { 'x-http-method-override': method, ...more } });
    const patched = await tus.send('POST', path, {
      ...as('PATCH', { ...offsetType, 'upload-offset': '0' }),
      body: bytesOf(5),
    });
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '5']);
    const asked = await tus.send('POST', path, as('HEAD'));
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '5']);
    expect((await tus.send('POST', path, as('DELETE'))).status).toBe(204);
    expect(await tus.offset(path)).toBe(-1);
  });

  test('anything else: 405', async () => {
    const path = await tus.create(20);
    expect((await tus.send('POST', path)).status).toBe(405);
    expect((await tus.send('POST', path, { headers: { 'x-http-method-override': 'BREW' } })).status).toBe(405);
  });
});

describe('whose it is', () => {
  test('U08 the upload of another tenant is not there', async () => {
    const path = await tus.create(10);
    const stranger = { key: other.apiKey };
    expect((await tus.send('HEAD', path, stranger)).status).toBe(404);
    expect((await tus.patch(path, 0, bytesOf(10), stranger)).status).toBe(404);
    expect((await tus.send('DELETE', path, stranger)).status).toBe(404);
    expect(await tus.offset(path)).toBe(0);
  });

  test('no credential 401, no scope 403, the live key at the sandbox 401', async () => {
    const reading = await house.admin.credentials.createKey(acme.tenant, {
      name: 'reads',
      scopes: ['media:read'],
    });
    const path = await tus.create(10);
    for (const [request, status] of [
      [{ key: null }, 401],
      [{ key: reading.apiKey }, 403],
      [{ prefix: '/sandbox' }, 401],
    ] as const) {
      const asked = [
        await tus.send('OPTIONS', tusPath, request),
        await tus.send('POST', tusPath, { ...request, headers: { 'upload-length': '1' } }),
        await tus.send('HEAD', path, request),
        await tus.patch(path, 0, bytesOf(10), request),
        await tus.send('DELETE', path, request),
      ];
      expect([status, asked.map((a) => a.status)]).toEqual([status, asked.map(() => status)]);
    }
  });

  test('the sandbox has uploads of its own', async () => {
    const path = await tus.create(4, {}, { key: acme.sandbox.apiKey, prefix: '/sandbox' });
    expect(path).toMatch(/^\/sandbox\/api\/v1\/files\/tus\//);
    expect((await tus.patch(path, 0, bytesOf(4), { key: acme.sandbox.apiKey })).status).toBe(204);
    expect((await tus.send('HEAD', path.replace('/sandbox', ''))).status).toBe(404);
  });
});
