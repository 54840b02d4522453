/**
 * F3: messages a second to one fast endpoint, from the change to its arrival, against bare keep-alive POSTs of the same
 * bytes by the same process; and what one dead endpoint of ten costs the other nine.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#server/core/policy/actor.ts';
import { createTenant } from '#server/operations/demo/create-tenant.ts';
import { readConfig } from '#server/start/config.ts';
import { type RunningServer, startServer } from '#server/start/open-server.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';
import type { ReceiversAnswer, ReceiversAsk } from './load/webhook-receivers.ts';
import { type BenchSetting, median, percentile, type Row, scaled } from './row.ts';

const rounds = 3;
const fastMessages = 3_000;
const perCommit = 100;
/** As many as go to one endpoint at once. */
const callers = 16;
const endpoints = 10;
const steadyChanges = 400;
/** Far below what can be sent: what is measured is waiting for others, not for the processor. */
const perSecond = 20;
const warmUp = 50;
const lookMs = 5;

class Receivers {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load', 'webhook-receivers.ts'));

  async ask(ask: ReceiversAsk): Promise<ReceiversAnswer> {
    const answered = once(this.#child, 'message');
    this.#child.send(ask);
    return (await answered)[0] as ReceiversAnswer;
  }

  /** Waits until as many have come. */
  async delays(count: number): Promise<number[]> {
    const all: number[] = [];
    while (all.length < count) {
      await sleep(lookMs);
      all.push(...(await this.ask({ kind: 'take' })).delays);
    }
    return all;
  }

  end(): void {
    this.#child.kill();
  }
}

async function write(store: TenantStore, count: number): Promise<void> {
  const done = await store.commit('user:bench', async (tx) => {
    for (let i = 0; i < count; i += 1)
      await tx.create('notes', { title: `note ${i}`, open: false, state: 'draft', body: 'x'.repeat(200) });
    return ok(null);
  });
  if (!done.ok) throw new Error('not written');
}

/** The same bytes as a message, by as many callers, with nothing written and nothing signed. */
async function bare(port: number, body: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', agent }, (answer) => {
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end(body);
    });
  let left = count;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        await one();
      }
    }),
  );
  agent.destroy();
  return (count * 1_000) / (performance.now() - startedAt);
}

/** Of this process, in milliseconds. */
function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function benchFast(
  store: TenantStore,
  receivers: Receivers,
  port: number,
  count: number,
): Promise<readonly Row[]> {
  const rates: number[] = [];
  const ceilings: number[] = [];
  const costs: number[] = [];
  const bareCosts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    for (let written = 0; written < count; written += perCommit) await write(store, perCommit);
    await receivers.delays(count);
    rates.push((count * 1_000) / (performance.now() - startedAt));
    while ((await store.count('webhook_deliveries', where({ status: 'delivered' }))) < count * (round + 1))
      await sleep(lookMs);
    costs.push(cpuMs(cpu) / count);
    const [sample] = await store.find('webhook_attempts', { limit: 1 });
    const bareCpu = process.cpuUsage();
    ceilings.push(await bare(port, String(must(sample, 'an attempt')['requestBody']), count));
    bareCosts.push(cpuMs(bareCpu) / count);
    await receivers.delays(count);
  }
  const rate = median(rates);
  const ceiling = median(ceilings);
  return [
    {
      row: 'F3',
      name: 'webhooks to a fast endpoint, from change to arrival',
      value: rate,
      unit: '/s',
      ceiling: { name: 'bare POSTs', value: ceiling },
      ratio: rate / ceiling,
      target: '≥ 1,000 a second',
      met: rate >= 1_000,
    },
    {
      row: 'F3',
      name: 'CPU of one of them, with its change, delivery and attempt written',
      value: median(costs),
      unit: 'ms',
      ceiling: { name: 'a bare POST', value: median(bareCosts) },
    },
  ];
}

/** @returns p99 of what arrives, in milliseconds */
async function steady(store: TenantStore, receivers: Receivers, answering: number, count: number): Promise<number> {
  for (let i = 0; i < count; i += 1) {
    await write(store, 1);
    await sleep(1_000 / perSecond);
  }
  return percentile(await receivers.delays(count * answering), 0.99);
}

/** @param healthy a tenant whose endpoints all answer, @param wounded one of whose one never does */
async function benchDead(
  healthy: TenantStore,
  wounded: TenantStore,
  receivers: Receivers,
  count: number,
): Promise<Row> {
  const alive: number[] = [];
  const besideDead: number[] = [];
  await steady(healthy, receivers, endpoints, warmUp);
  await steady(wounded, receivers, endpoints - 1, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    alive.push(await steady(healthy, receivers, endpoints, count));
    besideDead.push(await steady(wounded, receivers, endpoints - 1, count));
  }
  const value = median(besideDead);
  const without = median(alive);
  return {
    row: 'F3',
    name: 'p99 of nine endpoints beside a dead one',
    value,
    unit: 'ms',
    ceiling: { name: 'all ten alive', value: without },
    ratio: value / without,
    target: '≤ 1.2 × all ten alive',
    met: value <= 1.2 * without,
  };
}

async function endpoint(server: RunningServer, tenant: string, port: number): Promise<void> {
  const outcome = await server.assembly.platform.run(systemActor(tenant, 'bench'), {
    verb: 'create',
    collection: 'webhooks',
    input: { url: `http://127.0.0.1:${port}/`, collections: ['notes'] },
  });
  if (outcome.kind !== 'record') throw new Error('no webhook');
}

export async function benchWebhooks({ scale }: BenchSetting): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ALLOW_PRIVATE_WEBHOOKS: '1' };
  const server = await startServer(readConfig(env), [sampleModule]);
  const receivers = new Receivers();
  try {
    // The last of them is dead from the beginning.
    const { ports } = await receivers.ask({ kind: 'open', count: endpoints + 1 });
    await receivers.ask({ kind: 'dead', index: endpoints });
    const open = async (slug: string, to: readonly number[]) => {
      const made = await createTenant(server.assembly, { slug, plan: 'enterprise', modules: ['sample'] });
      if (!made.ok) throw new Error('no tenant');
      for (const port of to) await endpoint(server, made.value.tenant.id, port);
      return server.assembly.directory.open(made.value.tenant);
    };
    const first = must(ports[0], 'a port');
    const count = Math.ceil(scaled(fastMessages, scale) / perCommit) * perCommit;
    const fastRows = await benchFast(await open('fast', [first]), receivers, first, count);
    const deadRow = await benchDead(
      await open('healthy', ports.slice(0, endpoints)),
      await open('wounded', ports.slice(1)),
      receivers,
      scaled(steadyChanges, scale),
    );
    return [...fastRows, deadRow];
  } finally {
    receivers.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
