/**
 * A box in the kiosks' mesh, each member a process of its own over real TCP, with a cable to the server upstream that is
 * pulled: kiosks that never push are heard at the box, and what they did goes up once.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { type Cable, openCable } from '#test/fixtures/cable.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import {
  devicesFor,
  type MeshDevice,
  type MeshKiosk,
  type MeshKioskOptions,
  pairMeshDevice,
  startMeshKiosk,
} from '#test/fixtures/mesh-kiosk.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { boxCode, type KioskAtBox, openVenueBox, pairAtBox, type VenueBox } from '#test/fixtures/venue-box.ts';

const limitMs = 300_000;
/** RFC 6762. */
const mdnsPort = 5353;
const patience = { timeout: 60_000, interval: 100 };

let house: DemoServer;
let cable: Cable;
let box: VenueBox;
/** It pushes to the box, and has no line to any kiosk. */
let atBox: KioskAtBox;
let people: readonly RegistrationRecord[];
let next = 0;
let isCut = false;
const running: MeshKiosk[] = [];

const person = (): RegistrationRecord => must(people[next++], 'the demo has people enough');

beforeAll(async () => {
  house = await openDemoServer({ attendees: 60 });
  cable = await openCable(Number(new URL(house.url).port));
  box = await openVenueBox(house, `http://127.0.0.1:${cable.port}`);
  await box.loaded();
  atBox = await pairAtBox(house, box);
  // The box itself and that kiosk.
  await vi.waitUntil(async () => (await box.status()).mesh.members === 2, patience);
  people = await house.places('standard', 30);
}, limitMs);

afterEach(async () => {
  for (const kiosk of running.splice(0)) await kiosk.kill();
  await plugIn();
});

afterAll(async () => {
  await box?.end();
  await cable?.pull();
  await house?.end();
}, 60_000);

/** Paired upstream, so that each knows the others; from then on they have the mesh alone. */
async function pairMore(count: number): Promise<readonly MeshDevice[]> {
  const listed = async () => (await box.status()).mesh.members;
  const before = await listed();
  const devices = await Promise.all(Array.from({ length: count }, () => pairMeshDevice(house)));
  await expect.poll(listed, patience).toBe(before + count);
  return devices;
}

async function start(device: MeshDevice | undefined, options: MeshKioskOptions = {}): Promise<MeshKiosk> {
  const kiosk = await startMeshKiosk(house, must(device, 'a paired device'), options);
  running.push(kiosk);
  return kiosk;
}

async function cutOff(): Promise<void> {
  await cable.pull();
  isCut = true;
  await expect.poll(async () => (await box.status()).reachable, patience).toBe(false);
}

async function plugIn(): Promise<void> {
  if (isCut) await cable.plugIn();
  isCut = false;
}

async function boxAddress(): Promise<string> {
  await expect.poll(async () => (await box.status()).mesh.addresses.length, patience).toBeGreaterThan(0);
  return must((await box.status()).mesh.addresses[0], 'an address of the box');
}

async function boxId(): Promise<string> {
  const { mesh } = await box.status();
  return must(
    mesh.inReach.find(({ self }) => self),
    'the box itself',
  ).id;
}

/** Check-ins of the person as kiosks at the box have them. */
async function checkinsHere(registration: string): Promise<readonly unknown[]> {
  const found = new Map<string, Body>();
  for (let seq = 0, head = 1; seq < head; ) {
    const { body } = await box.ask('GET', `/api/v1/replication/pull?seq=${seq}&limit=1000`, undefined, atBox.token);
    for (const { collection, id, record } of body['documents'] as Body[])
      if (collection === 'checkins' && record) found.set(String(id), record as Body);
    [seq, head] = [Number(body['seq']), Number(body['head'])];
  }
  return [...found.values()].filter((one) => one['registration'] === registration).map(({ scan }) => scan);
}

const scansUp = async (registration: string) =>
  (await house.all('scans', { registration })).map(({ id, kiosk }) => [id, kiosk]);
const hears = (kiosk: MeshKiosk, id: string) => expect.poll(() => kiosk.heard.has(id), patience).toBe(true);

test(
  'PE20 PE21 the box is found by typed and taught addresses, hears who syncs with no one, passes it on and brings it up once',
  async () => {
    const [first, second] = await pairMore(2);
    const one = await start(first, { typed: [await boxAddress()] });
    // Its replica names the address of the box, and no other.
    const two = await start(second);
    for (const kiosk of [one, two]) await expect.poll(() => kiosk.state()?.inReach.length, patience).toBe(3);
    expect(two.state()?.statuses[0]?.hears).toEqual([await boxId()]);
    await cutOff();

    const guest = person();
    const scan = one.scan(guest.id);
    await hears(two, scan.id);
    await expect.poll(() => checkinsHere(guest.id), patience).toEqual([scan.id]);
    expect(await scansUp(guest.id)).toEqual([]);

    // The same person at the other one: a conflict at the box, without any server.
    const again = two.scan(guest.id);
    await hears(one, again.id);

    await plugIn();
    await expect
      .poll(async () => (await scansUp(guest.id)).toSorted(), patience)
      .toEqual(
        [
          [scan.id, one.id],
          [again.id, two.id],
        ].toSorted(),
      );
    await expect.poll(async () => (await house.all('checkins', { registration: guest.id })).length, patience).toBe(1);
    await expect.poll(async () => (await box.status()).waiting, patience).toBe(0);
    expect((await box.status()).refused).toBe(0);
  },
  limitMs,
);

