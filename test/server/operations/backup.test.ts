/** Backup of a server under load, restore into an empty folder: every record that was acknowledged before is there. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TarEntry, writeTar } from '#server/operations/archive/tar.ts';
import { adminWords } from '#test/fixtures/admin-words.ts';
import { type DemoServer, openDemoServer, type Place } from '#test/fixtures/demo-server.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { gatehouse, type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const patient = { timeout: 120_000 };

let folder: string;
let house: DemoServer;
let archive: string;
interface Registered {
  readonly place: Place;
  readonly name: string;
}
/** Sent before the backup began, and after. */
const before: Registered[] = [];
const during: Registered[] = [];
/** Of `before`, what was answered by then. */
const acknowledged: Registered[] = [];
const env = (name: string) => ({ DATA_DIR: join(folder, name) });

/** Registers people one after the other until it is stopped. */
async function keepRegistering(who: string, into: () => Registered[], going: () => boolean): Promise<void> {
  for (let i = 0; going(); i += 1) {
    const name = `${who} ${i}`;
    // Where it belongs is settled by when it was sent, not by when its answer came.
    const list = into();
    list.push({ place: await house.register('standard', name, `${who}-${i}@example.org`), name });
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  archive = join(folder, 'backup.tar.gz');
  house = await openDemoServer({ attendees: 5 });
  let going = true;
  let into = before;
  const load = ['a', 'b', 'c'].map((who) =>
    keepRegistering(
      who,
      () => into,
      () => going,
    ),
  );
  const many = (places: readonly Registered[], count: number) =>
    vi.waitFor(() => expect(places.length).toBeGreaterThan(count), patient);
  try {
    await many(before, 20);
    // The files are in the backup, too: there must be one, however late the mails go out.
    const outbox = join(house.dataFolder, 'outbox');
    await vi.waitFor(() => expect(readdirSync(outbox).some((name) => name.endsWith('.eml'))).toBe(true), patient);
    // Registrations answered from here on may be in it or not.
    into = during;
    acknowledged.push(...before);
    await gatehouse(['backup', archive], house.env);
    await many(during, 3);
  } finally {
    going = false;
    await Promise.all(load);
  }
});
afterAll(async () => {
  await house.end();
  rmSync(folder, { recursive: true, force: true });
});

/** The tenants that were followed, or have to be. */
function scheduled(name: string): readonly string[] {
  const db = new DatabaseSync(join(folder, name, 'tenants', 'schedule.sqlite'), { readOnly: true });
  try {
    return db
      .prepare('SELECT tenant FROM schedule')
      .all()
      .map((row) => String(row['tenant']));
  } finally {
    db.close();
  }
}

async function restored(name: string): Promise<{ url: string; server: ServerProcess }> {
  const port = String(await freePort());
  const server = await startServerProcess({ ...env(name), PORT: port });
  return { url: server.url, server };
}

