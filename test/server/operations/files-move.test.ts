/** A tenant that moves takes the content of its files along, from a folder into a bucket; a backup has it too. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLeadPhotos } from '#server/modules/media/files/lead-photos.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { chosenDatabase } from '#test/fixtures/chosen-database.ts';
import { type S3Server, startS3Server } from '#test/fixtures/s3-server.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const text = 'a document that is worth keeping '.repeat(40_000);
let folder: string;
let house: TestServer;
let bucket: S3Server;
let acme: CreatedTenant;
let file: Body;
const card = Buffer.from('the bytes of a business card');
const photo = { id: '019c167f-cc00-7000-8000-0000000000c1', sha256: createHash('sha256').update(card).digest('hex') };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-move-'));
  bucket = await startS3Server();
  house = await openTestServer();
  acme = await house.tenant('acme');
  const form = new FormData();
  form.append('visibility', 'public');
  form.append('file', new Blob([text]), 'deed.txt');
  const headers = { authorization: `Bearer ${acme.apiKey}` };
  const made = await fetch(`${house.url}/api/v1/files`, { method: 'POST', headers, body: form });
  file = ((await made.json()) as { data: Body }).data;
  await openLeadPhotos(house.admin.files.parts.store).put({ tenant: acme.tenant.id, ...photo }, card);
});
afterAll(async () => {
  await house?.close();
  await bucket?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('export and import: record, address and bytes are the same; bytes that were changed are not taken in', async () => {
  const path = join(folder, 'acme.gz');
  const exported = await adminJson<Body>(house.env, 'tenant', 'export', 'acme', path);
  expect(exported).toMatchObject({ files: 2 });
  const there = { FILES_URL: bucket.filesUrl };
  const home = await openTestServer(there);
  try {
    const env = { ...home.env, ...there };
    const forged = join(folder, 'forged.gz');
    const lines = gunzipSync(readFileSync(path)).toString();
    const first = Buffer.from('a document').toString('base64').slice(0, 12);
    expect(lines).toContain(`"base64":"${first}`);
    writeFileSync(forged, gzipSync(lines.replace(`"base64":"${first}`, `"base64":"${first.toLowerCase()}`)));
    const refused = await adminWords(env, ['tenant', 'import', forged]);
    expect(refused.err).toContain('was changed');
    expect([...bucket.objects.keys()].filter((key) => key.includes(acme.tenant.id))).toEqual([]);
    await adminJson(env, 'tenant', 'import', path);
    const served = await fetch(home.url + String(file['url']));
    expect([served.status, (await served.text()) === text]).toEqual([200, true]);
    const moved = openLeadPhotos(home.admin.files.parts.store);
    expect(await moved.read({ tenant: acme.tenant.id, ...photo })).toEqual(card);
    const record = await home.send('GET', `/api/v1/files/${String(file['id'])}`, { key: acme.apiKey });
    expect(record.body['data']).toEqual(file);
  } finally {
    await home.close();
  }
});

test('backup and restore: the content is there', async () => {
  const archive = join(folder, 'backup.tar.gz');
  await adminJson(house.env, 'backup', archive);
  const dataDir = join(folder, 'restored');
  const database = await chosenDatabase();
  try {
    await adminJson({ DATA_DIR: dataDir, ...database?.env }, 'restore', archive);
    const key = join('files', acme.tenant.id, 'files', String(file['id']), String(file['sha256']));
    expect(readFileSync(join(dataDir, key), 'utf8') === text).toBe(true);
  } finally {
    await database?.end();
  }
});
