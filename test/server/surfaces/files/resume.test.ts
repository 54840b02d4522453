/** Uploads that break off: a killed server, a full store, a client that gave up; with the client people use, on both stores. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import { fileLimits } from '#server/modules/media/files/file-limits.ts';
import { filesPrefix, unfinishedPrefix } from '#server/modules/media/files/file-parts.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { tenantHere } from '#test/fixtures/admin-words.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type S3Server, startS3Server } from '#test/fixtures/s3-server.ts';
import { startServerProcess } from '#test/fixtures/server-process.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { bytesOf, type TusClient, tusClient, tusPath } from './tus-client.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const idIn = (path: string) => path.split('/').at(-1) ?? '';
const patience = { timeout: 60_000, interval: 100 };

/** Until it is done; `halfway` is called once, when more than a half was acknowledged. */
function sendWith(
  url: string,
  key: string,
  bytes: Uint8Array,
  { chunkSize, uploadUrl, halfway }: { chunkSize: number; uploadUrl?: string; halfway?: (upload: Upload) => void },
): Promise<string> {
  let isPast = false;
  return new Promise((resolve, reject) => {
    const upload = new Upload(Buffer.from(bytes), {
      endpoint: url + tusPath,
      ...(uploadUrl === undefined ? {} : { uploadUrl }),
      chunkSize,
      retryDelays: null,
      headers: { authorization: `Bearer ${key}` },
      metadata: { filename: 'film.bin' },
      onChunkComplete(_size, acknowledged) {
        if (isPast || acknowledged < bytes.length / 2) return;
        isPast = true;
        if (!halfway) return;
        halfway(upload);
        resolve(must(upload.url, 'where it is sent to'));
      },
      onError: (error) => (halfway && isPast ? undefined : reject(error)),
      onSuccess: () => resolve(must(upload.url, 'where it was sent to')),
    });
    upload.start();
  });
}