test(
  'PE22 what a kiosk without a line pushes to the box is heard by members that do not sync with it',
  async () => {
    const [first] = await pairMore(1);
    const one = await start(first, { typed: [await boxAddress()] });
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(2);
    await cutOff();
    const scans = [person(), person()].map(({ id }) => atBox.scan(id));
    expect(await atBox.pushEntries(scans)).toEqual(['accepted', 'accepted']);
    for (const { id } of scans) await hears(one, id);
    expect((await box.status()).waiting).toBe(2);
    await plugIn();
    for (const { id, registration } of scans)
      await expect.poll(() => scansUp(String(registration)), patience).toEqual([[id, atBox.id]]);
  },
  limitMs,
);

test(
  'PE20 kiosks go on when the box is killed, and it has everything when it is back',
  async () => {
    const [first, second, third] = await pairMore(3);
    const one = await start(first, { typed: [await boxAddress()] });
    await expect.poll(() => one.address(), patience).not.toBeNull();
    const two = await start(second, { typed: [one.address()!] });
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(3);
    await cutOff();
    const before = person();
    const early = one.scan(before.id);
    await expect.poll(() => checkinsHere(before.id), patience).toEqual([early.id]);

    await box.kill();
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(2);
    const meanwhile = person();
    const scan = two.scan(meanwhile.id);
    await hears(one, scan.id);

    await box.restart('kill');
    // Kiosks remember where it was; a port of its own would be the same.
    const address = await boxAddress();
    const three = await start(third, { typed: [address, one.address()!] });
    await hears(three, early.id);
    await hears(three, scan.id);
    await expect.poll(async () => (await box.status()).mesh.inReach.length, patience).toBe(4);
    await expect.poll(() => checkinsHere(meanwhile.id), patience).toEqual([scan.id]);
    await plugIn();
    await expect.poll(() => scansUp(meanwhile.id), patience).toEqual([[scan.id, two.id]]);
    await expect.poll(() => scansUp(before.id), patience).toEqual([[early.id, one.id]]);
  },
  limitMs,
);

test(
  'V4 a member that claims to be the box has no line, and nothing that it says is heard',
  async () => {
    const [first, second] = await pairMore(2);
    const one = await start(first, { typed: [await boxAddress()] });
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(2);
    const claimed = await boxId();
    const liar = await start(second, { typed: [one.address()!], claims: { id: claimed } });
    const reported = () =>
      one.state()?.reports.some(({ reason, peer }) => reason === 'signature_invalid' && peer === null);
    await expect.poll(reported, patience).toBe(true);
    const forged = liar.scan(person().id);
    await expect.poll(() => (one.state()?.reports[0]?.count ?? 0) > 1, patience).toBe(true);
    expect(one.heard.has(forged.id)).toBe(false);
    expect(liar.state()?.inReach.length).toBe(1);
  },
  limitMs,
);

test(
  'PE13 what a kiosk that was revoked upstream says from then on is heard neither at the box nor by its members',
  async () => {
    const [first, second] = await pairMore(2);
    const one = await start(first, { typed: [await boxAddress()] });
    const lost = await start(second, { typed: [await boxAddress()] });
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(3);
    await house.ask('POST', `/api/v1/kiosks/${lost.id}/revoke`);
    await one.sync();
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(2);
    await expect
      .poll(async () => (await box.status()).mesh.inReach.map(({ id }) => id), patience)
      .not.toContain(lost.id);
    const known = person();
    const unheard = lost.scan(person().id);
    const scan = one.scan(known.id);
    await expect.poll(() => checkinsHere(known.id), patience).toEqual([scan.id]);
    expect(one.heard.has(unheard.id)).toBe(false);
    expect(await scansUp(String(unheard.registration))).toEqual([]);
  },
  limitMs,
);

test(
  'PE20 a box and a kiosk find each other by multicast DNS alone',
  async () => {
    const [device] = await pairMore(1);
    await box.restart('stop', { VENUE_MDNS: 'on' });
    const listed = await devicesFor(house, must(device, 'a paired device'));
    const devices = listed.map(({ peerAddresses: _, ...others }) => others);
    const one = await start(device, { mdns: mdnsPort, claims: { devices } });
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(2);
    await cutOff();
    const guest = person();
    const scan = one.scan(guest.id);
    await expect.poll(() => checkinsHere(guest.id), patience).toEqual([scan.id]);
    await plugIn();
    await expect.poll(() => scansUp(guest.id), patience).toEqual([[scan.id, one.id]]);
    await box.restart('stop');
  },
  limitMs,
);

test(
  'PE13 a box that is revoked leaves the mesh, kiosks go on without it, and one with a new code takes its place',
  async () => {
    const [first, second] = await pairMore(2);
    const one = await start(first, { typed: [await boxAddress()] });
    const two = await start(second, { typed: [await boxAddress()] });
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(3);
    await expect.poll(() => one.address(), patience).not.toBeNull();
    await house.ask('POST', `/api/v1/kiosks/${await boxId()}/revoke`);
    await expect.poll(async () => (await box.status()).mesh.condition, patience).toBe('not_here');
    await expect.poll(() => one.state()?.inReach.length, patience).toBe(1);

    await box.restart('stop', { VENUE_UPSTREAM: `http://127.0.0.1:${cable.port}`, VENUE_CODE: await boxCode(house) });
    await box.loaded();
    for (const kiosk of [one, two]) await kiosk.sync();
    // Both learn the new box and its address from the server upstream.
    await expect
      .poll(async () => {
        for (const kiosk of [one, two]) await kiosk.sync();
        return one.state()?.inReach.length;
      }, patience)
      .toBe(3);
    const known = person();
    const scan = two.scan(known.id);
    await hears(one, scan.id);
    await expect.poll(() => scansUp(known.id), patience).toEqual([[scan.id, two.id]]);
  },
  limitMs,
);
