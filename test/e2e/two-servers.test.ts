/**
 * Two servers on one PostgreSQL and a round robin in front of them: one is killed again and again under load, then both
 * are restarted one after the other. What was acknowledged is there, each once; clients lose nothing; what follows the
 * log goes on.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Credentials, PullAnswer, PushAnswer, SnapshotManifest } from '#shared/sync/down.ts';
import { admittedRows, bearer, pairDemoKiosk } from '#test/fixtures/demo-kiosk.ts';
import { type DemoServer, mainGate, openDemoServer, type Place } from '#test/fixtures/demo-server.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openRoundRobin, type RoundRobin } from '#test/fixtures/round-robin.ts';
import { type Environment, type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';

const limitMs = 900_000;
/** Two servers, a database and their clients share two processors with other tests. */
const patienceMs = 180_000;
const kills = 2;
/** Of each kind of load, acknowledged: before a kill, and by the other server while one is gone. */
const acksBefore = 8;
const acksMeanwhile = 4;
/** What each kind may do around one kill; and while one server is restarted, of which some for each look at it. */
const perKill = 20;
const perRestart = 24;
const perLook = 2;
const lookMs = 100;
const batchSize = 4;
const posters = 2;
/** On a fast and on a slow machine: the load does not run out of people before the end. */
const peopleOfAKind = kills * (perKill + acksMeanwhile) + 2 * perRestart + posters * batchSize;
const pauseMs = 5;

let house: DemoServer;
let second: { server: ServerProcess; readonly env: Environment };
let robin: RoundRobin;
let people: readonly RegistrationRecord[];

beforeAll(async () => {
  const database = await (await postgres()).database('two');
  house = await openDemoServer({
    attendees: 3 * peopleOfAKind,
    env: { DATABASE_URL: database, DRAIN_MS: '60000' },
  });
  const port = await freePort();
  const env = {
    ...house.env,
    PORT: String(port),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'gatehouse-e2e-')),
    PUBLIC_URL: house.url,
  };
  second = { server: await startServerProcess(env), env };
  people = await house.places('standard', 2 * peopleOfAKind);
  robin = openRoundRobin([house.url, second.server.url], house.apiKey);
}, limitMs);

afterAll(async () => {
  await robin?.close();
  await second?.server.kill();
  await house?.server().kill();
  await house?.end();
  if (second) await rm(must(second.env['DATA_DIR'], 'a folder'), { recursive: true, force: true });
}, 60_000);

/** Acknowledged, of each kind: id → registration. */
const acked = {
  checkins: new Map<string, string>(),
  scans: new Map<string, string>(),
  places: new Map<string, string>(),
};
const refused: unknown[] = [];
let stopped = false;
/** How many of each kind may be acknowledged by now. */
let allowed = 0;

async function myTurn(mine: ReadonlyMap<string, string>): Promise<boolean> {
  while (!stopped && mine.size >= allowed) await wait(pauseMs);
  return !stopped;
}

async function postCheckins(tickets: readonly { id: string; qrCode: string }[]): Promise<void> {
  for (const { id, qrCode } of tickets) {
    if (!(await myTurn(acked.checkins))) return;
    type Checked = { success: boolean; checkin?: { id: string } };
    const body = { qrCode, gateId: mainGate };
    const answer = await robin.ask<Checked>('POST', '/events/checkin', body, { 'Idempotency-Key': `door-${id}` });
    if (answer.status === 200 && answer.body.checkin) acked.checkins.set(answer.body.checkin.id, id);
    else refused.push(answer);
  }
}

async function registerGuests(): Promise<void> {
  for (let n = 0; await myTurn(acked.places); n++) {
    const attendee = { name: `Guest ${n}`, email: `behind-two-servers-${n}@example.org`, company: null, role: 'Guest' };
    const body = { eventId: house.eventId, ticketType: 'standard', attendee };
    const answer = await robin.ask<Place>('POST', '/events/registrations', body, { 'Idempotency-Key': `guest-${n}` });
    if (answer.status < 300) acked.places.set(answer.body.id, attendee.email);
    else refused.push(answer);
  }
}

