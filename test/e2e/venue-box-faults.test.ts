/** A box whose pushes break off, whose server is restored from a backup, and whose first load is killed: nothing lost, nothing doubled. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type FaultyProxy, openFaultyProxy } from '#test/fixtures/faulty-proxy.ts';
import { gatehouse } from '#test/fixtures/server-process.ts';
import { type KioskAtBox, openVenueBox, pairAtBox, type VenueBox } from '#test/fixtures/venue-box.ts';

const limitMs = 300_000;
const patience = { timeout: 60_000, interval: 200 };
const pushes = /POST \/api\/v1\/replication\/scans\/push/;

let house: DemoServer;
let proxy: FaultyProxy;
let box: VenueBox;
let kiosk: KioskAtBox;
let people: readonly RegistrationRecord[];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-backup-'));
  house = await openDemoServer({ attendees: 300 });
  proxy = await openFaultyProxy(house.url);
  // The first chunk of the first load comes, and breaks off once.
  proxy.fail(/GET \/api\/v1\/replication\/snapshot\//, { kind: 'cut-answer' });
  box = await openVenueBox(house, proxy.url);
  await box.restart('kill');
  await box.loaded();
  kiosk = await pairAtBox(house, box);
  people = await house.places('standard', 40);
}, limitMs);

afterAll(async () => {
  await box?.end();
  await proxy?.close();
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const waiting = async () => (await box.status()).waiting;

/** The scans upstream of these people, and how many check-ins they have. */
async function upstream(of: readonly RegistrationRecord[]) {
  const each = await Promise.all(of.map(({ id }) => house.all('scans', { registration: id })));
  const checkins = await Promise.all(of.map(({ id }) => house.all('checkins', { registration: id })));
  return {
    scans: each
      .flat()
      .map(({ id }) => id)
      .toSorted(),
    checkins: checkins.map((all) => all.length),
  };
}

test('SY6 a push that breaks off in the body, and one whose answer is lost, are sent again and count once', async () => {
  const group = people.slice(0, 10);
  const scans = group.map(({ id }) => kiosk.scan(id));
  proxy.fail(pushes, { kind: 'cut-body', bytes: 700 }, { kind: 'cut-answer' }, { kind: 'refuse', status: 503 });
  await kiosk.push('scans', scans);
  await expect.poll(waiting, patience).toBe(0);
  expect(proxy.seen.filter((line) => pushes.test(line)).length).toBeGreaterThanOrEqual(4);
  const expected = { scans: scans.map(({ id }) => id).toSorted(), checkins: group.map(() => 1) };
  await expect.poll(() => upstream(group), patience).toEqual(expected);
});

test('SY9 a row that the server upstream refuses is kept and shown, and blocks none after it', async () => {
  const [one, two] = people.slice(10, 12);
  // The kiosk is revoked upstream while the box does not hear of it: pulls break off.
  const lost = await pairAtBox(house, box);
  proxy.fail(
    /replication\/(pull|snapshot)|kiosks\/challenge/,
    ...Array.from({ length: 3 }, () => ({ kind: 'cut' }) as const),
  );
  await house.ask('POST', `/api/v1/kiosks/${lost.id}/revoke`);
  const refused = lost.scan(one!.id);
  await lost.push('scans', [refused]);
  const scan = kiosk.scan(two!.id);
  await kiosk.push('scans', [scan]);
  await expect.poll(waiting, patience).toBe(0);
  const { refusals, refused: count } = await box.status();
  expect({ count, refusals }).toMatchObject({ count: 1, refusals: [{ id: refused.id, code: 'kiosk_revoked' }] });
  await expect.poll(() => upstream([two!]), patience).toEqual({ scans: [scan.id], checkins: [1] });
  expect(await upstream([one!])).toEqual({ scans: [], checkins: [0] });
});

test('SY2 a server upstream that is restored from a backup gets every row again, and the box its replica', async () => {
  const group = people.slice(20, 30);
  const archive = join(folder, 'backup.tar.gz');
  await gatehouse(['backup', archive], house.env);
  const scans = group.map(({ id }) => kiosk.scan(id));
  const expected = { scans: scans.map(({ id }) => id).toSorted(), checkins: group.map(() => 1) };
  await kiosk.push('scans', scans);
  await expect.poll(() => upstream(group), patience).toEqual(expected);
  await box.loaded();

  await house.server().stop();
  await gatehouse(['restore', archive, '--overwrite'], house.env);
  await house.restart('stop');
  await expect.poll(() => upstream(group), patience).toEqual(expected);
  await expect.poll(waiting, patience).toBe(0);
  const here = await Promise.all(group.map(({ id }) => house.all('checkin_conflicts', { registration: id })));
  expect(here.flat()).toEqual([]);
  await expect.poll(async () => (await box.status()).behind, patience).toBe(0);
});