test('every record acknowledged before is there and the same; tickets hold, keys open, files are there', async () => {
  const made = await gatehouse<{
    databases: { id: string; slug: string | null; head: number }[];
    aside: string | null;
  }>(['restore', archive], env('restored'));
  expect(made.aside).toBeNull();
  expect(made.databases.map((d) => d.slug).filter((slug) => slug !== null)).toContain('demo');
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  // Its tenants went in at moments of their own: what had been followed by then, the schedule of none of them says.
  expect(readdirSync(join(folder, 'restored', 'tenants')).filter((name) => name.startsWith('schedule'))).toEqual([]);
  const { url, server } = await restored('restored');
  try {
    const ids = made.databases.filter(({ slug }) => slug !== null).map(({ id }) => id);
    await expect.poll(() => scheduled('restored'), { timeout: 60_000 }).toEqual(expect.arrayContaining(ids));
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${house.apiKey}`, 'content-type': 'application/json' };
      const response = await fetch(url + path, { ...init, headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    for (const { place, name } of acknowledged) {
      const { status, body } = await ask(`/events/${house.eventId}/registrations/${place.id}`);
      expect([status, body]).toMatchObject([
        200,
        { id: place.id, attendee: { name }, ticket: { id: place.ticket.id } },
      ]);
    }
    // Nothing half: each person in it is complete, and was really registered.
    const known = new Set([...before, ...during].map(({ place }) => place.id));
    const found: string[] = [];
    for (let path: string | null = '/api/v1/registrations?limit=200&where[email][contains]=-'; path !== null; ) {
      const { body } = await ask(path);
      found.push(...(body['data'] as { id: string }[]).map(({ id }) => id));
      const { nextCursor } = body['meta'] as { nextCursor: string | null };
      path =
        nextCursor === null ? null : `/api/v1/registrations?limit=200&where[email][contains]=-&cursor=${nextCursor}`;
    }
    const strangers = found.filter((id) => !known.has(id));
    expect((await Promise.all(strangers.map((id) => house.place(id)))).map((place) => place.id)).toEqual(strangers);
    const [first] = acknowledged;
    const { body } = await ask(`/events/${house.eventId}/registrations/${first?.place.id}`);
    const { qrCode } = body['ticket'] as { qrCode: string };
    const scan = { method: 'POST', body: JSON.stringify({ qrCode, gateId: 'main-entrance' }) };
    expect((await ask('/events/checkin', scan)).status).toBe(200);
    expect((await ask('/events/checkin', scan)).status).toBe(409);
    expect(readdirSync(join(folder, 'restored', 'outbox')).length).toBeGreaterThan(0);

    // The server that runs there keeps its folder.
    const over = await adminWords(env('restored'), ['restore', archive, '--overwrite']);
    expect([over.code, over.err]).toEqual([2, expect.stringContaining('Stop it first')]);
  } finally {
    await server.stop();
  }
});

test('what is there is not overwritten unasked, and kept aside when asked', async () => {
  const refused = await adminWords(env('restored'), ['restore', archive]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--overwrite')]);
  // As a restore leaves it that is killed between the old and the new.
  writeFileSync(join(folder, 'restored', 'restore-unfinished'), '');
  const half = await adminWords(env('restored'), ['tenant', 'list']);
  expect([half.code, half.err]).toEqual([2, expect.stringContaining('stopped halfway')]);
  const { code, out } = await adminWords(env('restored'), ['restore', archive, '--overwrite', '--json']);
  expect(code).toBe(0);
  const { aside } = JSON.parse(out) as { aside: string };
  expect(readdirSync(aside)).toContain('server-secret');
  expect(readdirSync(join(folder, 'restored'))).not.toContain('restore-unfinished');
  expect(JSON.parse((await adminWords(env('restored'), ['doctor', '--json'])).out)).toMatchObject({ failed: 0 });
  const again = await adminWords({ DATA_DIR: house.dataFolder }, ['backup', archive]);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('--overwrite')]);
});

async function tarOf(entries: readonly (readonly [string, string])[]): Promise<Buffer> {
  async function* all(): AsyncGenerator<TarEntry> {
    for (const [name, text] of entries) yield { name, bytes: Buffer.byteLength(text), content: [Buffer.from(text)] };
  }
  const parts: Uint8Array[] = [];
  for await (const part of writeTar(all())) parts.push(part);
  return gzipSync(Buffer.concat(parts));
}

test('a backup that is cut, changed or no backup at all is refused in a sentence, and nothing is touched', async () => {
  const whole = readFileSync(archive);
  const plain = gunzipSync(whole);
  const flipped = Buffer.from(plain);
  flipped[Math.floor(plain.length / 2)]! ^= 1;
  const empty = JSON.stringify({ format: 1, store: 'sqlite', databases: [], files: [] });
  const other = JSON.stringify({ format: 1, store: 'postgres', databases: [], files: [] });
  const newer = JSON.stringify({ format: 9, store: 'sqlite', databases: [], files: [] });
  const broken: Readonly<Record<string, Uint8Array>> = {
    empty: new Uint8Array(),
    'not a gzip': Buffer.from('hello'),
    cut: whole.subarray(0, whole.length - 100),
    'cut within': gzipSync(plain.subarray(0, plain.length - 3_000)),
    'one bit changed': gzipSync(flipped),
    'no tar': gzipSync(Buffer.alloc(5_000, 'x')),
    'no table of contents': await tarOf([['server-secret', 'x'.repeat(32)]]),
    'a file out of the folder': await tarOf([
      ['../evil', 'x'],
      ['gatehouse-backup.json', empty],
    ]),
    'an absolute path': await tarOf([
      ['/tmp/evil', 'x'],
      ['gatehouse-backup.json', empty],
    ]),
    'a file that the list does not name': await tarOf([
      ['extra', 'x'],
      ['gatehouse-backup.json', empty],
    ]),
    'of another store': await tarOf([['gatehouse-backup.json', other]]),
    newer: await tarOf([['gatehouse-backup.json', newer]]),
    nonsense: await tarOf([['gatehouse-backup.json', '[]']]),
  };
  const path = join(folder, 'broken.tar.gz');
  for (const [name, bytes] of Object.entries(broken)) {
    writeFileSync(path, bytes);
    const { code, out, err } = await adminWords(env('refusing'), ['restore', path]);
    expect([name, code, out]).toEqual([name, 2, '']);
    expect([name, err]).toEqual([name, expect.stringMatching(/^gatehouse: [^\n]+\.\n$/)]);
    expect(readdirSync(join(folder, 'refusing')).filter((file) => !file.startsWith('server.lock'))).toEqual([]);
  }
  const nowhere = await adminWords(env('refusing'), ['restore', join(folder, 'nowhere')]);
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('ENOENT')]);
});
