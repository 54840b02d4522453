/**
 * F2: a thousand subscribers of one collection hear a hundred changes a second, each of them every one, against a bare
 * `ws` server that sends the same bytes to as many sockets as they come. Subscribers are a process of their own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { createTenant } from '#server/operations/demo/create-tenant.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';
import type { SubscribersAnswer, SubscribersAsk } from './load/live-subscribers.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const rounds = 3;
const subscribers = 1_000;
const perSecond = 100;
const secondsARound = 6;
const asked = 150;
const lookMs = 20;
/** What is not there by then is missed. */
const graceMs = 15_000;

const nowMs = () => performance.timeOrigin + performance.now();
const body = 'x'.repeat(200);

class Subscribers {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load', 'live-subscribers.ts'));

  async ask(ask: SubscribersAsk): Promise<SubscribersAnswer> {
    const answered = once(this.#child, 'message');
    this.#child.send(ask);
    return (await answered)[0] as SubscribersAnswer;
  }

  async open(ask: Omit<Extract<SubscribersAsk, { kind: 'open' }>, 'kind'>): Promise<void> {
    await this.ask({ kind: 'open', ...ask });
    while ((await this.ask({ kind: 'take' })).open < ask.count) await sleep(lookMs);
  }

  /** Waits until all have arrived, or until the grace period ends. */
  async all(count: number): Promise<SubscribersAnswer> {
    const until = performance.now() + graceMs;
    for (;;) {
      const answer = await this.ask({ kind: 'take' });
      if (answer.heard >= count || performance.now() > until) return answer;
      await sleep(lookMs);
    }
  }

  end(): void {
    this.#child.kill();
  }
}

/** By the clock, so that a late one does not make the next ones late. */
async function steadily(count: number, send: (n: number) => unknown): Promise<void> {
  const startedAt = performance.now();
  const sent: unknown[] = [];
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
    sent.push(send(n));
  }
  await Promise.all(sent);
}

interface Measured {
  readonly p99: number;
  readonly worst: number;
  readonly missed: number;
  readonly twice: number;
  /** Of this process, of one change to one subscriber, in µs. */
  readonly cpuUs: number;
}

function measured({ heard, late, missed, twice }: SubscribersAnswer, expected: number, cpu: NodeJS.CpuUsage): Measured {
  const sorted = [...late].sort(([a], [b]) => a - b);
  let below = 0;
  const p99 = sorted.find(([, count]) => {
    below += count;
    return below >= 0.99 * heard;
  });
  return {
    p99: p99?.[0] ?? Number.POSITIVE_INFINITY,
    worst: sorted.at(-1)?.[0] ?? 0,
    missed: Math.max(missed, expected - heard),
    twice,
    cpuUs: (cpu.user + cpu.system) / Math.max(1, heard),
  };
}

async function write(store: TenantStore, n: number): Promise<void> {
  const done = await store.commit('user:bench', async (tx) => {
    await tx.create('notes', { title: `t${nowMs().toFixed(1)}-${n}`, open: false, state: 'draft', body });
    return ok(null);
  });
  if (!done.ok) throw new Error('not written');
}

async function openBare(): Promise<{ readonly port: number; send(n: number): void; close(): void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const sockets = new Set<WebSocket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    send(n) {
      const record = { title: `t${nowMs().toFixed(1)}-${n}`, body, more: 'x'.repeat(300) };
      const frame = Buffer.from(JSON.stringify({ type: 'change', id: 's', seq: n, op: 'create', record }));
      for (const socket of sockets) socket.send(frame, { binary: false });
    },
    close: () => server.close(),
  };
}

const worstOf = (all: readonly Measured[], of: (one: Measured) => number) => Math.max(...all.map(of));

export async function benchLive({ scale }: BenchSetting): Promise<readonly Row[]> {
  const count = scaled(secondsARound * perSecond, scale);
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }), [sampleModule]);
  const bare = await openBare();
  const people = new Subscribers();
  try {
    const modules = server.assembly.modules.all.map((m) => m.name);
    const made = await createTenant(server.assembly, { slug: 'bench', plan: 'enterprise', modules });
    if (!made.ok) throw new Error(made.errors[0].message);
    const { apiKey: key, tenant } = made.value;
    const store = await server.assembly.directory.open(tenant);
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    const round = async (into: Measured[], port: number, path: string, send: (n: number) => unknown) => {
      const frame = '{"type":"subscribe","id":"s","collection":"notes"}';
      await people.open({ port, path, key, count: subscribers, ...(path === '/live' ? { frame } : {}) });
      const cpu = process.cpuUsage();
      await steadily(count, send);
      const answer = await people.all(count * subscribers);
      into.push(measured(answer, count * subscribers, process.cpuUsage(cpu)));
      await people.ask({ kind: 'close' });
    };
    for (let i = 0; i < rounds; i += 1) {
      await round(ours, Number(new URL(server.url).port), '/live', (n) => write(store, n));
      await round(theirs, bare.port, '/', bare.send);
    }
    const p99 = median(ours.map((one) => one.p99));
    const lost = worstOf(ours, (one) => one.missed) + worstOf(ours, (one) => one.twice);
    return [
      {
        row: 'F2',
        name: `${subscribers.toLocaleString('en')} live subscribers, ${perSecond} changes a second to each, p99 from commit begun to arrival`,
        value: p99,
        unit: 'ms',
        ceiling: { name: 'bare ws server', value: median(theirs.map((one) => one.p99)) },
        target: `≤ ${asked} ms, none missed, none twice`,
        met: p99 <= asked && lost === 0,
        short: 'Server and subscribers share the processors: the time that the bare server needs is a lower bound.',
      },
      {
        row: 'F2',
        name: 'missed or heard twice, of any round',
        value: lost,
        unit: '',
        target: 'none',
        met: lost === 0,
      },
      {
        row: 'F2',
        name: 'CPU of the server for one change to one subscriber',
        value: median(ours.map((one) => one.cpuUs)),
        unit: 'µs',
        ceiling: { name: 'bare ws server', value: median(theirs.map((one) => one.cpuUs)) },
      },
    ];
  } finally {
    people.end();
    bare.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