async function pushScans(kiosk: Credentials, mine: readonly RegistrationRecord[]): Promise<void> {
  for (let at = 0; at < mine.length; at += batchSize) {
    if (!(await myTurn(acked.scans))) return;
    const rows = admittedRows(house, kiosk, mine.slice(at, at + batchSize), at + 1);
    const answer = await robin.ask<PushAnswer>('POST', '/api/v1/replication/scans/push', { rows }, bearer(kiosk));
    if (answer.status !== 200) refused.push(answer);
    for (const [i, item] of (answer.body.items ?? []).entries()) {
      if (item.outcome === 'refused') refused.push(item);
      else acked.scans.set(item.id, must(mine[at + i], 'who was pushed').id);
    }
  }
}

/** A kiosk that listens and pulls when it hears something, at whichever server it reaches. */
class Listener {
  readonly #kiosk: Credentials;
  #socket: Socket | null = null;
  #seq = 0;
  #log = '';
  #heard = 0;
  #pulling: Promise<void> | null = null;
  #open = true;
  /** The numbers of all changes it was given, as they came. */
  readonly seqs: number[] = [];
  readonly checkins = new Set<string>();
  turns = 0;

  constructor(kiosk: Credentials) {
    this.#kiosk = kiosk;
  }

  async start(at: number): Promise<void> {
    const first = await robin.ask<SnapshotManifest>(
      'GET',
      '/api/v1/replication/snapshot',
      undefined,
      bearer(this.#kiosk),
    );
    [this.#seq, this.#log] = [first.body.seq, first.body.log];
    this.#connect(at);
  }

  /** No reconnection to the same address: the other server may be the one that is there. */
  #connect(at: number): void {
    const sites = robin.sites();
    const { url } = must(sites[at % sites.length], 'a server');
    const socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token: this.#kiosk.token },
    });
    this.#socket = socket;
    const goOn = () => {
      socket.off();
      this.turns += 1;
      if (this.#open) setTimeout(() => this.#connect(at + 1), pauseMs);
    };
    socket.on('disconnect', goOn);
    socket.on('connect_error', goOn);
    socket.on('connect', () => this.#hear());
    socket.on('changed', () => this.#hear());
  }

  #hear(): void {
    this.#heard += 1;
    this.#pulling ??= this.#pull().finally(() => {
      this.#pulling = null;
    });
  }

  async #pull(): Promise<void> {
    for (let done = -1; done !== this.#heard; ) {
      done = this.#heard;
      for (let more = true; more; ) {
        const path = `/api/v1/replication/pull?log=${this.#log}&seq=${this.#seq}`;
        const { status, body } = await robin.ask<PullAnswer>('GET', path, undefined, bearer(this.#kiosk));
        if (status !== 200) throw new Error(`pull answered ${status}: ${JSON.stringify(body)}`);
        for (const { collection, id, seq } of body.documents) {
          this.seqs.push(seq);
          if (collection === 'checkins') this.checkins.add(id);
        }
        more = body.seq < body.head;
        this.#seq = body.seq;
      }
    }
  }

  stop(): void {
    this.#open = false;
    this.#socket?.off();
    this.#socket?.disconnect();
  }
}

const slices = <T>(all: readonly T[], count: number): T[][] =>
  Array.from({ length: count }, (_, k) => all.filter((_one, i) => i % count === k));

/** So many of each kind are acknowledged. */
async function reached(goal: number): Promise<void> {
  const fewest = () => Math.min(...Object.values(acked).map((one) => one.size));
  await expect.poll(fewest, { timeout: patienceMs, interval: 10 }).toBeGreaterThanOrEqual(goal);
}

/** While a server is restarted requests keep coming, some more each time one looks. */
async function underLoad(restart: () => Promise<void>): Promise<void> {
  let restarted = false;
  const done = restart().then(() => {
    restarted = true;
  });
  for (let left = perRestart; !restarted; left -= perLook) {
    if (left > 0) allowed += perLook;
    await Promise.race([done, wait(lookMs)]);
  }
  await robin.allReady();
  await reached(allowed);
}