test('the server is killed in the middle: after its restart tus-js-client goes on, and the SHA-256 is the same', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-resume-'));
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const bytes = bytesOf(11_000_000);
  try {
    const { apiKey } = await tenantHere('acme', 'events', env);
    let server = await startServerProcess(env);
    let killed: Promise<void> = Promise.resolve();
    const uploadUrl = await sendWith(server.url, apiKey, bytes, {
      chunkSize: 1_500_000,
      halfway(upload) {
        killed = server.kill();
        void upload.abort();
      },
    });
    await killed;
    server = await startServerProcess(env);
    const headers = { authorization: `Bearer ${apiKey}`, 'tus-resumable': '1.0.0' };
    const head = await fetch(uploadUrl, { method: 'HEAD', headers });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(bytes.length / 2);
    expect(offset).toBeLessThan(bytes.length);
    await sendWith(server.url, apiKey, bytes, { chunkSize: 3_000_000, uploadUrl });
    const path = `${server.url}/api/v1/files/${idIn(uploadUrl)}`;
    const file = (await (await fetch(path, { headers })).json()) as { data: Body };
    expect(file.data).toMatchObject({ name: 'film.bin', size: bytes.length, sha256: sha256(bytes) });
    const content = new Uint8Array(await (await fetch(`${path}/content`, { headers })).arrayBuffer());
    expect(sha256(content)).toBe(sha256(bytes));
    expect(await server.stop()).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

describe.each(['a folder', 'a bucket'] as const)('in %s', (where) => {
  let bucket: S3Server | null = null;
  let house: TestServer;
  let acme: CreatedTenant;
  let tus: TusClient;

  beforeAll(async () => {
    bucket = where === 'a bucket' ? await startS3Server() : null;
    house = await openTestServer(bucket ? { FILES_URL: bucket.filesUrl } : {});
    acme = await house.tenant('acme');
    tus = tusClient(house, acme.apiKey);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    setFull(false);
  });
  afterAll(async () => {
    await house?.close();
    await bucket?.close();
  });

  const parts = () => house.admin.files.parts;
  const idOfTenant = () => acme.tenant.id;
  const tenantStore = async () => must(await parts().tenantStore(idOfTenant()), 'the tenant');

  async function keys(prefix: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { key } of parts().store.list(prefix)) found.push(key);
    return found;
  }

  async function contextOf(): Promise<FollowerContext> {
    const { clock, newId } = house.admin;
    const store = await tenantStore();
    return {
      tenant: idOfTenant(),
      clock,
      newId,
      reader: store,
      commit: async (plan) => {
        const done = await store.commit('system:test', plan);
        return done.ok ? ok(done.value.value) : done;
      },
    };
  }

  async function runJob(name: string): Promise<void> {
    const job = must(
      house.admin.files.module.jobs?.find((one) => one.name === name),
      name,
    );
    await job.run(await contextOf());
  }

  test('tus-js-client gives up and goes on: the same SHA-256, no piece is left', async () => {
    const bytes = bytesOf(9_000_000);
    const uploadUrl = await sendWith(house.url, acme.apiKey, bytes, {
      chunkSize: 2_500_000,
      halfway: (upload) => void upload.abort(),
    });
    await sendWith(house.url, acme.apiKey, bytes, { chunkSize: 5_000_000, uploadUrl });
    const id = idIn(uploadUrl);
    const file = await house.send('GET', `/api/v1/files/${id}`, { key: acme.apiKey });
    expect(file.body['data']).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
    const content = await fetch(`${house.url}/api/v1/files/${id}/content`, {
      headers: { authorization: `Bearer ${acme.apiKey}`, range: 'bytes=4000000-8999998' },
    });
    expect(content.status).toBe(206);
    expect(sha256(new Uint8Array(await content.arrayBuffer()))).toBe(sha256(bytes.slice(4_000_000, 8_999_999)));
    await vi.waitFor(async () => expect(await keys(unfinishedPrefix(idOfTenant()))).toEqual([]), patience);
    expect((await house.send('DELETE', `/api/v1/files/${id}`, { key: acme.apiKey })).status).toBe(200);
    await vi.waitFor(async () => expect(await keys(filesPrefix(idOfTenant()))).toEqual([]), patience);
  });

  test('what came whole and was not recorded, because a crash lay between, becomes a file when asked for', async () => {
    const bytes = bytesOf(5_000);
    const path = await tus.create(bytes.length);
    const source = async function* () {
      yield bytes;
    };
    await parts().store.put(`${unfinishedPrefix(idOfTenant())}${idIn(path)}/${'0'.repeat(15)}`, source(), bytes.length);
    expect(await tus.offset(path)).toBe(bytes.length);
    const file = await house.send('GET', `/api/v1/files/${idIn(path)}`, { key: acme.apiKey });
    expect(file.body['data']).toMatchObject({ sha256: sha256(bytes) });
  });

  test('U10 the store fills up in the middle: 507, the offset is true, and it goes on when there is room', async () => {
    const bytes = bytesOf(6_000_000);
    const path = await tus.create(bytes.length);
    expect((await tus.patch(path, 0, bytes.slice(0, 1_000_000))).status).toBe(204);
    const full = await fillUp();
    const answer = await tus.patch(path, 1_000_000, bytes.slice(1_000_000));
    expect([answer.status, answer.codes]).toEqual([507, ['storage_full']]);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    const offset = await tus.offset(path);
    expect(offset).toBe(1_000_000);
    full.end();
    expect((await tus.patch(path, offset, bytes.slice(offset))).status).toBe(204);
    const file = await house.send('GET', `/api/v1/files/${idIn(path)}`, { key: acme.apiKey });
    expect(file.body['data']).toMatchObject({ sha256: sha256(bytes) });
  });

  /** Of the bucket: it says so. Of the folder: what the disk says where there is no room, at the place where it is said. */
  async function fillUp(): Promise<{ end(): void }> {
    if (bucket) {
      setFull(true);
      return { end: () => setFull(false) };
    }
    const { open } = await import('node:fs/promises');
    const probe = await open(join(house.dataDir, 'probe'), 'w');
    const handle = Object.getPrototypeOf(probe) as { write: (...given: unknown[]) => Promise<unknown> };
    await probe.close();
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
    const spy = vi.spyOn(handle, 'write').mockRejectedValue(full);
    return { end: () => spy.mockRestore() };
  }

  function setFull(full: boolean): void {
    if (bucket) bucket.full = full;
  }

  test('U12 unfinished uploads have an end: so many, so long', async () => {
    const { uploads } = house.admin.files;
    const limits = { ...fileLimits.starter, unfinishedMax: 5 };
    const actor = {
      tenant: idOfTenant(),
      kind: 'key' as const,
      id: 'k',
      scopes: new Set<string>(),
      roles: new Set<string>(),
    };
    const announced = { size: 10, isPart: false, name: 'x', visibility: 'private' as const, metadata: null };
    const store = await tenantStore();
    const before = await store.count('uploads');
    const made: string[] = [];
    for (let n = before; n < limits.unfinishedMax; n += 1) {
      const one = await uploads.announce({ actor, limits }, announced);
      if (one.ok) made.push(one.value.id);
    }
    const tooMany = await uploads.announce({ actor, limits }, announced);
    expect(tooMany).toMatchObject({ ok: false, errors: [{ code: 'too_many_uploads' }] });
    const [first = ''] = made;
    expect((await tus.patch(`${tusPath}/${first}`, 0, bytesOf(4))).status).toBe(204);
    const done = await store.commit('system:test', async (tx) => {
      for (const id of made) await tx.update('uploads', id, { expiresAt: '2020-01-01T00:00:00.000Z' });
      return ok(null);
    });
    expect(done.ok).toBe(true);
    const late = await tus.patch(`${tusPath}/${first}`, 4, bytesOf(4));
    expect([late.status, late.codes]).toEqual([410, ['upload_expired']]);
    expect((await tus.send('HEAD', `${tusPath}/${first}`)).status).toBe(410);
    await runJob('media.expire_uploads');
    expect((await tus.send('HEAD', `${tusPath}/${first}`)).status).toBe(404);
    await vi.waitFor(
      async () => expect(await keys(`${unfinishedPrefix(idOfTenant())}${first}/`)).toEqual([]),
      patience,
    );
    expect((await uploads.announce({ actor, limits }, announced)).ok).toBe(true);
  });

  test('the server receives a bounded number of bodies of one tenant at once, and the next one gets Retry-After', async () => {
    const { uploads } = house.admin.files;
    const sender = {
      actor: {
        tenant: idOfTenant(),
        kind: 'key' as const,
        id: 'k',
        scopes: new Set<string>(),
        roles: new Set<string>(),
      },
      limits: fileLimits.enterprise,
    };
    const end = Promise.withResolvers<void>();
    const slow = async function* () {
      await end.promise;
      yield bytesOf(3);
    };
    const paths = await Promise.all(Array.from({ length: 17 }, () => tus.create(3)));
    const chunk = () => ({ offset: 0, size: null, length: 3, source: slow(), checksum: null });
    const [last = '', ...held] = paths.map(idIn);
    const going = held.map((id) => uploads.append(sender, id, chunk()));
    expect(await uploads.append(sender, last, chunk())).toMatchObject({ ok: false, errors: [{ code: 'overloaded' }] });
    end.resolve();
    expect((await Promise.all(going)).map((one) => one.ok)).toEqual(held.map(() => true));
    expect((await uploads.append(sender, last, chunk())).ok).toBe(true);
  });

  test('what a crash left between storing and recording is swept away after a day, records and what is young stay', async () => {
    const path = await tus.create(3);
    await tus.patch(path, 0, bytesOf(3));
    const kept = await keys(`${filesPrefix(idOfTenant())}${idIn(path)}/`);
    const lost = `${filesPrefix(idOfTenant())}018f0000-0000-7000-8000-000000000000/aa`;
    const source = async function* () {
      yield bytesOf(3);
    };
    await parts().store.put(lost, source(), 3);
    await runJob('media.sweep');
    expect(await keys(filesPrefix(idOfTenant()))).toEqual(expect.arrayContaining([...kept, lost]));
    // The bucket's times are its own: a day is let pass on our side.
    const local = parts().store.localPath(lost);
    if (local === null) vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 86_400_000);
    else for (const key of [lost, ...kept]) utimesSync(must(parts().store.localPath(key), key), 0, 0);
    const context = await contextOf();
    const job = must(
      house.admin.files.module.jobs?.find((one) => one.name === 'media.sweep'),
      'the sweep',
    );
    await job.run(context).finally(() => vi.restoreAllMocks());
    const left = await keys(filesPrefix(idOfTenant()));
    expect(left).toEqual(expect.arrayContaining([...kept]));
    expect(left).not.toContain(lost);
  });

  test('a tenant that is deleted takes its files and uploads along, its sandbox’s too', async () => {
    const gone = await house.tenant('gone');
    const client = tusClient(house, gone.apiKey);
    await client.patch(await client.create(9), 0, bytesOf(9));
    await client.patch(await client.create(9), 0, bytesOf(4));
    const inSandbox = { key: gone.sandbox.apiKey, prefix: '/sandbox' };
    const path = await client.create(9, {}, inSandbox);
    await client.patch(path, 0, bytesOf(9), { key: gone.sandbox.apiKey });
    const tenants = [gone.tenant.id, gone.sandbox.tenant];
    for (const id of tenants) expect((await keys(`${id}/`)).length).toBeGreaterThan(0);
    const live = must(await house.admin.directory.byId(gone.tenant.id), 'the tenant');
    expect((await house.admin.directory.remove(live)).ok).toBe(true);
    for (const id of tenants) expect(await keys(`${id}/`)).toEqual([]);
  });
});

test('a plan keeps so many bytes, announced ones counted: over it 403 that says how many', async () => {
  const house = await openTestServer();
  try {
    const { apiKey } = await house.tenant('small', 'starter');
    const tus = tusClient(house, apiKey);
    const big = 2 * 1024 ** 3;
    await tus.create(big);
    const second = await tus.create(big);
    const third = await tus.send('POST', tusPath, { headers: { 'upload-length': String(big) } });
    expect([third.status, third.codes]).toEqual([403, ['storage_quota_exceeded']]);
    const form = new FormData();
    form.append('file', new Blob(['small']), 'a.txt');
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await fetch(`${house.url}/api/v1/files`, { method: 'POST', body: form, headers })).status).toBe(201);
    expect((await tus.send('DELETE', second)).status).toBe(204);
    await tus.create(big);
    const over = await tus.send('POST', tusPath, { headers: { 'upload-length': String(big + 1) } });
    expect([over.status, over.codes]).toEqual([413, ['file_too_large']]);
  } finally {
    await house.close();
  }
});
