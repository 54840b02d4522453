/** A server, its streaming process with a pid of its own, and an event: what the long measurements of streaming share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Running, runChild } from '#test/fixtures/child.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const secret = 'a-secret-for-measurements-of-streaming-0123';
export const targetKey = 'key-at-the-platform';
const bytesOfMiB = 1_048_576;

export interface Stage {
  readonly gatehouse: TestServer;
  readonly pid: number;
  readonly key: string;
  /** Where ffmpeg publishes to: address and key. */
  readonly publishUrl: string;
  /** What the API says of the stream. */
  status(): Promise<Body>;
  /** What the API says of a target. */
  target(name: string): Promise<Body>;
  close(): Promise<void>;
}

/** @param targets name to port on this machine */
export async function openStage(targets: Readonly<Record<string, number>>): Promise<Stage> {
  const port = await freePort();
  const gatehouse = await openTestServer({ STREAMING_SECRET: secret, ALLOW_PRIVATE_WEBHOOKS: '1', LOG_LEVEL: 'error' });
  const { apiKey: key } = await gatehouse.tenant('measured');
  const streaming = runChild('server/streaming/main.ts', [], {
    ...{ STREAMING_API: gatehouse.url, STREAMING_SECRET: secret, STREAMING_PORT: String(port) },
    ...{ DATA_DIR: gatehouse.dataDir, ALLOW_PRIVATE_WEBHOOKS: '1', LOG_LEVEL: 'info' },
  });
  await streaming.says(/streaming ready/);
  const dayMs = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const json = {
    ...{ name: 'Measured', type: 'webinar', startsAt: at(0), endsAt: at(1) },
    streaming: {
      targets: Object.entries(targets).map(([name, one]) => ({
        ...{ name, url: `rtmp://127.0.0.1:${one}/live`, key: targetKey },
      })),
    },
  };
  const made = await gatehouse.send('POST', '/events', { key, json });
  const path = `/events/${String(made.body['id'])}/streaming`;
  const shown = await gatehouse.send('GET', `${path}/key`, { key });
  if (shown.status !== 200) throw new Error(`${made.text} ${shown.text}`);
  return {
    ...{ gatehouse, key, pid: streaming.child.pid ?? 0 },
    publishUrl: `rtmp://127.0.0.1:${port}/live/${String(shown.body['streamKey'])}`,
    status: async () => (await gatehouse.send('GET', `${path}/status`, { key })).body,
    target: async (name) => {
      const { body } = await gatehouse.send('GET', `${path}/targets`, { key });
      return (body['targets'] as Body[]).find((one) => one['name'] === name) ?? {};
    },
    close: async () => {
      streaming.child.kill('SIGTERM');
      await streaming.ended;
      await gatehouse.close();
    },
  };
}

export interface Picture {
  readonly size: string;
  readonly framesPerSecond: number;
  readonly kbps: number;
}

export const usualPicture: Picture = { size: '640x360', framesPerSecond: 25, kbps: 1_500 };

/** A moving picture and a tone in real time: H.264, a key frame each second. */
export function encode(publishUrl: string, seconds: number, picture: Picture = usualPicture): ChildProcess {
  const { framesPerSecond, kbps, size } = picture;
  return spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-re'],
      ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${framesPerSecond}`],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440', '-t', String(seconds), '-c:v', 'libx264'],
      ...['-preset', 'ultrafast', '-tune', 'zerolatency', '-g', String(framesPerSecond), '-b:v', `${kbps}k`],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-f', 'flv', publishUrl],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

export interface StandIn {
  readonly running: Running;
  readonly frames: () => number;
}

/** The target of our tests, as a process of its own. */
export async function openStandIn(port: number): Promise<StandIn> {
  const running = runChild('test/fixtures/rtmp-target.ts', [], { PORT: String(port), KEY: targetKey });
  let frames = 0;
  running.child.stdout?.on('data', (text: Buffer) => {
    const said = /"frames":(\d+)/.exec(text.toString());
    if (said) frames = Number(said[1]);
  });
  await running.says(/frames/);
  return { running, frames: () => frames };
}

/** @returns MiB that a process holds in memory, by the kernel's account */
export function residentMiB(pid: number): number {
  const pageBytes = 4_096;
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * pageBytes) / bytesOfMiB;
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
