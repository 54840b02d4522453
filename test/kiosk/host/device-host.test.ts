import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createWebHostClient, type WebHostClient } from '#kiosk/bridge/web-host-client.ts';
import { type DeviceHost, startDeviceHost } from '#kiosk/host/device-host.ts';
import { readOptions } from '#kiosk/host/web.ts';
import { must } from '#shared/base/assert.ts';
import { jobFor, textsOn } from '#test/contract/printer.ts';
import { selfSigned } from '#test/fixtures/self-signed.ts';

const base = await mkdtemp(join(tmpdir(), 'device-host-'));
afterAll(() => rm(base, { recursive: true }));
const origin = 'http://127.0.0.1:4000';
let run = 0;
let host: DeviceHost;
let client: WebHostClient;

const start = (port = 0) =>
  startDeviceHost({
    port,
    origins: [origin],
    printers: [],
    virtualPrinter: { widthDots: 576 },
    dataFolder: join(base, `${run}`),
    version: '1.2.3',
    now: Date.now,
  });

function connect(url: string): WebHostClient {
  return createWebHostClient({
    url,
    open: (address) => new WebSocket(address, { origin }),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, Math.min(delayMs, 3_000));
      return () => clearTimeout(timer);
    },
    random: () => 0,
  });
}

function handshake(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('unexpected-response', (_, response) => resolve(String(response.statusCode)));
    socket.on('error', () => resolve('error'));
  });
}

const texts = () =>
  textsOn(
    must(host.virtualPrinter, 'started with one')
      .badges()
      .filter((b) => b.complete)
      .map((b) => b.bitmap)
      .reverse(),
  );

beforeEach(async () => {
  run += 1;
  host = await start();
  client = connect(host.url);
});
afterEach(async () => {
  client.close();
  await host.stop();
});

describe('from a kiosk page', () => {
  test('prints, tells states, knows itself', async () => {
    const states: string[] = [];
    client.onPrinterState((status) => states.push(status.state));
    expect(await client.info()).toEqual({
      kind: 'web',
      version: '1.2.3',
      keyStore: 'plain',
      virtualPrinterUrl: host.virtualPrinterUrl,
    });
    expect(await client.printers()).toMatchObject([{ id: 'virtual', kind: 'escpos-tcp', widthDots: 576, dpi: 203 }]);
    expect(await client.print('virtual', jobFor('OVER THE BRIDGE'))).toEqual({ outcome: 'printed' });
    expect(await texts()).toEqual(['OVER THE BRIDGE']);
    expect(states).toContain('busy');
    await expect.poll(() => states.at(-1)).toBe('ready');
  });

  test('secrets come back, only this user may read their file, and odd names are refused', async () => {
    expect(await client.loadSecret('kiosk.key')).toBeNull();
    await Promise.all([client.saveSecret('kiosk.key', 'päss "wört"'), client.saveSecret('other', 'x')]);
    expect(await client.loadSecret('kiosk.key')).toBe('päss "wört"');
    expect((await stat(join(base, `${run}`, 'secrets.json'))).mode & 0o077).toBe(0);
    await expect(client.saveSecret('../up', 'x')).rejects.toThrow('name of a secret');
    await expect(client.loadSecret('__proto__')).rejects.toThrow('name of a secret');
  });

  test('a malformed job is refused for certain', async () => {
    await client.info();
    const job = jobFor('X');
    const short = { ...job.bitmap, bits: job.bitmap.bits.subarray(1) };
    expect(await client.print('virtual', { ...job, bitmap: short })).toMatchObject({
      outcome: 'failed',
      reason: 'bad_job',
    });
    expect(await client.print('virtual', { ...job, copies: 11 })).toMatchObject({
      outcome: 'failed',
      reason: 'bad_job',
    });
  });

  test('the connection breaks under a job: unknown; asked again once the host is back, it knows', async () => {
    const job = jobFor('LOST ANSWER');
    must(host.virtualPrinter, 'started with one').setFault('slow');
    await client.printers();
    const connections: boolean[] = [];
    client.onConnection((now) => connections.push(now));
    const outcome = client.print('virtual', job);
    const journal = join(base, `${run}`, 'print-journal.jsonl');
    await expect.poll(() => readFile(journal, 'utf8')).toContain('sending');
    const port = Number(new URL(host.url).port);
    await host.stop(); // ends the job, but its answer reaches no page
    expect(await outcome).toMatchObject({ outcome: 'unknown', reason: 'host_lost' });
    expect(await client.print('virtual', jobFor('NOBODY'))).toMatchObject({ outcome: 'failed', reason: 'host_lost' });
    expect(await texts()).toEqual(['LOST ANSWER']);
    host = await start(port);
    await expect.poll(() => connections, { timeout: 30_000 }).toEqual([true, false, true]);
    expect(await client.print('virtual', job)).toEqual({ outcome: 'printed' });
    expect(await texts()).toEqual([]);
  });
});

