/**
 * `npm start`: the main job on a fresh machine. Builds the web apps when they are older than their source, starts the
 * server and a device host with a printer on a page, fills an empty data folder with a demo, and says where to click.
 * Each part is a process of its own, as in real life; this file only starts them and reads what they say.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseTime } from '#shared/base/time.ts';
import { ConfigError } from '../../core/config-error.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { type Assembly, assemble } from '../../start/assemble.ts';
import { buildWebApps } from '../../start/build-web-apps.ts';
import { type Config, readConfig } from '../../start/config.ts';
import { createDemo, demoExtras, demoGates } from './create-demo.ts';
import { type DemoGuide, openDemoGuide } from './demo-guide.ts';
import { electronBinary, electronEnvironment } from './electron-binary.ts';
import { readVenueKiosks, venueHints, venueHostArguments } from './venue-hosts.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** Number of attendees as the console counts them, with those who have not paid or have cancelled. */
const demoAttendees = 500;
const pairingLifetimeMs = 60 * 60_000;
/** 86 mm at 203 dpi: a badge comes out upright. On narrower paper it is turned, which looks odd on a page. */
const virtualWidthDots = 688;
const usualPorts = { server: 4_000, host: 4_010 } as const;

/**
 * A port that was not chosen may be replaced: a second run on this machine finds the usual one taken. Chosen ones stay,
 * and the server reports what is wrong with them.
 */
async function chooseEnvironment(given: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const host = given['HOST'] || '127.0.0.1';
  // Ticket pages and kiosk links carry the port, so that "any" (0) is settled before anything is made.
  const server =
    given['PORT'] === '0' ? await freePort(0, host) : given['PORT'] || (await freePort(usualPorts.server, host));
  const deviceHost = given['KIOSK_HOST_PORT'] || (await freePort(usualPorts.host, '127.0.0.1'));
  if (!given['PORT'] && server !== usualPorts.server)
    process.stdout.write(
      `Port ${usualPorts.server} is in use, so this run uses ${server}. Set PORT to choose another.\n`,
    );
  return { ...given, PORT: String(server), KIOSK_HOST_PORT: String(deviceHost) };
}

/** @returns the usual port where it is free, else any that is */
function freePort(usual: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      usual === 0 ? reject(new Error(`nothing can listen on ${host}`)) : resolve(freePort(0, host)),
    );
    probe.listen(usual, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : usual));
    });
  });
}

const parts = new Set<ChildProcess>();
let stopping = false;

/** Asks every part to stop. Once is enough: parts end by themselves, and this process with the last of them. */
function stopParts(): void {
  stopping = true;
  for (const part of parts) part.kill('SIGTERM');
}

/** Starts a part and waits for its ready line. One part without the others is of no use: they end together. */
function startPart(
  script: string,
  args: readonly string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv,
): Promise<RegExpExecArray> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: process.cwd(),
    env,
    // The channel carries nothing: that it ends is how a part hears that this process was killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  parts.add(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      parts.delete(child);
      reject(new PartFault(`${script} ended with ${code} before it was ready.`));
      if (!stopping) process.exitCode = code || 1;
      stopParts();
    });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const match = ready.exec(line);
      if (match) resolve(match);
      else process.stdout.write(`${line}\n`);
    });
  });
}

/** A part has said on stderr what is wrong with it. */
class PartFault extends Error {}

interface Prepared {
  /** Null: the data folder holds no demo. */
  readonly demo: DemoGuide | null;
  /** The demo's event has ended: its tickets open no gate any more. */
  readonly isOver: boolean;
  readonly login: string | null;
  readonly pairing: readonly string[];
}

async function firstTenant(assembly: Assembly): Promise<TenantRecord | null> {
  for await (const tenant of assembly.directory.all()) if (tenant.sandboxOf === null) return tenant;
  return null;
}

/** Fills an empty data folder; makes fresh one-time codes at every start. */
async function prepare(config: Config, kiosks: number): Promise<Prepared> {
  const assembly = await assemble(config);
  try {
    const empty = (await firstTenant(assembly)) === null;
    if (empty) process.stdout.write(`Creating a demo event with ${demoAttendees} attendees…\n`);
    const created = empty ? await createDemo(assembly, { attendees: demoAttendees - demoExtras }) : null;
    const tenant = await firstTenant(assembly);
    if (!tenant) return { demo: null, isOver: false, login: null, pairing: [] };
    const store = await assembly.directory.open(tenant);
    const event = (await store.find('events', { sort: [{ path: 'createdAt', direction: 'desc' }], limit: 1 }))[0];
    const gateBy = (values: Record<string, unknown>) =>
      event ? store.findOne('gates', { event: event.id, ...values }) : null;
    // The demo's first gate, not any one: a ticket for one of the two gates may not be valid at the other.
    const gate = (await gateBy({ key: demoGates[0] })) ?? (await gateBy({}));
    const pairing: string[] = [];
    if (event && gate)
      for (let i = 0; i < kiosks; i += 1) {
        const made = await assembly.kiosks.createPairingCode(tenant, {
          event: event.id,
          gate: gate.id,
          lifetimeMs: pairingLifetimeMs,
        });
        if (made.ok) pairing.push(made.value.pairingCode);
      }
    const { joining, loginLinks } = assembly.access;
    const owner = await joining.ownerOf(tenant);
    const login = owner.ok ? await loginLinks.create({ tenant: tenant.id, member: owner.value.id }) : null;
    const hasGuide = tenant.demo && event !== undefined;
    const demo = hasGuide ? await openDemoGuide(assembly, tenant, event.id, created?.apiKey ?? null) : null;
    const isOver = (parseTime(String(event?.['endsAt'])) ?? Number.POSITIVE_INFINITY) < assembly.clock();
    return { demo, isOver, login, pairing };
  } finally {
    await assembly.store.close();
  }
}

