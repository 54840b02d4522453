/**
 * Figure W1: heartbeats of viewers that are counted in a second, over HTTP on one server: one a request as the player sends
 * them, beside Express that answers 204 and does nothing else; and in messages of 100, as programs send them. How far the
 * numbers are from the truth, and how much memory the counters take.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { makePageToken } from '#server/modules/events/page-token.ts';
import { openTestServer, type TestServer } from '../fixtures/test-server.ts';
import { sampleEvent, textAt } from '../server/modules/events/events-module.ts';
import type { HeartbeatAnswer, HeartbeatJob } from './load/heartbeats.ts';
import { runLoad } from './load/run-load.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const viewers = 75_000;
const each = 100;
const asked = 5_000;
const lanes = 8;
/** Of the player: each sends a heartbeat in turn. */
const watching = 5_000;
const connections = 64;
const rounds = 3;
const bytesOfMiB = 1_048_576;

interface Round {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** @returns a round of a server in this process */
async function roundOf(job: HeartbeatJob): Promise<Round> {
  const before = process.cpuUsage();
  const { counted, refused, seconds } = await runLoad<HeartbeatAnswer>('heartbeats.ts', job);
  const { system, user } = process.cpuUsage(before);
  if (refused > 0) throw new Error(`${refused} of ${job.requests} heartbeats were refused`);
  return { perSecond: counted / seconds, perCpuSecond: counted / ((system + user) / 1e6) };
}

async function openPlainExpress() {
  const app = express();
  app.post('/beat/:viewer', (_request, response) => void response.status(204).end());
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const middle = (found: readonly Round[], of: keyof Round) => median(found.map((one) => one[of]));

async function singles(house: TestServer, key: string, tenant: string, scale: number): Promise<readonly Row[]> {
  const event = await openEvent(house, key, { access: 'public' });
  const count = scaled(watching, scale);
  const player = `/s/${makePageToken(tenant, event)}/alive/heartbeat`;
  const id = (n: number) => `viewer-${String(n).padStart(12, '0')}`;
  const paths = Array.from({ length: count }, (_, n) => `${player}/${id(n)}`);
  const ours = { port: Number(new URL(house.url).port), paths, connections };
  const before = process.memoryUsage().heapUsed;
  const first = await roundOf({ ...ours, requests: count });
  const plain = await openPlainExpress();
  const theirs = { ...ours, port: plain.port, paths: paths.map((_, n) => `/beat/${id(n)}`) };
  const found: Round[] = [];
  const ceiling: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ceiling.push(await roundOf({ ...theirs, requests: count * 4 }));
    found.push(await roundOf({ ...ours, requests: count * 4 }));
  }
  plain.server.close();
  const said = await house.send('POST', `/events/${event}/streaming/metrics`, { key, json: { viewerId: id(0) } });
  const unique = Number(said.body['uniqueViewers']);
  const present = Number(said.body['currentViewers']);
  const off = Math.max(Math.abs(unique / count - 1), Math.abs(present / count - 1)) * 100;
  const mib = (process.memoryUsage().heapUsed - before) / bytesOfMiB;
  const value = middle(found, 'perCpuSecond');
  const name = `heartbeats of ${count} players, one a request; memory grew by ${mib.toFixed(0)} MiB`;
  const beside = middle(ceiling, 'perCpuSecond');
  return [
    {
      row: 'W1',
      name,
      value,
      unit: 'per CPU-second',
      target: `≥ ${asked}, so that one core holds them`,
      met: value >= asked,
    },
    { row: 'W1', name: 'Express that answers 204', value: beside, unit: 'per CPU-second' },
    { row: 'W1', name: 'by the clock, on this machine as it is now', value: middle(found, 'perSecond'), unit: '/s' },
    { row: 'W1', name: 'by the clock, Express', value: middle(ceiling, 'perSecond'), unit: '/s' },
    { row: 'W1', name: 'first heartbeats, each with all checks', value: first.perSecond, unit: '/s' },
    { row: 'W1', name: 'viewers of the player, off the truth', value: off, unit: '%', target: '≤ 1 %', met: off <= 1 },
  ];
}

async function openEvent(house: TestServer, key: string, streaming: object): Promise<string> {
  const dayMs = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const json = sampleEvent({ startsAt: at(1), endsAt: at(2), streaming });
  return textAt((await house.send('POST', '/events', { key, json })).body, 'id');
}

async function batches(house: TestServer, key: string, scale: number): Promise<readonly Row[]> {
  const path = `/events/${await openEvent(house, key, {})}/streaming/metrics`;
  const count = scaled(viewers, scale);
  const before = process.memoryUsage().heapUsed;
  let next = 0;
  let last: Readonly<Record<string, unknown>> = {};
  const start = performance.now();
  const lane = async () => {
    while (next < count) {
      const from = next;
      next += each;
      const heartbeats = Array.from({ length: Math.min(each, count - from) }, (_, n) => ({ viewerId: `v${from + n}` }));
      last = (await house.send('POST', path, { key, json: { heartbeats } })).body;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const perSecond = count / ((performance.now() - start) / 1_000);
  const off = Math.abs(Number(last['uniqueViewers']) / count - 1) * 100;
  const mib = (process.memoryUsage().heapUsed - before) / bytesOfMiB;
  return [
    {
      row: 'W1',
      name: `heartbeats of ${count} viewers, ${each} a message; memory grew by ${mib.toFixed(0)} MiB`,
      value: perSecond,
      unit: '/s',
      target: `≥ ${asked} a second`,
      met: perSecond >= asked,
    },
    {
      row: 'W1',
      name: 'unique viewers of messages, off the truth',
      value: off,
      unit: '%',
      target: '≤ 1 %',
      met: off <= 1,
    },
  ];
}

export async function benchViewers({ scale }: BenchSetting): Promise<readonly Row[]> {
  const house = await openTestServer();
  try {
    const { apiKey: key, tenant } = await house.tenant('viewers');
    return [...(await singles(house, key, tenant.id, scale)), ...(await batches(house, key, scale))];
  } finally {
    await house.close();
  }
}
