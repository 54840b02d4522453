/** tus 1.0.0 as raw requests, from the first bytes to the end: https://tus.io/protocols/resumable-upload */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { bytesOf, tusPath } from './tus-client.ts';
import { acme, base64, contentOf, fileOf, house, offsetType, openTusLab, other, sha256, tus } from './tus-lab.ts';

openTusLab();

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
