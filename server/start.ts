/**
 * `npm start`: the main job on a fresh machine. Builds the web apps when they are older than their source, starts the
 * server and a device host with a printer on a page, fills an empty data folder with a demo, and says where to click.
 * Each part is a process of its own, as in real life; this file only starts them and reads what they say.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { assemble } from './assemble.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createDemo, type Demo } from './demo/create-demo.ts';

const root = join(import.meta.dirname, '..');
const demoAttendees = 500;
const pairingLifetimeMs = 60 * 60_000;

function newest(folder: string): number {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return Math.max(0, ...files.map((f) => statSync(join(root, folder, f)).mtimeMs));
}

/** Vite takes a second or two: only when a source file is newer than what was built. */
function buildWebApps(): void {
  const built = ['dist/kiosk/index.html', 'dist/console/index.html'].map((f) =>
    existsSync(join(root, f)) ? statSync(join(root, f)).mtimeMs : 0,
  );
  if (Math.min(...built) > Math.max(newest('kiosk'), newest('shared'), newest('server/console'))) return;
  process.stdout.write('Building the kiosk and the console…\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of ['vite.config.ts', 'vite.console.config.ts'])
    execFileSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'error'], {
      cwd: root,
      stdio: 'inherit',
    });
}

/** Starts a part and waits for its ready line. */
function startPart(
  script: string,
  args: readonly string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: process.cwd(),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready.`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const match = ready.exec(line);
      if (match) resolve({ child, match });
      else process.stdout.write(`${line}\n`);
    });
  });
}

interface Prepared {
  readonly demo: Demo | null;
  readonly login: string | null;
  readonly pairing: readonly string[];
}

/** Fills an empty data folder; makes fresh one-time codes at every start. */
async function prepare(config: Config): Promise<Prepared> {
  const house = await assemble(config);
  try {
    const empty = (await house.directory.all()).length === 0;
    if (empty) process.stdout.write(`Making a demo event with ${demoAttendees} attendees…\n`);
    const demo = empty ? await createDemo(house, { attendees: demoAttendees }) : null;
    const tenant = (await house.directory.all()).find((t) => t.sandboxOf === null) ?? null;
    if (!tenant) return { demo, login: null, pairing: [] };
    const store = await house.directory.open(tenant);
    const event = (await store.find('events', { sort: [{ path: 'createdAt', direction: 'desc' }], limit: 1 }))[0];
    const gate = event ? await store.findOne('gates', { event: event.id }) : null;
    const pairing: string[] = [];
    if (event && gate)
      for (let i = 0; i < 2; i += 1) {
        const made = await house.kiosks.createPairingCode(tenant, {
          event: event.id,
          gate: gate.id,
          lifetimeMs: pairingLifetimeMs,
        });
        if (made.ok) pairing.push(made.value.pairingCode);
      }
    return { demo, login: await house.credentials.createLoginLink(tenant), pairing };
  } finally {
    await house.store.close();
  }
}

function electronBinary(): string | null {
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'] && process.platform === 'linux') return null;
  try {
    const folder = join(createRequire(import.meta.url).resolve('electron/package.json'), '..');
    const file = join(folder, 'path.txt');
    // Asking the package itself would start a download where the binary is missing.
    return existsSync(file) ? join(folder, 'dist', process.platform === 'win32' ? 'electron.exe' : 'electron') : null;
  } catch {
    return null;
  }
}

function say(url: string, hostUrl: string, printerUrl: string | null, prepared: Prepared): void {
  const kiosk = (station: string, code: string | undefined) =>
    `${url}/kiosk/?${new URLSearchParams({ station, ...(code ? { pair: code } : {}), host: hostUrl })}`;
  const lines = [
    '',
    'Gatehouse is running. Two minutes to try it:',
    '',
    `  1  Open the kiosk:          ${kiosk('a', prepared.pairing[0])}`,
    `  2  A second kiosk:          ${kiosk('b', prepared.pairing[1])}`,
    ...(printerUrl ? [`  3  The badges it prints:    ${printerUrl}`] : []),
    ...(prepared.login ? [`  4  The organizers' console: ${url}/console/?login=${prepared.login}`] : []),
    '',
    ...(prepared.demo
      ? [
          'Tickets to scan (hold the page to the camera, or copy its number into the kiosk):',
          ...prepared.demo.ticketPages.map((p) => `  ${p.url}\n      ${p.name}: ${p.says}`),
          '',
        ]
      : ['Tickets to scan: in the console under Attendees, button Ticket.', '']),
    'Scan one: green, and its badge comes out. Scan it again: already used.',
    'In Settings cut the network at both kiosks, scan one ticket at each, reconnect: a conflict at both and in the console.',
    ...(prepared.demo?.apiKey ? ['', `API key (shown once): ${prepared.demo.apiKey}`] : []),
    '',
    'Stop with Ctrl+C.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  buildWebApps();
  const prepared = await prepare(config);
  const server = await startPart('server/main.ts', [], /^gatehouse ready (\S+)$/, process.env);
  const url = process.env['PUBLIC_URL'] ? config.publicUrl : server.match[1]!;
  const origins = [...new Set([url, `http://127.0.0.1:${config.port}`, `http://localhost:${config.port}`])].flatMap(
    (o) => ['--origin', o],
  );
  const host = await startPart(
    'kiosk/host/web.ts',
    ['--virtual-printer', '--data', join(config.dataDir, 'kiosk-host'), ...origins],
    /^gatehouse device host ready (\S+)(?: printer (\S+))?$/,
    process.env,
  );
  say(url, host.match[1]!, host.match[2] ?? null, prepared);

  const electron = electronBinary();
  if (electron && existsSync(join(root, 'dist', 'kiosk-main', 'index.js')))
    spawn(electron, [root], { stdio: 'inherit', env: { ...process.env, GATEHOUSE_SERVER: url } });

  const parts = [server.child, host.child];
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const part of parts) part.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  for (const part of parts)
    part.once('exit', (code) => {
      // One part without the other is of no use: end together, and say so when it was not asked for.
      if (!stopping) process.exitCode = code ?? 1;
      stop();
    });
}

main().catch((fault: unknown) => {
  process.stderr.write(
    `${fault instanceof ConfigError ? `gatehouse: ${fault.message}` : fault instanceof Error ? fault.stack : String(fault)}\n`,
  );
  process.exit(fault instanceof ConfigError ? 2 : 1);
});
