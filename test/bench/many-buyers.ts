/**
 * B1: 1,000 buyers at 100 seats over HTTP, until each has an answer: a server that has just started, and the next event
 * on the same server. Server, buyers and database are processes of their own and share the machine; the CPU of each is a row.
 * `TEST_STORE=sqlite|postgres|cluster` chooses a store. Called by run.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CreatedTenant, createTenant } from '#server/operations/demo/create-tenant.ts';
import { assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { type ServerProcess, startServerProcess } from '../fixtures/server-process.ts';
import { runLoad } from './load/run-load.ts';
import type { RushAnswer, RushJob } from './load/rush.ts';
import { cpuSecondsOf } from './prepared-event.ts';
import { type BenchSetting, median, percentile, type Row, scaled } from './row.ts';
import { openDatabases, type StoreKind, storeKinds, type TenantDatabases } from './tenant-databases.ts';

const buyersMax = 1_000;
const seatShare = 0.1;
const connections = 50;
const rounds = 3;
/** What starts later with a server, and what follows a sale, is over. */
const settleMs = 2_000;
const targetMs = 1_000;

interface Rush extends RushAnswer {
  readonly serverMs: number;
}

const timesOf = (answers: RushAnswer['answers']) => answers.map(({ ms }) => ms);

async function sellEvent(url: string, apiKey: string, quantity: number): Promise<string> {
  const response = await fetch(`${url}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'A small hall',
      type: 'conference',
      startsAt: isoTime(Date.now() + dayMs),
      endsAt: isoTime(Date.now() + 2 * dayMs),
      timezone: 'UTC',
      tickets: [{ id: 'seat', name: 'Seat', price: 20, currency: 'EUR', quantity }],
    }),
  });
  const { id } = (await response.json()) as { id?: string };
  if (id === undefined) throw new Error(`no event was made: ${response.status}`);
  return id;
}

async function rush(server: ServerProcess, apiKey: string, buyers: number): Promise<Rush> {
  const seats = Math.max(1, Math.round(buyers * seatShare));
  const eventId = await sellEvent(server.url, apiKey, seats);
  await wait(settleMs);
  const bodies = Array.from({ length: buyers }, (_, i) =>
    JSON.stringify({ eventId, ticketType: 'seat', attendee: { name: `Buyer ${i}`, email: `b${i}@example.org` } }),
  );
  const job: RushJob = { url: server.url, path: '/events/registrations', key: apiKey, bodies, connections };
  const before = cpuSecondsOf(server.pid);
  const done = await runLoad<RushAnswer>('rush.ts', job);
  const serverMs = (cpuSecondsOf(server.pid) - before) * 1_000;
  const has = (wanted: number) => done.answers.filter(({ status }) => status === wanted).length;
  if (has(201) !== seats || has(409) !== buyers - seats)
    throw new Error(`${has(201)} sold and ${has(409)} refused, of ${buyers} buyers for ${seats} seats`);
  return { ...done, serverMs };
}

async function makeTenant(env: Readonly<Record<string, string>>): Promise<CreatedTenant> {
  const house = await assemble(readConfig(env));
  try {
    const made = await createTenant(house, { slug: 'hall', plan: 'enterprise', modules: ['events'] });
    if (!made.ok) throw new Error(made.errors[0].message);
    return made.value;
  } finally {
    await house.store.close();
  }
}

async function oneRound(databases: TenantDatabases | null, round: number, buyers: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const url = await databases?.database(`hall_${round}`);
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...(url !== undefined && { DATABASE_URL: url }) };
  try {
    const { apiKey } = await makeTenant(env);
    const server = await startServerProcess(env);
    try {
      return { first: await rush(server, apiKey, buyers), next: await rush(server, apiKey, buyers) };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onStore(kind: StoreKind, buyers: number): Promise<readonly Row[]> {
  const databases = kind === 'sqlite' ? null : await openDatabases(kind);
  try {
    const all: Awaited<ReturnType<typeof oneRound>>[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await oneRound(databases, round, buyers));
    const of = (which: 'first' | 'next', figure: (one: Rush) => number) => median(all.map((one) => figure(one[which])));
    const name = `${buyers} buyers at once, ${databases?.name ?? 'SQLite'}`;
    return (['first', 'next'] as const).flatMap((which): Row[] => {
      const p99 = of(which, ({ answers }) => percentile(timesOf(answers), 0.99));
      const when = which === 'first' ? 'after the start' : 'the next event';
      return [
        {
          row: 'B1',
          name: `${name}, ${when}, p99`,
          ...{ value: p99, unit: 'ms', target: `< ${targetMs} ms`, met: p99 < targetMs },
        },
        {
          row: 'B1',
          name: `${name}, ${when}, median`,
          ...{ value: of(which, ({ answers }) => median(timesOf(answers))), unit: 'ms' },
        },
        {
          row: 'B1',
          name: `${name}, ${when}, CPU of the server`,
          ...{ value: of(which, ({ serverMs }) => serverMs), unit: 'ms' },
          ceiling: { name: 'of the buyers', value: of(which, ({ cpuMs }) => cpuMs) },
        },
      ];
    });
  } finally {
    await databases?.end();
  }
}

export async function benchManyBuyers({ scale }: BenchSetting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kind of storeKinds()) rows.push(...(await onStore(kind, scaled(buyersMax, scale))));
  return rows;
}
