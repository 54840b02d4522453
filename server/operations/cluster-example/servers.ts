/** The example's servers: processes that differ by port and data folder alone, each of which can be replaced. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Time for which a server that is asked to stop goes on, until the balancer has taken it out, in ms. */
const drainMs = 60_000;
/** A server that is still there so long after its drain is ended. */
const stopMs = drainMs + 20_000;
const program = join(import.meta.dirname, '..', '..', 'start', 'main.js');

export interface ServerSetting {
  readonly port: number;
  /** The server's data folder; nothing in it has to survive the server. */
  readonly folder: string;
  /** Address that people type: the balancer's. */
  readonly publicUrl: string;
  readonly environment: NodeJS.ProcessEnv;
}

export interface ExampleServer {
  readonly port: number;
  /** SIGTERM: `/readyz` fails, requests are answered until none come any more, sockets close, the process ends. */
  stop(): Promise<void>;
  isRunning(): boolean;
}

function untilReady(child: ChildProcess, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server on port ${port} ended with ${code}.`)));
    if (!child.stdout) return reject(new Error('a server without output'));
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('gatehouse ready ') && resolve());
  });
}

export async function startExampleServer(setting: ServerSetting): Promise<ExampleServer> {
  const { environment, folder, port, publicUrl } = setting;
  await mkdir(folder, { recursive: true });
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: {
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_MS: String(drainMs),
    },
    // The channel closes when this process ends in any way, and the child notices.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await untilReady(child, port);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    port,
    isRunning,
    async stop() {
      if (!isRunning()) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(late);
    },
  };
}