describe('locks', () => {
  test('token, origin, host name and path each keep strangers out', async () => {
    expect(await handshake(host.url, { origin })).toBe('open');
    expect(await handshake(host.url, { origin: 'https://evil.example' })).toBe('403');
    expect(await handshake(host.url, {})).toBe('403');
    expect(await handshake(host.url.slice(0, -1), { origin })).toBe('401');
    expect(await handshake(host.url.split('?')[0]!, { origin })).toBe('401');
    expect(await handshake(host.url, { origin, host: 'evil.example' })).toBe('401');
    expect(await handshake(host.url.replace('/host', '/other'), { origin })).toBe('404');
    const page = must(host.virtualPrinterUrl, 'started with one');
    expect((await fetch(page.split('?')[0]!)).status).toBe(401);
    expect((await fetch(page.split('?')[0]! + '/fault', { method: 'POST', body: 'fault=reset' })).status).toBe(401);
  });

  test('the token survives a restart, in a file only this user may read', async () => {
    const path = join(base, `${run}`, 'token');
    const token = await readFile(path, 'utf8');
    expect((await stat(path)).mode & 0o077).toBe(0);
    await host.stop();
    host = await start();
    expect(new URL(host.url).searchParams.get('token')).toBe(token);
  });

  test.each(['{', '[]', '{"id":"1","call":"info"}', 'x'.repeat(3_000_000)])('hangs up on frame %#', async (frame) => {
    const socket = new WebSocket(host.url, { origin });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(frame);
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBeGreaterThanOrEqual(1007);
    expect(await client.info()).toMatchObject({ kind: 'web' });
  });

  test('an unknown call is answered with an error', async () => {
    const socket = new WebSocket(host.url, { origin });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"id":7,"call":"constructor"}');
    const text = await new Promise((resolve) => socket.once('message', (data) => resolve(data.toString())));
    expect(JSON.parse(String(text))).toMatchObject({ id: 7, error: expect.stringContaining('not support this call') });
    socket.terminate();
  });
});

