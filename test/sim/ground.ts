/**
 * The state every world of one size begins with: a tenant, an event, its people and paired kiosks, made once by the
 * real server and copied for each seed.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemActor } from '#server/core/policy/actor.ts';
import { must } from '#shared/base/assert.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { isObject } from '#shared/base/json.ts';
import { hourMs, isoTime, parseTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { syncVersion } from '#shared/sync/version.ts';
import { allRows } from '#test/fixtures/all-rows.ts';
import { ticketKeyPair } from '#test/fixtures/ticket-signing.ts';
import { randomOf } from './random.ts';
import type { RunningServer } from './run-server.ts';
import { createSimServer } from './sim-server.ts';
import { silent } from './tell.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export interface GroundPerson {
  readonly id: string;
  readonly ticketNumber: string;
}

export interface GroundKiosk {
  readonly credentials: Credentials;
  readonly device: CryptoKeyPair;
  /** `device` follows from it. */
  readonly keySeed: number;
}

export interface Ground {
  /** Holds the server's data folder. */
  readonly folder: string;
  readonly eventId: string;
  readonly people: readonly GroundPerson[];
  readonly kiosks: readonly GroundKiosk[];
}

export const groundMs = must(parseTime('2026-05-04T07:00:00Z'), 'a time');
/** The event opens a little after its data are made, while the pairing tokens are still valid. */
export const openingMs = groundMs + hourMs / 4;
export const kiosksMax = 20;
const importRows = 1_000;

/** In memory where there is such a folder: thousands of worlds wait for thousands of fsyncs otherwise. */
export function newFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gatehouse-sim-'));
}

/** Lets time pass until the promise has settled. */
export async function finish<T>(time: VirtualTime, work: Promise<T>): Promise<T> {
  let settled = false;
  const done = work.finally(() => {
    settled = true;
  });
  done.catch(() => {});
  for (let turns = 0; !settled; turns++) {
    if (turns > 100_000) throw new Error('it does not come to an end');
    await time.runUntil(time.now() + 5);
  }
  return done;
}

export async function act(server: RunningServer, action: string, input: unknown): Promise<Record<string, unknown>> {
  const actor = systemActor(server.tenant, 'organizer');
  const outcome = await server.platform.run(actor, { verb: 'act', action, input });
  if (outcome.kind === 'refused') throw new Error(`${action}: ${outcome.errors[0].code} ${outcome.errors[0].message}`);
  const value = outcome.kind === 'answer' ? outcome.value : null;
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isObject(body) ? body : {};
}

export async function caughtUp(time: VirtualTime, server: RunningServer): Promise<void> {
  for (let turns = 0; turns < 10_000; turns++) {
    await time.runUntil(time.now() + 50);
    if (server.lag() === 0) return;
  }
  throw new Error(`followers do not catch up: ${server.followerFaults().join('; ')}`);
}

export async function layGround(registrations: number): Promise<Ground> {
  const folder = newFolder();
  const time = createVirtualTime(groundMs);
  const random = randomOf(registrations, 'ground');
  const server = createSimServer({
    folder,
    time,
    random,
    bugs: {},
    onCommit: () => {},
    commitMs: () => 1,
    tell: silent,
  });
  const running = await finish(time, server.start());
  const event = await finish(time, act(running, 'events.create', eventInput));
  const eventId = String(event['id']);
  for (let from = 0; from < registrations; from += importRows) {
    const attendees = Array.from({ length: Math.min(importRows, registrations - from) }, (_, i) => ({
      ticketType: (from + i) % 5 === 4 ? 'vip' : 'standard',
      name: `Person ${from + i}`,
      email: `person${from + i}@example.org`,
    }));
    await finish(time, act(running, 'events.import_attendees', { eventId, attendees }));
  }
  const kiosks: GroundKiosk[] = [];
  for (let n = 0; n < kiosksMax; n++) kiosks.push(await finish(time, pair(running, eventId, n)));
  await caughtUp(time, running);
  const rows = await allRows(running.tenantStore, 'registrations', where({ event: eventId }));
  const email = (row: StoredRecord) => String(row['email']);
  const people = rows
    .toSorted((one, other) => (email(one) < email(other) ? -1 : 1))
    .map((row) => ({ id: row.id, ticketNumber: String(row['ticketNumber']) }));
  server.crash();
  await server.end();
  return { folder, eventId, people, kiosks };
}

export function removeGround(ground: Ground): void {
  rmSync(ground.folder, { recursive: true, force: true });
}

const loungeList = 'lounge';
/** So few that most worlds fill it. */
export const loungeCapacity = 4;

const eventInput = {
  name: 'Simulated Conference',
  type: 'conference',
  startsAt: isoTime(groundMs - hourMs),
  endsAt: isoTime(groundMs + 20 * hourMs),
  doorsOpenAt: isoTime(groundMs - 2 * hourMs),
  timezone: 'Europe/Berlin',
  tickets: [
    { id: 'standard', name: 'Standard', price: 0, currency: 'EUR', quantity: -1, walkIn: true },
    { id: 'vip', name: 'VIP', price: 0, currency: 'EUR', quantity: -1 },
  ],
  lists: [{ id: loungeList, name: 'Lounge', capacity: loungeCapacity }],
  gates: [
    { id: 'main-entrance', name: 'Main entrance' },
    { id: 'side-entrance', name: 'Side entrance', direction: 'both' },
    { id: 'lounge', name: 'Lounge', list: loungeList },
  ],
};

async function pair(server: RunningServer, eventId: string, n: number): Promise<GroundKiosk> {
  const publicKey = ticketKeyPair(deviceSeed + n).publicKey;
  const gate = ['main-entrance', 'side-entrance', 'lounge', 'lounge'][n % 4]!;
  const tenant = must(await server.directory.byId(server.tenant), 'the tenant');
  const code = await server.kiosks.createPairingCode(tenant, { event: eventId, gate });
  if (!code.ok) throw new Error(code.errors[0].message);
  const paired = await server.kiosks.pair({
    pairingCode: code.value.pairingCode,
    publicKey: toBase64url(publicKey),
    name: `Kiosk ${n}`,
    softwareVersion: null,
    syncVersion,
  });
  if (!paired.ok) throw new Error(paired.errors[0].message);
  if (paired.value.role === 'box') throw new Error('a kiosk was paired as a box');
  const keySeed = deviceSeed + n;
  return { credentials: paired.value, device: await deviceKeys(keySeed, publicKey), keySeed };
}

const deviceSeed = 1_000;
/** RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

async function deviceKeys(seed: number, publicKey: Uint8Array): Promise<CryptoKeyPair> {
  const secret = Buffer.alloc(32);
  secret.writeUInt32BE(seed, 28);
  const pkcs8 = Buffer.concat([pkcs8Prefix, secret]);
  const raw = new Uint8Array(publicKey);
  return {
    privateKey: await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']),
    publicKey: await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify']),
  };
}
