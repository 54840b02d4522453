/**
 * Acknowledged means kept: the server is killed again and again while kiosks push scans and gates post check-ins.
 * What was acknowledged is there after every start; what was not is sent again by its sender, and counts once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Credentials, PushAnswer } from '#shared/sync/down.ts';
import { admittedRows, bearer, pairDemoKiosk } from '#test/fixtures/demo-kiosk.ts';
import { type DemoServer, mainGate, openDemoServer } from '#test/fixtures/demo-server.ts';
import { patienceMs } from '#test/fixtures/kiosk-window.ts';

const limitMs = 600_000;
const kills = 6;
const acksBetweenKills = 40;
const posters = 3;
const pushers = 2;
const batchSize = 5;
const peoplePosted = 700;
const peoplePushed = 800;
const retryMs = 20;
const pauseMs = 5;
const tornCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']);

let house: DemoServer;
let people: readonly RegistrationRecord[];

beforeAll(async () => {
  house = await openDemoServer({ attendees: 2_000 });
  people = await house.places('standard', peoplePosted + peoplePushed);
}, limitMs);

afterAll(() => house?.end(), 60_000);

/** Acknowledged: id → registration. */
const ackedScans = new Map<string, string>();
const ackedCheckins = new Map<string, string>();
const refused: unknown[] = [];
let stopped = false;
/** The load pauses while the database is read: a fast server would run out of people before the last kill. */
let paused = false;
/** Neither kind of load runs ahead of the other: at each kill there is some of both, and neither runs out of people. */
const leads = (mine: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): boolean =>
  mine.size > 2 * theirs.size + 2 * batchSize;

/** Repeats the request until there is an answer. A broken connection says nothing about what the server did. */
async function askUntilAnswered<T>(ask: () => Promise<{ status: number; body: T }>, isAhead: () => boolean) {
  while (!stopped && (paused || isAhead())) await wait(pauseMs);
  for (;;) {
    try {
      const answer = await ask();
      if (answer.status < 500) return answer;
    } catch (error) {
      const { cause } = error as Error;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (!tornCodes.has(code) && !/terminated|fetch failed/.test(String(error))) throw error;
    }
    await wait(retryMs);
  }
}

async function postCheckins(mine: readonly { id: string; qrCode: string }[]): Promise<void> {
  for (const { id, qrCode } of mine) {
    if (stopped) return;
    type Checked = { success: boolean; checkin?: { id: string } };
    const body = { qrCode, gateId: mainGate };
    const key = { 'Idempotency-Key': `door-${id}` };
    const answer = await askUntilAnswered(
      () => house.ask<Checked>('POST', '/events/checkin', body, key),
      () => leads(ackedCheckins, ackedScans),
    );
    if (answer.status === 200 && answer.body.checkin) ackedCheckins.set(answer.body.checkin.id, id);
    else refused.push(answer);
  }
}

async function pushScans(kiosk: Credentials, mine: readonly RegistrationRecord[]): Promise<void> {
  for (let at = 0; at < mine.length && !stopped; at += batchSize) {
    const rows = admittedRows(house, kiosk, mine.slice(at, at + batchSize), at + 1);
    const answer = await askUntilAnswered(
      () => house.ask<PushAnswer>('POST', '/api/v1/replication/scans/push', { rows }, bearer(kiosk)),
      () => leads(ackedScans, ackedCheckins),
    );
    for (const [i, item] of (answer.body.items ?? []).entries()) {
      if (item.outcome === 'refused') refused.push(item);
      else ackedScans.set(item.id, must(mine[at + i], 'who was pushed').id);
    }
    if (answer.status !== 200) refused.push(answer);
  }
}

const slices = <T>(all: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, k) => all.filter((_one, i) => i % count === k));

/** All that was acknowledged by now is stored, each once. */
async function checkTruth(scanIds: readonly string[], checkinIds: readonly string[]): Promise<void> {
  const scans = await house.all('scans', { event: house.eventId });
  const checkins = await house.all('checkins', { event: house.eventId });
  const storedScans = new Set(scans.map(({ id }) => id));
  const storedCheckins = new Set(checkins.map(({ id }) => id));
  expect(scanIds.filter((id) => !storedScans.has(id))).toEqual([]);
  expect(checkinIds.filter((id) => !storedCheckins.has(id))).toEqual([]);
  expect(new Set(checkins.map(({ registration }) => registration)).size).toBe(checkins.length);
}

test(
  `${kills} times kill -9 under load: no acknowledged check-in is lost, none is doubled`,
  async () => {
    const posted = people.slice(0, peoplePosted);
    const tickets: { id: string; qrCode: string }[] = [];
    for (const { id } of posted) tickets.push({ id, qrCode: await house.code(id) });
    const paired = await Promise.all(Array.from({ length: pushers }, () => pairDemoKiosk(house)));
    const load = Promise.all([
      ...slices(tickets, posters).map(postCheckins),
      ...slices(people.slice(peoplePosted), pushers).map((mine, k) => pushScans(must(paired[k], 'a kiosk'), mine)),
    ]);

    for (let kill = 0; kill < kills; kill += 1) {
      const before = { posted: ackedCheckins.size, pushed: ackedScans.size };
      const both = () => Math.min(ackedCheckins.size - before.posted, ackedScans.size - before.pushed);
      await expect.poll(both, { timeout: patienceMs, interval: 5 }).toBeGreaterThan(acksBetweenKills);
      const acked = { scans: [...ackedScans.keys()], checkins: [...ackedCheckins.keys()] };
      await house.restart('kill');
      paused = true;
      await checkTruth(acked.scans, acked.checkins);
      paused = false;
    }
    stopped = true;
    await load;
    expect(refused).toEqual([]);
    // The load lasted to the last kill: neither kind had run out of people.
    expect(ackedCheckins.size).toBeLessThan(peoplePosted);
    expect(ackedScans.size).toBeLessThan(peoplePushed);

    await checkTruth([...ackedScans.keys()], [...ackedCheckins.keys()]);
    const everybody = new Set([...ackedScans.values(), ...ackedCheckins.values()]);
    const registrationsIn = async () =>
      new Set((await house.all('checkins', { event: house.eventId })).map(({ registration }) => registration));
    // Check-ins of pushed scans are made by a follower, which goes on where it stood.
    await expect.poll(registrationsIn, { timeout: patienceMs }).toEqual(everybody);
    // Who was sent again after a torn connection has one scan all the same, and no conflict with themselves.
    const scans = await house.all('scans', { event: house.eventId });
    expect(scans.length).toBe(everybody.size);
    expect(await house.all('checkin_conflicts', { event: house.eventId })).toEqual([]);
  },
  limitMs,
);
