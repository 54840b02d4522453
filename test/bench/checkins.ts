/** S1: durable check-ins a second with 64 callers, against one commit each on the same store and disk in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, systemActor } from '#server/core/policy/actor.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { readConfig } from '#server/start/config.ts';
import { type RunningServer, startServer } from '#server/start/open-server.ts';
import { must } from '#shared/base/assert.ts';
import type { CallersAnswer } from './load/check-in-callers.ts';
import { runLoad } from './load/run-load.ts';
import { median, percentile, type Row } from './row.ts';

const callers = 64;
const rounds = 3;
const perRound = 1_280;
/** One after the other takes longer: fewer will do for a rate. */
const perRoundAlone = 320;
/** What turns scans into check-ins: it reads all of them, also those that were decided here. */
const follower = 'events.reconcile';
const lookEveryMs = 20;

async function codesOf(
  server: RunningServer,
  actor: Actor,
  eventId: string,
  registrations: readonly string[],
): Promise<string[]> {
  const codes: string[] = [];
  for (const registrationId of registrations) {
    const outcome = await server.assembly.platform.run(actor, {
      verb: 'act',
      action: 'events.registration',
      input: { eventId, registrationId },
    });
    if (outcome.kind !== 'answer') throw new Error('no registration');
    codes.push((outcome.value as { ticket: { qrCode: string } }).ticket.qrCode);
  }
  return codes;
}

interface Measured {
  readonly perSecond: number;
  /** Of this process, what follows the log included; milliseconds each. */
  readonly cpuMs: number;
}

/** Works in lanes, and waits for what follows the log before the next round begins. */
async function measure(
  lanes: number,
  items: readonly string[],
  work: (item: string) => Promise<void>,
  followed: () => Promise<void>,
): Promise<Measured> {
  const queue = items.values();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of queue) await work(item);
    }),
  );
  const perSecond = (items.length * 1_000) / (performance.now() - started);
  await followed();
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond, cpuMs: (user + system) / 1_000 / items.length };
}

export async function benchCheckins(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
  try {
    const needed = rounds * (2 * perRound + perRoundAlone);
    const demo = await createDemo(server.assembly, { attendees: needed });
    const actor = systemActor(demo.tenant, 'bench');
    const store = await server.assembly.directory.open(
      must(await server.assembly.directory.byId(demo.tenant), 'the demo tenant'),
    );
    const ids: string[] = [];
    for await (const page of store.walk('registrations'))
      ids.push(...page.filter((r) => r['status'] === 'confirmed').map((r) => r.id));
    const codes = (await codesOf(server, actor, demo.eventId, ids)).values();
    const take = (count: number) => Array.from({ length: count }, () => must(codes.next().value, 'enough codes'));
    const admit = async (qrCode: string) => {
      const outcome = await server.assembly.platform.run(actor, {
        verb: 'act',
        action: 'events.checkin',
        input: { qrCode, gateId: 'main-entrance' },
      });
      if (outcome.kind !== 'answer' || !(outcome.value as { success?: boolean }).success)
        throw new Error('not admitted');
    };
    const followed = async () => {
      while ((await store.since(await store.cursor(follower), { limit: 1, collections: ['scans'] })).length > 0)
        await sleep(lookEveryMs);
    };
    const overHttp = { url: server.url, apiKey: must(demo.apiKey, 'a new tenant has a key'), callers };

    const together: Measured[] = [];
    const alone: Measured[] = [];
    const http: CallersAnswer[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measure(1, take(perRoundAlone), admit, followed));
      together.push(await measure(callers, take(perRound), admit, followed));
      http.push(await runLoad<CallersAnswer>('check-in-callers.ts', { ...overHttp, codes: take(perRound) }));
      await followed();
    }
    const rate = median(together.map((r) => r.perSecond));
    const peer = median(alone.map((r) => r.perSecond));
    const httpP99 = median(http.map((r) => percentile(r.times, 0.99)));
    return [
      {
        row: 'S1',
        name: `durable check-ins, ${callers} callers`,
        value: rate,
        unit: '/s',
        ceiling: { name: 'one commit each', value: peer },
        ratio: rate / peer,
        target: '≥ 3 × one commit each',
        met: rate >= 3 * peer,
      },
      {
        row: 'S1',
        name: 'CPU of one of them',
        value: median(together.map((r) => r.cpuMs)),
        unit: 'ms',
        ceiling: { name: 'one commit each', value: median(alone.map((r) => r.cpuMs)) },
      },
      { row: 'S1', name: 'the same over HTTP', value: median(http.map((r) => r.perSecond)), unit: '/s' },
      {
        row: 'S1',
        name: 'p99 over HTTP',
        value: httpP99,
        unit: 'ms',
        target: '≤ 50 ms',
        met: httpP99 <= 50,
        short:
          'Sixty-four callers wait for one flush together, and the process that calls takes its turns on the same two cores.',
      },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
