/** Two kiosks with their device hosts and no server: what one scans, the other knows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeAnswer, peerCodeOpening } from '#kiosk/station/venue.ts';
import { person } from '../station/sample-people.ts';
import type { VenueKiosk } from './venue-kiosk.ts';
import { openVenueLab, type VenueLab } from './venue-lab.ts';

const waitMs = 20_000;
let folder: string;
let venue: VenueLab;
let a: VenueKiosk;
let b: VenueKiosk;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venue-'));
  venue = await openVenueLab(folder, 5);
  [a, b] = [await venue.start(1), await venue.start(2)];
  await meet(a, b);
}, 60_000);
afterAll(async () => {
  await venue?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Not `expect.poll`, which works inside tests only. */
async function until(holds: () => boolean): Promise<void> {
  const endMs = Date.now() + waitMs;
  while (!holds() && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holds()).toBe(true);
}

/** One of them gets the other's address, as a person types it. */
async function meet(one: VenueKiosk, other: VenueKiosk): Promise<void> {
  await until(() => other.venue.state().addresses.length > 0);
  expect(await one.venue.addAddress(other.venue.state().addresses[0]!)).toBe(true);
  await until(() => one.venue.state().inReach > 1 && other.venue.state().inReach > 1);
}

const knows = (kiosk: VenueKiosk, n: number) =>
  expect.poll(() => kiosk.lab.replica.heard.scansOf(person(n).ticketNumber, person(n).id, listOf()).length, {
    timeout: waitMs,
  });
const listOf = () => '0197a000-0000-7000-8000-0000000000c1';

async function verdictOf(kiosk: VenueKiosk, n: number): Promise<string> {
  const answer = await kiosk.lab.station.admitRegistration(person(n).id);
  return answer.kind === 'decided' ? answer.outcome.verdict.code : answer.kind;
}

test('a ticket that one kiosk admitted is a duplicate at the other, which names that kiosk', async () => {
  expect(await verdictOf(a, 1)).toBe('admitted');
  await knows(b, 1).toBe(1);
  expect(b.lab.station.state().checkedIn).toBe(1);
  // The board counts as the status bar does.
  expect(b.lab.station.board.state().lists).toMatchObject([{ id: listOf(), checkedIn: 1 }]);
  expect(await verdictOf(b, 1)).toBe('already_checked_in');
});

test('what was scanned apart is a double on both boards once the kiosks meet', async () => {
  const c = await venue.start(3);
  expect(await verdictOf(c, 2)).toBe('admitted');
  expect(await verdictOf(b, 2)).toBe('admitted');
  await meet(c, b);
  await Promise.all(
    [b, c].map((kiosk) =>
      expect
        .poll(() => kiosk.lab.station.state().conflicts.map(({ registrationId }) => registrationId), {
          timeout: waitMs,
        })
        .toEqual([person(2).id]),
    ),
  );
  const [double] = b.lab.station.state().conflicts;
  await b.lab.station.acknowledgeConflict(double!.id);
  expect(b.lab.station.state().conflicts).toEqual([]);
});

test('the code on a kiosk’s settings is its address to a kiosk whose settings are open, and no code else', async () => {
  const code = `${peerCodeOpening}192.168.7.20:4011`;
  expect(b.venue.offerCode([code])).toBe(false);
  const said: CodeAnswer[] = [];
  const end = b.venue.awaitCode((answer) => said.push(answer));
  expect(b.venue.offerCode(['GATE1:A-TICKET', 'gate1:a-ticket'])).toBe(false);
  expect(b.venue.offerCode([code.toLowerCase(), code])).toBe(true);
  await expect.poll(() => said).toEqual(['added']);
  expect(b.venue.state().typed.map(({ address }) => address)).toContain('192.168.7.20:4011');
  expect(b.venue.offerCode([`${peerCodeOpening}//EXAMPLE`])).toBe(true);
  for (const _again of [1, 2]) expect(b.venue.refuseCode('https://example.org/')).toBe(true);
  expect(said).toEqual(['added', 'not_an_address', 'not_a_kiosk']);
  end();
  expect(b.venue.refuseCode('https://example.org/')).toBe(false);
  expect(b.venue.offerCode([code])).toBe(false);
  await b.venue.removeAddress('192.168.7.20:4011');
});

