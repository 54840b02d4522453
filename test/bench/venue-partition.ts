/** V2: four hosts in network namespaces, split 2 + 2 and healed: every double admission on every board, with no server at all. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromHost, HostSetting, ToHost } from './load/venue-host.ts';
import { faultsText, noNetworkText, openVenueNetwork, type VenueNetwork } from './load/venue-network.ts';
import type { Row } from './row.ts';
import { until } from './until.ts';

const hosts = 4;
const people = 20;
const rounds = 3;
const askedMs = 2_000;

interface Host {
  readonly child: ChildProcess;
  ready: Extract<FromHost, { kind: 'ready' }> | null;
  inReach: number;
  admitted: number;
  verdicts: readonly string[];
  doubles: number;
  doublesAtMs: number;
}

export async function benchVenuePartition(): Promise<readonly Row[]> {
  const network = await openVenueNetwork(hosts);
  if (network === null) {
    process.stdout.write(`  V2  a partition was not measured: ${noNetworkText}.\n`);
    return [];
  }
  const dataFolder = mkdtempSync(join(tmpdir(), 'venue-partition-'));
  const all: Host[] = [];
  try {
    for (let n = 1; n <= hosts; n += 1)
      all.push(startHost(network, { ...sizes(dataFolder), n, address: network.addressOf(n) }));
    await meet(all);
    const healedMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) healedMs.push(await splitAndHeal(network, all, round));
    return [rowOf(Math.max(...healedMs))];
  } finally {
    for (const { child } of all) child.kill('SIGKILL');
    network.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const sizes = (dataFolder: string) => ({ kiosks: hosts, people: people * rounds, dataFolder });

function startHost(network: VenueNetwork, setting: HostSetting): Host {
  const file = fileURLToPath(new URL('./load/venue-host.ts', import.meta.url));
  const args = ['netns', 'exec', network.nameOf(setting.n), process.execPath, file, JSON.stringify(setting)];
  // `ip netns exec` becomes the process that it starts, so its id and its channel are the kiosk's.
  const child = spawn('ip', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const host: Host = { child, ready: null, inReach: 0, admitted: 0, verdicts: [], doubles: 0, doublesAtMs: 0 };
  child.on('message', (message: FromHost) => {
    if (message.kind === 'ready') host.ready = message;
    else if (message.kind === 'reach') host.inReach = message.inReach;
    else if (message.kind === 'admitted') {
      host.admitted += 1;
      host.verdicts = message.verdicts;
    } else {
      host.doubles = message.count;
      host.doublesAtMs = message.atMs;
    }
  });
  return host;
}

const tell = ({ child }: Host, message: ToHost): void => void child.send(message);

async function meet(all: readonly Host[]): Promise<void> {
  await until(() => all.every(({ ready }) => ready !== null), 'all kiosks started');
  const said = all.map(({ ready }) => ready!);
  const members = said.map(({ member }) => member);
  for (const host of all) {
    const addresses = said.filter((one) => one !== host.ready).map(({ address }) => address);
    tell(host, { kind: 'begin', members, addresses });
  }
  await until(() => all.every(({ inReach }) => inReach === hosts), 'all kiosks in reach');
}

/** @returns how long after the healing the last board showed the last double */
async function splitAndHeal(network: VenueNetwork, all: readonly Host[], round: number): Promise<number> {
  await network.split([3, 4]);
  await until(() => all.every(({ inReach }) => inReach === hosts / 2), 'both parts hear themselves alone');
  const numbers = Array.from({ length: people }, (_, n) => round * people + n + 1);
  const [left, right] = [all[0]!, all[2]!];
  for (const side of [left, right]) tell(side, { kind: 'admit', people: numbers });
  await until(() => left.admitted > round && right.admitted > round, 'both parts admitted all');
  const refused = [left, right].flatMap(({ verdicts }) => verdicts.filter((code) => code !== 'admitted'));
  if (refused.length > 0) throw new Error(`apart, each part admits the same people; not: ${refused.join(', ')}`);
  const early = all.filter(({ doubles }) => doubles > round * people);
  if (early.length > 0) throw new Error('doubles were seen while the network was split');
  const atMs = performance.timeOrigin + performance.now();
  await network.heal();
  const wanted = (round + 1) * people;
  await until(() => all.every(({ doubles }) => doubles === wanted), 'every double on every board');
  await until(() => all.every(({ inReach }) => inReach === hosts), 'all kiosks in reach again');
  return Math.max(...all.map(({ doublesAtMs }) => doublesAtMs)) - atMs;
}

function rowOf(value: number): Row {
  const name = `2 + 2 hosts apart, ${people} people at both sides, healed → every double on every board (${faultsText})`;
  return { row: 'V2', name, value, unit: 'ms', target: `≤ ${askedMs} ms`, met: value <= askedMs };
}
