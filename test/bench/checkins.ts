/** S1: durable check-ins a second with 64 callers, against one commit each on the same store and disk in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actor, systemActor } from '#server/access/actor.ts';
import { readConfig } from '#server/config.ts';
import { createDemo } from '#server/demo/create-demo.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { must } from '#shared/base/assert.ts';
import { median, percentile, type Row } from './row.ts';

const callers = 64;
const rounds = 3;
const perRound = 1_280;
/** One after the other takes longer: fewer will do for a rate. */
const perRoundAlone = 320;

async function codesOf(
  server: RunningServer,
  actor: Actor,
  eventId: string,
  registrations: readonly string[],
): Promise<string[]> {
  const codes: string[] = [];
  for (const registrationId of registrations) {
    const outcome = await server.house.platform.run(actor, {
      verb: 'act',
      action: 'events.registration',
      input: { eventId, registrationId },
    });
    if (outcome.kind !== 'answer') throw new Error('no registration');
    codes.push((outcome.value as { ticket: { qrCode: string } }).ticket.qrCode);
  }
  return codes;
}

async function inLanes(
  lanes: number,
  items: readonly string[],
  work: (item: string) => Promise<void>,
): Promise<{ perSecond: number; p99Ms: number }> {
  const times: number[] = [];
  const queue = items.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of queue) {
        const before = performance.now();
        await work(item);
        times.push(performance.now() - before);
      }
    }),
  );
  return { perSecond: items.length / ((performance.now() - started) / 1000), p99Ms: percentile(times, 0.99) };
}

function post(agent: Agent, url: string, apiKey: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/events/checkin`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`check-in answered ${response.statusCode}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export async function benchCheckins(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
  try {
    const needed = rounds * (2 * perRound + perRoundAlone);
    const demo = await createDemo(server.house, { attendees: needed });
    const actor = systemActor(demo.tenant, 'bench');
    const store = await server.house.directory.open(
      must(await server.house.directory.byId(demo.tenant), 'the demo tenant'),
    );
    const ids: string[] = [];
    for await (const page of store.scan('registrations'))
      ids.push(...page.filter((r) => r['status'] === 'confirmed').map((r) => r.id));
    const codes = (await codesOf(server, actor, demo.eventId, ids)).values();
    const take = (count: number) => Array.from({ length: count }, () => must(codes.next().value, 'enough codes'));
    const admit = async (qrCode: string) => {
      const outcome = await server.house.platform.run(actor, {
        verb: 'act',
        action: 'events.checkin',
        input: { qrCode, gateId: 'main-entrance' },
      });
      if (outcome.kind !== 'answer' || !(outcome.value as { success?: boolean }).success)
        throw new Error('not admitted');
    };
    const apiKey = must(demo.apiKey, 'a new tenant has a key');
    const agent = new Agent({ keepAlive: true, maxSockets: callers });

    const together: { perSecond: number; p99Ms: number }[] = [];
    const alone: { perSecond: number; p99Ms: number }[] = [];
    const http: { perSecond: number; p99Ms: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await inLanes(1, take(perRoundAlone), admit));
      together.push(await inLanes(callers, take(perRound), admit));
      http.push(
        await inLanes(callers, take(perRound), (qrCode) =>
          post(agent, server.url, apiKey, JSON.stringify({ qrCode, gateId: 'main-entrance' })),
        ),
      );
    }
    agent.destroy();
    const rate = median(together.map((r) => r.perSecond));
    const peer = median(alone.map((r) => r.perSecond));
    const httpP99 = median(http.map((r) => r.p99Ms));
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
        name: `the same over HTTP (client in this process)`,
        value: median(http.map((r) => r.perSecond)),
        unit: '/s',
      },
      { row: 'S1', name: 'p99 over HTTP', value: httpP99, unit: 'ms', target: '≤ 50 ms', met: httpP99 <= 50 },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