test('a kiosk reaches another one at the address that the last sync brought', async () => {
  const c = await venue.start(5);
  await until(() => c.venue.state().condition === 'open' && b.venue.state().addresses.length > 0);
  expect(c.venue.state().inReach).toBe(1);
  const known = c.lab.replica.roster.record('kiosks', b.id);
  c.lab.apply('kiosks', b.id, { ...known, peerAddresses: ['8.8.8.8:4011', b.venue.state().addresses[0]] });
  await until(() => c.venue.state().inReach > 1);
  expect(c.venue.state().typed).toEqual([]);
  await knows(c, 1).toBe(1);
  await c.stop();
});

test('what came of a typed address is said: asked, reached with a name, nothing there, no kiosk there, its own', async () => {
  const c = await venue.start(5);
  await until(() => c.venue.state().condition === 'open' && b.venue.state().addresses.length > 0);
  const stranger = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((done) => stranger.once('listening', done));
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => closed.once('listening', done));
  const addressOf = (server: typeof stranger) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nowhere = addressOf(closed);
  await new Promise((done) => closed.close(done));
  const typed = {
    [b.venue.state().addresses[0]!]: 'reached',
    [addressOf(stranger)]: 'not_proven',
    [nowhere]: 'unreachable',
    [c.venue.state().addresses[0]!]: 'self',
  };
  for (const address of Object.keys(typed)) expect(await c.venue.addAddress(address)).toBe(true);
  expect(c.venue.state().typed.find(({ address }) => address === nowhere)?.outcome).toBe('asking');
  const outcomes = () => Object.fromEntries(c.venue.state().typed.map(({ address, outcome }) => [address, outcome]));
  await expect.poll(outcomes, { timeout: waitMs }).toEqual(typed);
  const name = c.lab.replica.roster.record('kiosks', b.id)?.name;
  expect(c.venue.state().typed.find(({ outcome }) => outcome === 'reached')?.kioskName).toBe(name);
  stranger.close();
  await c.stop();
});

test('a box for the venue is in reach, and is no kiosk among those that are counted', async () => {
  const box = venue.members.get(b.id)!;
  const before = a.venue.state();
  venue.members.set(b.id, { ...box, isBox: true });
  await until(() => a.venue.state().kiosks.some(({ isBox }) => isBox));
  const { inReach, kiosks, members } = a.venue.state();
  expect([members, inReach, kiosks.length]).toEqual([before.members - 1, before.inReach - 1, before.kiosks.length]);
  venue.members.set(b.id, box);
  await until(() => a.venue.state().members === before.members);
});

test('a phone without a host takes part through the host of a kiosk whose address it has', async () => {
  const phone = await venue.start(4, { isPhone: true });
  expect(phone.venue.state().condition).not.toBe('open');
  await expect.poll(() => phone.venue.state().condition, { timeout: waitMs }).toBe('no_address');
  await phone.venue.addAddress(b.venue.state().addresses[0]!);
  await expect.poll(() => phone.venue.state().inReach, { timeout: waitMs }).toBeGreaterThan(2);
  expect(phone.venue.state().condition).toBe('open');
  await knows(phone, 1).toBe(1);
  expect(await verdictOf(phone, 1)).toBe('already_checked_in');
  expect(await verdictOf(phone, 3)).toBe('admitted');
  // It has a line to one of them alone.
  await knows(a, 3).toBe(1);
  expect(await verdictOf(a, 3)).toBe('already_checked_in');
});

test('a kiosk that the event does not know is not let in, and the board says why', async () => {
  const known = venue.members.get(a.id)!;
  const strange = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', strange.publicKey));
  // Its device key is another one: the venue key alone says nothing.
  venue.members.set(a.id, { ...known, publicKey });
  await a.venue.removeAddress(b.venue.state().addresses[0]!);
  await expect
    .poll(() => b.venue.state().reports.map(({ reason }) => reason), { timeout: waitMs })
    .toContain('signature_invalid');
  expect(b.lab.station.state().ready).toBe(true);
});
