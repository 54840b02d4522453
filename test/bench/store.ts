/**
 * S1 at the store alone: check-ins (find the registration, look for an earlier check-in, write one, update the
 * registration) by 64 callers in shared commits, against one commit each: by the same store, and by bare prepared
 * statements that write the same rows. Rounds take turns, so that a busy machine is busy for all three.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { median, percentile, type Row } from './row.ts';

const callers = 64;
const rounds = 5;
/** Check-ins in each round; the slow ways do fewer. */
const perRound = 1_920;
const perRoundAlone = 320;
const registrationCount = rounds * (perRound + 2 * perRoundAlone);

const registrations = defineCollection({
  name: 'bench_registrations',
  module: 'bench',
  labels: { one: 'Registration', many: 'Registrations' },
  fields: [
    { name: 'ticketNumber', type: 'text', unique: true },
    { name: 'name', type: 'text', index: true },
    { name: 'email', type: 'email', index: true },
    { name: 'status', type: 'select', options: ['confirmed', 'checked_in'], index: true },
    { name: 'answers', type: 'json' },
  ],
});
const checkins = defineCollection({
  name: 'bench_checkins',
  module: 'bench',
  labels: { one: 'Check-in', many: 'Check-ins' },
  fields: [
    { name: 'registration', type: 'relation', to: 'bench_registrations', unique: true },
    { name: 'gate', type: 'text', index: true },
    { name: 'offline', type: 'boolean' },
  ],
});

const newId = () => uuidv7(Date.now(), randomBytes(10));

async function fill(db: TenantStore): Promise<void> {
  for (let from = 0; from < registrationCount; from += 500) {
    await db.commit('system:bench', async (tx) => {
      for (let i = from; i < Math.min(from + 500, registrationCount); i++) {
        const person = {
          name: `Person ${i}`,
          email: `person${i}@example.com`,
          status: 'confirmed',
          answers: { meal: 'any', size: i % 5 },
        };
        await tx.create('bench_registrations', { ticketNumber: `T${i}`, ...person });
      }
      return ok(null);
    });
  }
}

async function checkIn(db: TenantStore, ticketNumber: string): Promise<void> {
  const result = await db.commit('kiosk:bench', async (tx) => {
    const registration = await tx.findOne('bench_registrations', { ticketNumber });
    if (registration === null) return refuse({ code: 'unknown_ticket', message: 'Unknown.' });
    if ((await tx.findOne('bench_checkins', { registration: registration.id })) !== null) {
      return refuse({ code: 'already_checked_in', message: 'Used.' });
    }
    const checkin = await tx.create('bench_checkins', { registration: registration.id, gate: 'north', offline: false });
    await tx.update('bench_registrations', registration.id, { status: 'checked_in' });
    return ok(checkin);
  });
  if (!result.ok) throw new Error(`check-in refused: ${result.errors[0].code}`);
}

/** The same reads and rows, written by hand with prepared statements and one commit each: what a thin handler would do. */
function bareCheckIn(path: string): {
  readonly run: (ticketNumber: string) => Promise<void>;
  readonly close: () => void;
} {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous = FULL');
  const registrationOf = db.prepare('SELECT * FROM bench_registrations WHERE ticketNumber = ?');
  const earlier = db.prepare('SELECT id FROM bench_checkins WHERE registration = ?');
  const insert = db.prepare('INSERT INTO bench_checkins VALUES (?, ?, ?, 1, ?, ?, 0)');
  const update = db.prepare(
    "UPDATE bench_registrations SET status = 'checked_in', updatedAt = ?, version = version + 1 WHERE id = ?",
  );
  const log = db.prepare("INSERT INTO _changes VALUES (null, ?, ?, ?, ?, '[]', 'kiosk:bench', ?, null)");
  const run = async (ticketNumber: string) => {
    const now = new Date().toISOString();
    db.exec('BEGIN IMMEDIATE');
    const registration = registrationOf.get(ticketNumber);
    const registrationId = registration?.['id'];
    if (typeof registrationId !== 'string' || earlier.get(registrationId) !== undefined)
      throw new Error('check-in refused');
    const id = newId();
    insert.run(id, now, now, registrationId, 'north');
    log.run(now, 'bench_checkins', id, 'create', JSON.stringify({ id, registration: registrationId, gate: 'north' }));
    update.run(now, registrationId);
    log.run(now, 'bench_registrations', registrationId, 'update', JSON.stringify(registration));
    db.exec('COMMIT');
  };
  return { run, close: () => db.close() };
}

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function measure(
  lanes: number,
  tickets: readonly string[],
  work: (ticket: string) => Promise<void>,
): Promise<Measured> {
  const queue = tickets.values();
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const ticket of queue) {
        const before = performance.now();
        await work(ticket);
        times.push(performance.now() - before);
      }
    }),
  );
  return { perSecond: (tickets.length * 1_000) / (performance.now() - started), p99Ms: percentile(times, 0.99) };
}

export async function benchStore(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-store-'));
  const store = openSqliteStore({ folder, clock: Date.now, newId });
  try {
    const db = await store.tenant('bench');
    await db.migrate([registrations, checkins]);
    await fill(db);
    const bare = bareCheckIn(join(folder, 'bench.db'));
    let next = 0;
    const take = (count: number) => Array.from({ length: count }, () => `T${next++}`);
    const together: Measured[] = [];
    const alone: Measured[] = [];
    const bareAlone: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      together.push(await measure(callers, take(perRound), (ticket) => checkIn(db, ticket)));
      alone.push(await measure(1, take(perRoundAlone), (ticket) => checkIn(db, ticket)));
      bareAlone.push(await measure(1, take(perRoundAlone), bare.run));
    }
    bare.close();
    const rate = median(together.map((m) => m.perSecond));
    const each = median(alone.map((m) => m.perSecond));
    const bareEach = median(bareAlone.map((m) => m.perSecond));
    const p99 = median(together.map((m) => m.p99Ms));
    const common = { row: 'S1', unit: '/s', value: rate } as const;
    return [
      {
        ...common,
        name: `store alone: durable check-ins, ${callers} callers`,
        ceiling: { name: 'the same store, one commit each', value: each },
        ratio: rate / each,
        target: '≥ 3 × one commit each',
        met: rate >= 3 * each,
      },
      {
        ...common,
        name: 'the same, against bare statements',
        ceiling: { name: 'prepared statements, one commit each', value: bareEach },
        ratio: rate / bareEach,
      },
      {
        row: 'S1',
        name: `store alone: p99, ${callers} callers`,
        value: p99,
        unit: 'ms',
        target: '≤ 50 ms',
        met: p99 <= 50,
      },
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