/** All that was acknowledged by now is stored, each once. */
async function checkTruth(): Promise<void> {
  const [scanIds, checkinIds, placeIds] = [acked.scans, acked.checkins, acked.places].map((one) => [...one.keys()]);
  const scans = new Set((await house.all('scans', { event: house.eventId })).map(({ id }) => id));
  const checkins = await house.all('checkins', { event: house.eventId });
  const checkinSet = new Set(checkins.map(({ id }) => id));
  const places = await house.all('registrations', { event: house.eventId });
  const placeSet = new Set(places.map(({ id }) => id));
  expect(must(scanIds, 'ids').filter((id) => !scans.has(id))).toEqual([]);
  expect(must(checkinIds, 'ids').filter((id) => !checkinSet.has(id))).toEqual([]);
  expect(must(placeIds, 'ids').filter((id) => !placeSet.has(id))).toEqual([]);
  expect(new Set(checkins.map(({ registration }) => registration)).size).toBe(checkins.length);
  const guests = places.filter(({ email }) => /^behind-two-servers/.test(String(email)));
  expect(new Set(guests.map(({ email }) => email)).size).toBe(guests.length);
}

async function restartSecond(how: 'kill' | 'stop'): Promise<void> {
  await second.server[how]();
  second.server = await startServerProcess(second.env);
}

test(
  `${kills} times kill -9 of one of two servers, then a restart of both in turn: nothing lost, doubled or refused`,
  async () => {
    const tickets: { id: string; qrCode: string }[] = [];
    for (const { id } of people.slice(0, peopleOfAKind)) tickets.push({ id, qrCode: await house.code(id) });
    const [pusher, ...listening] = await Promise.all([1, 2, 3].map(() => pairDemoKiosk(house)));
    const listeners = listening.map((kiosk) => new Listener(kiosk));
    for (const [at, listener] of listeners.entries()) await listener.start(at);
    const load = Promise.all([
      ...slices(tickets, posters).map(postCheckins),
      registerGuests(),
      pushScans(must(pusher, 'a kiosk'), people.slice(peopleOfAKind)),
    ]);

    for (let kill = 0; kill < kills; kill += 1) {
      allowed += perKill;
      await reached(allowed - perKill + acksBefore);
      await (kill % 2 === 0 ? house.server() : second.server).kill();
      // The other one carries on.
      allowed += acksMeanwhile;
      await reached(allowed);
      await (kill % 2 === 0 ? house.restart('kill') : restartSecond('kill'));
      await robin.allReady();
      if (kill === kills - 1) await checkTruth();
    }
    const tornBefore = robin.torn();
    for (const restart of [() => house.restart('stop'), () => restartSecond('stop')]) await underLoad(restart);
    // No request was cut off: a server answered every request it had accepted, and then got no more.
    expect(robin.torn()).toBe(tornBefore);
    stopped = true;
    await load;
    expect(refused).toEqual([]);

    await checkTruth();
    const everybody = new Set([...acked.scans.values(), ...acked.checkins.values()]);
    const admitted = async () =>
      new Set((await house.all('checkins', { event: house.eventId })).map(({ registration }) => registration));
    // Check-ins of pushed scans are made by a follower, which went on at the other server each time.
    await expect.poll(admitted, { timeout: patienceMs }).toEqual(everybody);
    expect(await house.all('checkin_conflicts', { event: house.eventId })).toEqual([]);
    const scans = (await house.all('scans', { event: house.eventId })).map(({ id }) => id).sort();
    expect(scans).toHaveLength(everybody.size);
    const checkins = (await house.all('checkins', { event: house.eventId })).map(({ id }) => id).sort();
    for (const listener of listeners) {
      // By hints alone: no poll by a timer.
      await expect.poll(() => [...listener.checkins].sort(), { timeout: patienceMs }).toEqual(checkins);
      expect(listener.seqs).toEqual([...new Set(listener.seqs)].sort((a, b) => a - b));
      expect(listener.turns).toBeGreaterThan(0);
      listener.stop();
    }
  },
  limitMs,
);
