/** tus 1.0.0 as raw requests, how uploads begin: https://tus.io/protocols/resumable-upload */
import { Readable } from 'node:stream';
import { Upload } from 'tus-js-client';
import { describe, expect, test } from 'vitest';
import { bytesOf, type TusRequest, tusPath } from './tus-client.ts';
import { acme, base64, contentOf, fileOf, house, idIn, offsetType, openTusLab, other, sha256, tus } from './tus-lab.ts';

openTusLab();

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
