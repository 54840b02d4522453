/**
 * A box for the venue between its kiosks and the server upstream, each a process of its own, with a cable in between that is
 * pulled: what kiosks scan is judged at the box, and goes up once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type Cable, openCable } from '#test/fixtures/cable.ts';
import { admittedRows, bearer, pairDemoKiosk } from '#test/fixtures/demo-kiosk.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { type KioskAtBox, openVenueBox, pairAtBox, type VenueBox } from '#test/fixtures/venue-box.ts';

const limitMs = 300_000;
const patience = { timeout: 60_000, interval: 200 };

let house: DemoServer;
let cable: Cable;
let box: VenueBox;
let kiosk: KioskAtBox;
let people: readonly RegistrationRecord[];
let next = 0;

/** One that no other test has let in. */
function person(): RegistrationRecord {
  const one = people[next++];
  if (!one) throw new Error('the demo has too few people for these tests');
  return one;
}

beforeAll(async () => {
  house = await openDemoServer({ attendees: 60 });
  cable = await openCable(Number(new URL(house.url).port));
  box = await openVenueBox(house, `http://127.0.0.1:${cable.port}`);
  await box.loaded();
  kiosk = await pairAtBox(house, box);
  people = await house.places('standard', 30);
}, limitMs);

afterAll(async () => {
  await box?.end();
  await cable?.pull();
  await house?.end();
}, 60_000);

/** What a replica at the box holds. */
async function heldAtBox(collection: string): Promise<readonly Body[]> {
  const { body } = await box.ask('GET', '/api/v1/replication/pull?seq=0&limit=1000', undefined, kiosk.token);
  const documents = new Map<string, Body>();
  for (const { collection: name, deleted, id, record } of body['documents'] as Body[])
    if (name === collection && !deleted) documents.set(String(id), record as Body);
  return [...documents.values()];
}

const checkinsUp = (registration: string) => house.all('checkins', { registration });
const waiting = async () => (await box.status()).waiting;

describe('down', () => {
  test('the box has the event, its people, gates and keys, under the ids of the server upstream', async () => {
    const { event, reachable, upstream } = await box.status();
    expect({ reachable, upstream }).toEqual({ reachable: true, upstream: `http://127.0.0.1:${cable.port}` });
    expect(event).not.toBe('');
    const ids = (records: readonly Body[]) => records.map(({ id }) => id).toSorted();
    for (const collection of ['registrations', 'gates'] as const)
      expect(ids(await heldAtBox(collection))).toEqual(
        ids((await house.all(collection, { event: house.eventId })) as unknown as Body[]),
      );
    expect((await heldAtBox('ticket_keys')).length).toBeGreaterThan(0);
    expect((await house.all('kiosks')).map(({ id }) => id)).toContain(kiosk.id);
  });

  test('a check-in at another gate upstream is known at the box, by its scan', async () => {
    const one = person();
    const other = await pairDemoKiosk(house);
    await house.ask(
      'POST',
      '/api/v1/replication/scans/push',
      { rows: admittedRows(house, other, [one], 1) },
      bearer(other),
    );
    const known = async () =>
      (await heldAtBox('checkins')).find(({ registration }) => registration === one.id)?.['kiosk'];
    await expect.poll(known, patience).toBe(other.kioskId);
  });
});

describe('up', () => {
  test('SY25 a scan at the box is its check-in there, and goes up once, in the name of its kiosk', async () => {
    const one = person();
    const scan = kiosk.scan(one.id);
    expect(await kiosk.push('scans', [scan])).toEqual(['accepted']);
    expect(await kiosk.push('scans', [scan])).toEqual(['duplicate']);
    await expect.poll(async () => (await checkinsUp(one.id)).map((c) => c.scan), patience).toEqual([scan.id]);
    const [up, ...more] = await house.all('scans', { registration: one.id });
    expect({ up, more }).toMatchObject({ up: { id: scan.id, kiosk: kiosk.id }, more: [] });
    const here = (await heldAtBox('checkins')).filter(({ registration }) => registration === one.id);
    expect(here.map(({ scan: of }) => of)).toEqual([scan.id]);
    await expect.poll(waiting, patience).toBe(0);
  });

  test('SY25 a row that its kiosk did not sign is refused at the box, and nothing of it goes up', async () => {
    const scan = kiosk.scan(person().id);
    const push = async (rows: readonly Body[]) => {
      const { body } = await box.ask('POST', '/api/v1/replication/scans/push', { rows }, kiosk.token);
      return (body['items'] as Body[]).map(({ code }) => code);
    };
    expect(await push([{ newDocumentState: scan }])).toEqual(['row_unsigned']);
    expect(await push([{ newDocumentState: scan, relay: { signature: 'AA' } }])).toEqual(['signature_invalid']);
    expect(await waiting()).toBe(0);
  });
});
