/** Places in a room, passed from kiosk to kiosk over their device hosts, with no server at all (PE17–PE19). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerActions } from '#kiosk/station/server-actions.ts';
import { leaseGraceMs } from '#shared/admission/lease.ts';
import { isoTime } from '#shared/base/time.ts';
import type { LeaseRequest } from '#shared/sync/up.ts';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { hallList, person, startMs } from '../station/sample-people.ts';
import type { VenueKiosk } from './venue-kiosk.ts';
import { openVenueLab, type VenueLab } from './venue-lab.ts';

const waitMs = 20_000;
const capacity = 100;
const granted = 6;
const lastsMs = 7_200_000;
const room = `list:${hallList.id}`;
const questions: LeaseRequest['rooms'][number][] = [];
let folder: string;
let venue: VenueLab;
let a: VenueKiosk;
let b: VenueKiosk;

/** When the server answers. */
let serverMs = startMs;
let giver: StationLab;

/** Grants six places in all for each lease. */
const act: ServerActions['act'] = async (_, input) => {
  const { request, rooms } = input as LeaseRequest;
  questions.push(...rooms);
  const expiresAt = isoTime(serverMs + lastsMs);
  const answered = rooms.map(({ lease, generation }) => ({
    ...{ room, lease, generation: generation + 1, granted, expiresAt, capacity },
    ...{ inside: 0, free: capacity - granted },
  }));
  return { kind: 'ok', body: { request, rooms: answered } };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venue-places-'));
  venue = await openVenueLab(folder, 2);
  const people = 9;
  [a, b] = [await venue.start(1, { people, capacity, act }), await venue.start(2, { people, capacity })];
}, 60_000);
afterAll(async () => {
  await venue?.stop();
  await rm(folder, { recursive: true, force: true });
});

const roomAt = ({ lab }: VenueKiosk) => lab.station.state().rooms[0];

async function admit({ lab }: VenueKiosk, n: number): Promise<string> {
  const answer = await lab.station.admitRegistration(person(n).id);
  return answer.kind === 'decided' ? answer.outcome.verdict.code : answer.kind;
}

test('a kiosk that has run out of places gets some of a kiosk in reach, and staff at both see it', async () => {
  a.lab.setOnline(true);
  await expect.poll(() => roomAt(a)?.left, { timeout: waitMs }).toBe(granted);
  a.lab.setOnline(false);
  await expect.poll(() => b.venue.state().addresses.length, { timeout: waitMs }).toBe(1);
  await a.venue.addAddress(b.venue.state().addresses[0]!);
  await expect.poll(() => [a, b].map((one) => one.venue.state().inReach), { timeout: waitMs }).toEqual([2, 2]);

  expect(roomAt(b)).toMatchObject({ left: null, fromOthers: 0 });
  expect(await admit(b, 1)).toBe('gate_full');
  const half = granted / 2;
  await expect.poll(() => roomAt(b), { timeout: waitMs }).toMatchObject({ left: half, fromOthers: half, given: 0 });
  await expect.poll(() => roomAt(a), { timeout: waitMs }).toMatchObject({ left: half, fromOthers: 0, given: half });
});

test('both together let in as many as were granted, and the scans name the giver’s lease', async () => {
  for (const n of [1, 2, 3]) expect(await admit(b, n)).toBe('admitted');
  expect(await admit(b, 4)).toBe('gate_full');
  for (const n of [5, 6, 7]) expect(await admit(a, n)).toBe('admitted');
  expect(await admit(a, 8)).toBe('gate_full');
  const scans = await b.lab.journal.after(0, 10);
  const admitted = scans.filter(({ verdict }) => verdict === 'admitted');
  expect(admitted.map(({ leases }) => leases)).toEqual([1, 2, 3].map(() => [questions[0]!.lease]));
});

test('a page that is loaded again forgets no place and invents none', async () => {
  giver = await a.lab.reload();
  const taker = await b.lab.reload();
  expect(giver.station.state().rooms[0]).toMatchObject({ left: 0, given: granted / 2 });
  expect(taker.station.state().rooms[0]).toMatchObject({ left: 0, fromOthers: 0 });
  // To the server the giver reports what it gave as used.
  giver.setOnline(true);
  await expect.poll(() => questions.at(-1)?.used, { timeout: waitMs }).toBe(granted);
  expect(new Set(questions.map(({ lease }) => lease)).size).toBe(1);
  await taker.station.close();
});

test('PE19 once what was given has run out, the giver takes another lease, and begins its count again', async () => {
  const first = questions[0]!.lease;
  const goOnline = (): void => {
    giver.setOnline(false);
    giver.setOnline(true);
  };
  const endMs = startMs + lastsMs + leaseGraceMs;
  serverMs = endMs;
  giver.setNow(endMs);
  goOnline();
  // In its last moment a place that was given may still be filled at the other kiosk: the first lease goes on.
  const asked = questions.length;
  await expect.poll(() => questions.length, { timeout: waitMs }).toBeGreaterThan(asked);
  expect(questions.at(-1)).toMatchObject({ lease: first, used: granted });

  serverMs = endMs + lastsMs;
  giver.setNow(serverMs);
  goOnline();
  await expect.poll(() => questions.at(-1)?.lease, { timeout: waitMs }).not.toBe(first);
  expect(questions.at(-1)).toMatchObject({ generation: 0, granted: 0, used: 0 });
  // The other kiosk had asked when its page was loaded again, and may be given half at once.
  const places = (): number => {
    const [{ left, given } = { left: null, given: 0 }] = giver.station.state().rooms;
    return (left ?? 0) + given;
  };
  await expect.poll(places, { timeout: waitMs }).toBe(granted);
  const answer = await giver.station.admitRegistration(person(8).id);
  expect(answer).toMatchObject({ outcome: { verdict: { code: 'admitted' } } });
  const [scan] = (await giver.journal.after(0, 100)).slice(-1);
  expect(scan?.leases).toEqual([questions.at(-1)?.lease]);
  await giver.station.close();
});
