/**
 * nginx before the servers, and the health check that the free nginx does not have: every server is asked `/readyz`, and
 * those that say no, or nothing several times in a row, are taken out until they say yes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const lookMs = 200;
/** Time limit for a server's readiness answer, in ms, and late answers in a row after which it counts as not ready. */
const answerMs = 3_000;
const silentMax = 3;
const nginxStopMs = 5_000;

export interface Balancer {
  readonly url: string;
  /** Resolves when exactly these ports get requests. */
  carries(ports: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

export interface BalancerSetting {
  /** Folder for nginx's own files; the account that its workers run as may enter it. */
  readonly folder: string;
  readonly port: number;
  /** Ports of the servers, on this machine. */
  readonly servers: readonly number[];
  readonly nginx: string;
  readonly say: (line: string) => void;
}

/** Lists the servers for nginx. Where none is ready, none is marked as down: a server's answer says more than nginx can. */
function serversConf(servers: readonly number[], ready: ReadonlySet<number>): string {
  const isOut = (port: number) => ready.size > 0 && !ready.has(port);
  const lines = servers
    .map((port) => `  server 127.0.0.1:${port} max_fails=0${isOut(port) ? ' down' : ''};`)
    .join('\n');
  return `upstream gatehouse {
${lines}
}
# The same client to the same server, as long as it is there.
upstream gatehouse_same {
  hash $remote_addr$http_authorization consistent;
${lines}
}
`;
}

/** @returns null: no answer in time, as of a server that is busy */
async function isReady(port: number): Promise<boolean | null> {
  const signal = AbortSignal.timeout(answerMs);
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => (signal.aborted ? null : false),
  );
}

export async function openBalancer({ folder, nginx, port, say, servers }: BalancerSetting): Promise<Balancer> {
  await mkdir(folder, { recursive: true });
  const template = await readFile(join(import.meta.dirname, 'nginx.conf'), 'utf8');
  await writeFile(join(folder, 'nginx.conf'), template.replace('127.0.0.1:8080', `127.0.0.1:${port}`));
  let ready: ReadonlySet<number> = new Set();
  await writeFile(join(folder, 'servers.conf'), serversConf(servers, ready));
  const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const program: ChildProcess = spawn(nginx, [...words, '-g', 'daemon off;'], { stdio: 'inherit' });
  const ended = once(program, 'exit');
  let open = true;
  const silent = new Map<number, number>();

  async function takes(port: number): Promise<boolean> {
    const answer = await isReady(port);
    const times = answer === null ? (silent.get(port) ?? 0) + 1 : 0;
    silent.set(port, times);
    return answer ?? (times < silentMax && ready.has(port));
  }

  async function reload(now: ReadonlySet<number>): Promise<void> {
    await writeFile(join(folder, 'servers.conf'), serversConf(servers, now));
    const [code] = await once(spawn(nginx, [...words, '-s', 'reload'], { stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`nginx -s reload ended with ${code}; ${join(folder, 'error.log')} says why.`);
    ready = now;
    say(`balancer: requests go to ${[...now].join(', ') || 'none that is ready'}`);
  }

  async function look(): Promise<void> {
    const asked = await Promise.all(servers.map(async (one) => ((await takes(one)) ? [one] : [])));
    const now = new Set(asked.flat());
    if (now.size !== ready.size || [...now].some((one) => !ready.has(one))) await reload(now);
  }

  const looking = (async () => {
    while (open) {
      // A check that failed is repeated by the next one.
      await look().catch((fault: unknown) => say(`balancer: ${fault instanceof Error ? fault.message : fault}`));
      await wait(lookMs);
    }
  })();

  return {
    url: `http://127.0.0.1:${port}`,
    async carries(ports) {
      while (open && (ready.size !== ports.length || ports.some((one) => !ready.has(one)))) await wait(lookMs);
    },
    async stop() {
      open = false;
      await looking;
      program.kill('SIGQUIT');
      const late = setTimeout(() => program.kill('SIGTERM'), nginxStopMs);
      await ended;
      clearTimeout(late);
    },
  };
}
