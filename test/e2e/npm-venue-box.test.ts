/** `npm run venue`: the first start pairs the box, the next ones need no word of where it belongs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { boxCode } from '#test/fixtures/venue-box.ts';

const root = join(import.meta.dirname, '..', '..');
const limitMs = 300_000;
let house: DemoServer;
let folder: string;
let port: number;
let running: ChildProcess | null = null;

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-venue-box-'));
  port = await freePort();
  house = await openDemoServer({ attendees: 20 });
}, limitMs);

afterAll(async () => {
  running?.kill('SIGKILL');
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** @returns what it printed, up to the line that says how to stop it, or up to its end */
async function venue(words: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['server/operations/venue.ts', ...words], { cwd: root, env });
  running = child;
  let said = '';
  const ended = once(child, 'close');
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Ctrl+C')) resolve();
      });
  });
  await Promise.race([ready, ended]);
  return said;
}

async function stop(): Promise<number | null> {
  const child = running;
  if (!child || child.exitCode !== null) return child?.exitCode ?? null;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

async function upstreamOf(): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/venue/state`);
  return ((await response.json()) as { data: { upstream: string } }).data.upstream;
}

test(
  'it says what the first start needs, pairs, and starts again by itself',
  async () => {
    expect(await venue([])).toContain('--code');
    expect(running?.exitCode).toBe(2);
    expect(await venue(['--server', house.url, '--code', 'ABCDEFGH'])).toContain('This pairing code was not found');
    expect(running?.exitCode).toBe(2);

    const first = await venue(['--server', house.url, '--code', await boxCode(house)]);
    expect(first).toContain(`http://127.0.0.1:${port}/venue`);
    expect(await upstreamOf()).toBe(house.url);
    const page = await fetch(`http://127.0.0.1:${port}/venue`);
    const text = await page.text();
    expect(text).toContain('Scans and walk-ins that wait to go up');
    expect(text).toContain('No kiosk has paired here yet.');
    // Milliseconds are the way of the answer, and say nothing about a clock.
    expect(text).not.toContain('The clock of this computer');
    // A proxy says for whom it asks: the page is for this machine alone.
    const proxied = await fetch(`http://127.0.0.1:${port}/venue`, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    expect(proxied.status).toBe(404);
    expect(await stop()).toBe(0);

    expect(await venue([])).toContain(house.url);
    expect(await upstreamOf()).toBe(house.url);
    expect(await stop()).toBe(0);
  },
  limitMs,
);

test(
  'a folder with tenants of its own is not made a box',
  async () => {
    await house.server().stop();
    const env = { ...process.env, DATA_DIR: house.dataFolder, PORT: String(port), LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, ['server/operations/venue.ts', '--server', house.url, '--code', 'ABCDEFGH'], {
      ...{ cwd: root, env },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await once(child, 'close');
    expect([child.exitCode, said]).toEqual([2, expect.stringContaining('A box needs an empty one')]);
  },
  limitMs,
);
