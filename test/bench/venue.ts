/**
 * Measures how long a scan at one kiosk takes to reach every other kiosk of the venue without a server (V1), and the same for
 * scans that are made while a hub is killed (V2). Each kiosk is a process on one of four hosts; they talk over TCP, and the
 * network delays and loses frames.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FromKiosk, ToKiosk } from './load/venue-kiosk.ts';
import { faultsText, noNetworkText, openVenueNetwork, type VenueNetwork } from './load/venue-network.ts';
import { type BenchSetting, percentile, type Row, scaled } from './row.ts';
import { until } from './until.ts';

const hosts = 4;
const kiosks = 20;
const scansPerSecond = 10;
const seconds = 15;
const askedMs = 250;
const hubAskedMs = 2_000;

interface Kiosk {
  readonly child: ChildProcess;
  ready: Extract<FromKiosk, { kind: 'ready' }> | null;
  inReach: number;
}

export async function benchVenue({ scale }: Pick<BenchSetting, 'scale'>): Promise<readonly Row[]> {
  const network = await openVenueNetwork(hosts);
  if (network === null) process.stdout.write(`  V1  on one host, without delay and loss: ${noNetworkText}.\n`);
  const latencies: number[] = [];
  const all = Array.from({ length: kiosks }, (_, n) => startKiosk(network, n, latencies));
  try {
    await until(() => all.every(({ ready }) => ready !== null), 'all kiosks started');
    const said = all.map(({ ready }) => ready!);
    const begin: ToKiosk = {
      kind: 'begin',
      others: said.map(({ address }) => address),
      members: said.map(({ id, publicKey }) => ({ id, publicKey })),
    };
    for (const { child } of all) child.send(begin);
    await until(() => all.every(({ inReach }) => inReach === kiosks), 'all kiosks in reach');
    const scans = Math.max(kiosks, scaled(scansPerSecond * seconds, scale));
    for (let n = 0; n < scans; n += 1) {
      all[n % kiosks]!.child.send({ kind: 'scan', ticket: `BENCH-${n}` } satisfies ToKiosk);
      await wait(1_000 / scansPerSecond);
    }
    const wanted = scans * (kiosks - 1);
    await until(() => latencies.length >= wanted, 'every scan known everywhere');
    const where = network === null ? 'one host' : `${hosts} hosts, ${faultsText}`;
    return [latencyRow(latencies, where), hubRow(await killHub(all, latencies), where)];
  } finally {
    for (const { child } of all) child.kill();
    network?.close();
  }
}

/** @param n from 0; kiosks go round the hosts */
function startKiosk(network: VenueNetwork | null, n: number, latencies: number[]): Kiosk {
  const host = (n % hosts) + 1;
  const file = fileURLToPath(new URL('./load/venue-kiosk.ts', import.meta.url));
  const itself = [process.execPath, file, String(n + 1), network?.addressOf(host) ?? '127.0.0.1'];
  // `ip netns exec` becomes the process that it starts, so its id and its channel are the kiosk's.
  const inside = network === null ? [] : ['ip', 'netns', 'exec', network.nameOf(host)];
  const [command = '', ...args] = [...inside, ...itself];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const kiosk: Kiosk = { child, ready: null, inReach: 0 };
  child.on('message', (message: FromKiosk) => {
    if (message.kind === 'ready') kiosk.ready = message;
    else if (message.kind === 'reach') kiosk.inReach = message.inReach;
    else latencies.push(message.latencyMs);
  });
  return kiosk;
}

/** Kills the kiosk with the lowest id, a hub of all others. @returns the longest time in ms from a later scan to another kiosk */
async function killHub(all: readonly Kiosk[], latencies: number[]): Promise<number> {
  const [hub, ...rest] = all;
  latencies.length = 0;
  hub?.child.kill('SIGKILL');
  for (const [n, { child }] of rest.entries()) child.send({ kind: 'scan', ticket: `HUB-${n}` } satisfies ToKiosk);
  await until(() => latencies.length >= rest.length * (rest.length - 1), 'every scan known everywhere without the hub');
  return Math.max(...latencies);
}

function latencyRow(latencies: readonly number[], where: string): Row {
  const p99 = percentile(latencies, 0.99);
  const name = `scan → known at each of ${kiosks - 1} other kiosks, ${scansPerSecond} scans/s, no server, p99 (${where})`;
  return { row: 'V1', name, value: p99, unit: 'ms', target: `≤ ${askedMs} ms`, met: p99 <= askedMs };
}

function hubRow(value: number, where: string): Row {
  const name = `a hub of ${kiosks} kiosks killed → a scan at each other one known at all others, slowest (${where})`;
  return { row: 'V2', name, value, unit: 'ms', target: `≤ ${hubAskedMs} ms`, met: value <= hubAskedMs };
}
