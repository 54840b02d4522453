/** The device host as the process that people start: ready line, kill in the middle of a badge, polite end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createWebHostClient, type WebHostClient } from '#kiosk/bridge/web-host-client.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { jobFor, textsOn } from '#test/contract/printer.ts';

let data: string;
let printer: VirtualPrinter;
let running: ChildProcess[];
let clients: WebHostClient[];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'kiosk-web-'));
  printer = await startVirtualPrinter({ port: 0, now: Date.now });
  running = [];
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.close();
  for (const child of running) child.kill('SIGKILL');
  await printer.stop();
  await rm(data, { recursive: true, force: true });
});

async function start(...more: string[]): Promise<{ child: ChildProcess; url: string; line: string }> {
  const spec = `escpos-tcp://127.0.0.1:${printer.port}?id=desk`;
  const args = ['kiosk/host/web.ts', '--port', '0', '--data', data, '--printer', spec, ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let line = '';
  for await (const chunk of child.stdout) {
    line += String(chunk);
    if (line.includes('\n')) break;
  }
  const url = /^gatehouse device host ready (ws:\S+)/.exec(line)?.[1];
  if (url === undefined) throw new Error(`no ready line: ${line}`);
  return { child, url, line };
}

function connect(url: string): WebHostClient {
  const client = createWebHostClient({
    url,
    open: (address) => new WebSocket(address, { origin: 'http://127.0.0.1:4000' }),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    random: () => 0,
  });
  clients.push(client);
  return client;
}

test('killed in the middle of a badge: the page hears unknown, the next process knows, a person decides', async () => {
  const first = await start();
  const page = connect(first.url);
  await page.info();
  printer.setFault('half_open', 2);
  const job = jobFor('KILLED');
  const outcome = page.print('desk', job);
  const journal = join(data, 'print-journal.jsonl');
  await expect.poll(() => readFile(journal, 'utf8'), { timeout: 30_000 }).toContain('sending');
  first.child.kill('SIGKILL');
  expect(await outcome).toMatchObject({ outcome: 'unknown', reason: 'host_lost' });

  printer.setFault('reboot');
  const second = await start();
  const again = connect(second.url);
  await again.info();
  expect(await again.print('desk', job)).toMatchObject({ outcome: 'unknown', reason: 'interrupted' });
  await expect
    .poll(() => again.print('desk', { ...job, evenIfUnknown: true }), { timeout: 30_000, interval: 500 })
    .toEqual({ outcome: 'printed' });
  const whole = printer.badges().filter((badge) => badge.complete);
  expect(await textsOn(whole.map((badge) => badge.bitmap))).toEqual(['KILLED']);
});

test('ends politely on SIGTERM, and refuses a port that is taken', async () => {
  const { child, url } = await start('--virtual-printer');
  const taken = spawn(
    process.execPath,
    ['kiosk/host/web.ts', '--port', new URL(url).port, '--data', join(data, 'other')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  running.push(taken);
  let complaint = '';
  for await (const chunk of taken.stderr) complaint += String(chunk);
  expect(complaint).toContain('EADDRINUSE');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
