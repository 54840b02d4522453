/**
 * Servers and a balancer on this machine, as they would stand on several: `npm run cluster-example`. SIGHUP replaces each
 * server, one after the other, while requests come; SIGTERM or Ctrl-C ends it all.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBalancer } from './balancer.ts';
import { type ExampleServer, startExampleServer } from './servers.ts';

const help = `Settings, from the environment:
  DATABASE_URL     the coordinator of a Citus cluster, or a plain PostgreSQL
  FILES_URL        a bucket for files
  SMTP_URL         the mail server
  BALANCER_PORT    8080 unless set; the servers have the next ones
  SERVERS          3 unless set
  GATEHOUSE_NGINX  the program, nginx unless set (Debian: apt-get install nginx-light)
All others go to the servers as they are.`;

/** Settings without which a server would keep mails or files on its own disk, and could not be replaced. */
const needed = ['DATABASE_URL', 'FILES_URL', 'SMTP_URL'] as const;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wholeNumber(name: string, fallback: number, max: number): number {
  const text = process.env[name] || String(fallback);
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= max) return value;
  throw new Error(`${name}=${text} is not a whole number from 1 to ${max}.`);
}

async function main(): Promise<void> {
  const missing = needed.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`${missing.join(', ')} must be set.\n${help}`);
  const count = wholeNumber('SERVERS', 3, 20);
  const first = wholeNumber('BALANCER_PORT', 8080, 65_535 - count);
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cluster-'));
  // Workers of nginx run as an account of their own.
  await chmod(folder, 0o755);
  const ports = Array.from({ length: count }, (_, i) => first + 1 + i);
  const publicUrl = process.env['PUBLIC_URL'] || `http://127.0.0.1:${first}`;
  const start = (port: number) =>
    startExampleServer({ port, publicUrl, folder: join(folder, `server-${port}`), environment: process.env });

  const servers: ExampleServer[] = [];
  // The first one prepares the database; the others find it prepared.
  for (const port of ports) servers.push(await start(port));
  const nginx = process.env['GATEHOUSE_NGINX'] || 'nginx';
  const balancer = await openBalancer({ folder: join(folder, 'nginx'), port: first, servers: ports, nginx, say });
  await balancer.carries(ports);

  /** One piece of work after the other. */
  let turn: Promise<void> = Promise.resolve();
  let stopping = false;
  async function replaceAll(): Promise<void> {
    for (const [i, port] of ports.entries()) {
      if (stopping) return;
      await servers[i]?.stop();
      servers[i] = await start(port);
      await balancer.carries(ports);
      say(`replaced the server on port ${port}`);
    }
    say('replaced all servers');
  }
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((fault: unknown) => say(fault instanceof Error ? fault.message : String(fault)));
  };
  process.on('SIGHUP', () => inTurn(replaceAll));
  const stop = () => {
    if (stopping) return;
    stopping = true;
    inTurn(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await balancer.stop();
      await rm(folder, { recursive: true, force: true });
      process.exit(0);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  say(`cluster example ready ${balancer.url} in ${folder}`);
}

main().catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(2);
});
