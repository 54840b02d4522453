/**
 * The streaming process that the server starts beside itself, and starts again when it ends. The server also
 * works without it: if the process's port is taken, the server logs a warning and tries again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secondMs } from '#shared/base/time.ts';
import type { Log } from '../http/log.ts';
import type { StreamingPorts } from '../modules/events/streaming/ports.ts';
import { folderOf, isHlsFile } from '../streaming/hls-files.ts';
import { watchPlaylists } from '../streaming/playlist-watch.ts';
import type { Config } from './config.ts';

const pausesMs = [1, 2, 4, 8, 15].map((seconds) => seconds * secondMs);
const secretBytes = 32;
/** Environment variables that the process needs beside its own settings; no secret of the server is among them. */
const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'] as const;

export interface Streaming {
  readonly ports: StreamingPorts;
  /** @param serverUrl the address of this server on this machine @returns a function that ends the process and waits for it */
  start(serverUrl: string, log: Log): () => Promise<void>;
}

function urlOf({ publicUrl, streaming: { port, url } }: Config, listening: number | null): string {
  if (url !== null) return url;
  const { hostname } = new URL(publicUrl);
  return `rtmp://${hostname}:${listening ?? port ?? 1_935}`;
}

/** @returns null: the file does not exist (not yet, or not any more), or the name is none of a playlist or segment */
async function readHlsFile(dataDir: string, place: string, name: string): Promise<Uint8Array | null> {
  const folder = isHlsFile(name) ? folderOf(dataDir, place) : null;
  return folder === null ? null : await readFile(join(folder, name)).catch(() => null);
}

export function openStreaming(config: Config): Streaming {
  const { allowPrivateWebhooks, streaming } = config;
  const secret = streaming.secret ?? (streaming.port === null ? null : randomBytes(secretBytes).toString('base64url'));
  let listening: number | null = null;
  return {
    ports: {
      secret,
      allowPrivate: allowPrivateWebhooks,
      readFile: (place, name) => readHlsFile(config.dataDir, place, name),
      watchPlaylist: watchPlaylists(config.dataDir),
      ingestUrl: (sandbox) => (secret === null ? null : `${urlOf(config, listening)}/${sandbox ? 'sandbox' : 'live'}`),
    },
    start(serverUrl, log) {
      if (streaming.port === null || secret === null) return async () => undefined;
      return watch(
        () => begin(config, serverUrl, secret),
        log,
        (port) => {
          listening = port;
        },
      );
    },
  };
}

function begin(
  { allowPrivateWebhooks, dataDir, host, logLevel, streaming }: Config,
  serverUrl: string,
  secret: string,
) {
  const own = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = fork(new URL('../streaming/main.ts', import.meta.url), [], {
    env: {
      ...own,
      STREAMING_API: serverUrl,
      STREAMING_PORT: String(streaming.port),
      STREAMING_HOST: host,
      ...(streaming.caFile && { STREAMING_CA: streaming.caFile }),
      DATA_DIR: dataDir,
      LOG_LEVEL: logLevel,
      ALLOW_PRIVATE_WEBHOOKS: allowPrivateWebhooks ? '1' : '0',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // The process's log lines go to the server's own output unchanged.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => process.stderr.write(text));
  child.on('error', () => undefined);
  // The secret does not stand in the environment, which other processes of this account can read.
  child.send(secret, () => undefined);
  return child;
}

function watch(open: () => ChildProcess, log: Log, onPort: (port: number) => void): () => Promise<void> {
  let child: ChildProcess | null = null;
  let retry: NodeJS.Timeout | null = null;
  let failures = 0;
  let isStopping = false;
  const start = () => {
    const begun = open();
    child = begun;
    begun.on('message', (message) => {
      failures = 0;
      if (typeof message === 'object' && message && 'port' in message) onPort(Number(message.port));
    });
    begun.once('exit', (code) => {
      child = null;
      if (isStopping) return;
      const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? secondMs;
      failures += 1;
      log.warn('streaming process ended, it is started again', { code, seconds: pause / secondMs });
      retry = setTimeout(start, pause);
    });
  };
  start();
  return async () => {
    isStopping = true;
    if (retry) clearTimeout(retry);
    const last = child;
    if (!last) return;
    const gone = new Promise((resolve) => last.once('exit', resolve));
    last.kill('SIGTERM');
    const late = setTimeout(() => last.kill('SIGKILL'), 5 * secondMs);
    await gone;
    clearTimeout(late);
  };
}