/** @param hosts one for each kiosk */
function say(
  url: string,
  hosts: readonly string[],
  printerUrl: string | null,
  prepared: Prepared,
  isVenue: boolean,
): void {
  const kiosk = (n: number) => {
    const [station, pair] = [String.fromCharCode('a'.charCodeAt(0) + n), prepared.pairing[n]];
    return `${url}/kiosk/?${new URLSearchParams({ station, ...(pair ? { pair } : {}), host: hosts[n]! })}`;
  };
  const further = hosts.slice(2).map((_, n) => `     Kiosk ${n + 3}:                 ${kiosk(n + 2)}`);
  const lines = [
    '',
    'Gatehouse is running. Try it in 2 minutes:',
    '',
    `  1  Open the kiosk:          ${kiosk(0)}`,
    `  2  A second kiosk:          ${kiosk(1)}`,
    ...further,
    ...(printerUrl ? [`  3  The printed badges:      ${printerUrl}`] : []),
    ...(prepared.login ? [`  4  The organizers' console: ${url}/console/?login=${prepared.login}`] : []),
    '',
    ...(prepared.isOver
      ? ['The event is over. For a new demo, start with an empty folder: DATA_DIR=./data-2 npm start', '']
      : []),
    ...(prepared.demo
      ? [
          'Tickets to scan (hold the page up to the camera, or type its number into the kiosk):',
          ...prepared.demo.ticketPages.map((p) => `  ${p.url}\n      ${p.name}: ${p.says}`),
          '',
        ]
      : ["Tickets to scan: in the console under Attendees, a person's button Ticket page.", '']),
    'Scan one: green, and its badge is printed. Scan it again: already checked in.',
    ...(isVenue
      ? venueHints
      : [
          'In Settings, cut the network at both kiosks, scan the same ticket at each, then reconnect: both kiosks and the console show a conflict.',
        ]),
    ...(prepared.demo?.supervisor
      ? [
          `To admit a person who was refused: Override, ${prepared.demo.supervisor.name}, PIN ${prepared.demo.supervisor.pin}.`,
        ]
      : []),
    ...(prepared.demo ? ['', `API key of the demo: ${prepared.demo.apiKey}`] : []),
    '',
    'Stop with Ctrl+C.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

async function main(): Promise<void> {
  const venueKiosks = readVenueKiosks(process.argv.slice(2));
  const env = await chooseEnvironment(process.env);
  const config = readConfig(env);
  await buildWebApps((line) => process.stdout.write(`${line}\n`));
  const prepared = await prepare(config, venueKiosks ?? 2);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopParts);

  const server = await startPart('server/start/main.js', [], /^gatehouse ready (\S+)$/, env);
  const url = env['PUBLIC_URL'] ? config.publicUrl : server[1]!;
  const origins = [...new Set([url, `http://127.0.0.1:${config.port}`, `http://localhost:${config.port}`])].flatMap(
    (o) => ['--origin', o],
  );
  const ready = /^gatehouse device host ready (\S+)(?: printer (\S+))?$/;
  const printer = ['--virtual-printer', '--virtual-width', String(virtualWidthDots)];
  const own = (n: number) =>
    venueKiosks === null ? ['--data', join(config.dataDir, 'kiosk-host')] : venueHostArguments(n, config.dataDir);
  const hosts: RegExpExecArray[] = [];
  for (let n = 0; n < (venueKiosks ?? 1); n += 1)
    hosts.push(await startPart('kiosk/host/web.ts', [...(n === 0 ? printer : []), ...own(n), ...origins], ready, env));
  const urls = venueKiosks === null ? [hosts[0]![1]!, hosts[0]![1]!] : hosts.map(([, address]) => address!);
  say(url, urls, hosts[0]![2] ?? null, prepared, venueKiosks !== null);

  const electron = electronBinary();
  if (electron && existsSync(join(root, 'dist', 'kiosk-main', 'index.js')))
    spawn(electron, [root], { stdio: 'inherit', env: electronEnvironment(env, url) });
}

main().catch((fault: unknown) => {
  process.exitCode ||= fault instanceof ConfigError ? 2 : 1;
  stopParts();
  if (fault instanceof PartFault) return;
  const known = fault instanceof ConfigError;
  process.stderr.write(
    `${known ? `gatehouse: ${fault.message}` : fault instanceof Error ? fault.stack : String(fault)}\n`,
  );
});