describe('the virtual printer’s page', () => {
  const address = (path: string): string => {
    const url = new URL(must(host.virtualPrinterUrl, 'started with one'));
    url.pathname = path;
    return url.href;
  };

  test('shows badges as PNG, streams what changes, takes faults', async () => {
    await client.info();
    expect(await (await fetch(address('/printer'))).text()).toContain('Virtual badge printer');
    const abort = new AbortController();
    const events = await fetch(address('/printer/events'), { signal: abort.signal });
    let heard = '';
    const listening = (async () => {
      for await (const chunk of must(events.body, 'a body')) heard += Buffer.from(chunk).toString();
    })().catch(() => {});
    expect(await client.print('virtual', jobFor('SEEN'))).toEqual({ outcome: 'printed' });
    await expect.poll(() => heard).toContain('"number":1');
    const png = Buffer.from(await (await fetch(address('/printer/badges/1.png'))).arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect((await fetch(address('/printer/badges/2.png'))).status).toBe(404);
    const set = (fault: string) =>
      fetch(address('/printer/fault'), { method: 'POST', body: new URLSearchParams({ fault }) });
    expect((await set('paper_out')).status).toBe(204);
    await expect.poll(() => heard).toContain('"fault":"paper_out"');
    expect(await client.print('virtual', jobFor('NO PAPER'))).toMatchObject({ outcome: 'failed', reason: 'paper_out' });
    expect((await set('fire')).status).toBe(422);
    expect((await set('')).status).toBe(204);
    abort.abort();
    await listening;
  });
});

test.each(['zpl', 'brother-ql'] as const)('its printer may speak %s, and be a member of a pool', async (language) => {
  const folder = join(base, `language-${language}`);
  const other = await startDeviceHost({
    port: 0,
    origins: [origin],
    printers: [
      {
        id: 'gone',
        name: 'Gone',
        kind: 'escpos-tcp',
        host: '127.0.0.1',
        port: 1,
        dpi: language === 'zpl' ? 203 : 300,
        widthDots: 576,
      },
      { id: 'pool', name: 'Pool', kind: 'pool', members: ['gone', 'virtual'], dpi: 203, widthDots: 576 },
    ],
    virtualPrinter: { language },
    dataFolder: folder,
    version: '1.2.3',
    now: Date.now,
  });
  const page = connect(other.url);
  const pool = (await page.printers()).find(({ id }) => id === 'pool');
  expect(pool).toMatchObject({
    kind: 'pool',
    members: ['gone', 'virtual'],
    dpi: language === 'zpl' ? 203 : 300,
    widthDots: 576,
  });
  expect(await page.print('pool', jobFor('POOLED'))).toEqual({ outcome: 'printed' });
  const badges = must(other.virtualPrinter, 'started with one')
    .badges()
    .map((badge) => badge.bitmap);
  expect(await textsOn(badges)).toEqual(['POOLED']);
  expect(await page.quit('123456')).toBe('not_here');
  expect(await page.peers.open({ event: 'event-abcdef', member: 'member-abcdef' })).toBe('switched_off');
  await expect(page.quit('12')).rejects.toThrow('4 to 12 digits');
  page.close();
  await other.stop();
});

describe('the command line', () => {
  test('reads printers, origins and folders, arguments before environment', () => {
    expect(readOptions([], { DATA_DIR: '/d' })).toEqual({
      port: 4010,
      printers: [],
      origins: ['http://127.0.0.1:4000', 'http://localhost:4000'],
      dataFolder: '/d/kiosk-host',
      peers: { port: 4011 },
    });
    const options = readOptions(
      [
        '--port',
        '0',
        '--printer',
        'escpos-tcp://[::1]:9101?name=Desk&width=832',
        '--printer',
        'file:badges',
        '--virtual-printer',
      ],
      { KIOSK_ORIGINS: 'https://kiosk.example/path http://127.0.0.1:5173', KIOSK_HOST_PORT: '1' },
    );
    expect(options).toMatchObject({
      port: 0,
      origins: ['https://kiosk.example', 'http://127.0.0.1:5173'],
      virtualPrinter: {},
      printers: [
        { id: 'escpos-1-9101', name: 'Desk', host: '::1', port: 9101, widthDots: 832, dpi: 203 },
        { id: 'file-badges', kind: 'file', folder: 'badges' },
      ],
    });
  });

  test('reads the certificate for phones that come by TLS, and refuses a key that is not its own', async () => {
    const [one, other] = [selfSigned('gate.local'), selfSigned('other.local')];
    const folder = await mkdtemp(join(base, 'certificate-'));
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const certificate = await file('cert.pem', one.certificate);
    const [key, foreign] = [await file('key.pem', one.privateKey), await file('other.pem', other.privateKey)];
    const asked = (...more: string[]) => readOptions(['--peer-certificate', certificate, ...more], {})?.peers;
    expect(asked('--peer-key', key)).toEqual({
      port: 4011,
      certificate: { cert: one.certificate, key: one.privateKey },
    });
    expect(() => asked('--peer-key', foreign)).toThrow('is not the key of the certificate');
    expect(() => asked()).toThrow('belong together');
  });

  test.each([
    [['--port', '70000'], '--port'],
    [['--printer', 'tcp:/1.2.3.4'], 'that is not an address'],
    [['--printer', 'file:'], 'the folder is missing'],
    [['--origin', '*'], '--origin'],
    [['--pinter', 'x'], '--pinter'],
    [['--virtual-language', 'pcl'], 'escpos, zpl, brother-ql'],
  ])('refuses %j with a line that says what', (args, why) => {
    expect(() => readOptions(args, {})).toThrow(why);
  });
});
