/**
 * `npm run cluster-example`: nginx, three servers and a Citus cluster, files in a bucket, mails by SMTP. A visitor, a
 * kiosk and an organizer use it through the balancer; then each server is replaced while requests come, and none fails.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { simpleParser } from 'mailparser';
import type { Browser } from 'playwright-core';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { gatehouseHere } from '#test/fixtures/admin-words.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { makeDatabase } from '#test/fixtures/cluster/databases.ts';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { sharedCluster } from '#test/fixtures/cluster/shared-cluster.ts';
import type { Place } from '#test/fixtures/demo-server.ts';
import { freePorts } from '#test/fixtures/free-port.ts';
import { openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openLive } from '#test/fixtures/live-client.ts';
import { connectMcp } from '#test/fixtures/mcp-asker.ts';
import { needBinary } from '#test/fixtures/need-binary.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { linkIn } from '#test/fixtures/outbox.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type S3Server, startS3Server } from '#test/fixtures/s3-server.ts';
import type { Environment } from '#test/fixtures/server-process.ts';
import { type MailServer, openMailServer } from '../server/outbound/mail/mail-server.ts';

const root = join(import.meta.dirname, '..', '..');
const limitMs = 900_000;
const servers = 3;
const visitors = 4;
/** Between two registrations of a visitor: servers that start need the cores as well. */
const restMs = 100;
const goingAway = 1001;

let bucket: S3Server;
let mails: MailServer;
let browser: Browser;
let folder: string;
let url: string;
let demo: Demo;
let example: ChildProcess;
let said = '';
/** The example's own folder, with one for each server. */
let exampleFolder: string;

async function says(pattern: RegExp): Promise<RegExpExecArray> {
  // A program that has ended says nothing more.
  await vi.waitUntil(() => pattern.test(said) || example.exitCode !== null, { timeout: limitMs, interval: 50 });
  return must(pattern.exec(said), 'what was said');
}

beforeAll(async () => {
  await builtApps();
  const nginx = await needBinary('nginx', 'nginx-light');
  bucket = await startS3Server();
  mails = await openMailServer();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'));
  const [port] = await freePorts(servers + 1);
  url = `http://127.0.0.1:${port}`;
  const env: Environment = {
    DATABASE_URL: hasCluster
      ? await makeDatabase(await sharedCluster(), 'example')
      : await (await postgres()).database('example'),
    FILES_URL: bucket.filesUrl,
    SMTP_URL: mails.url,
    PUBLIC_URL: url,
    BALANCER_PORT: String(port),
    GATEHOUSE_NGINX: nginx,
    LOG_LEVEL: 'error',
  };
  demo = await gatehouseHere<Demo>(['demo', '--attendees', '120'], { ...env, DATA_DIR: folder });
  example = spawn(process.execPath, [join(root, 'server', 'operations', 'cluster-example', 'start.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  example.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  exampleFolder = must((await says(/cluster example ready \S+ in (\S+)/))[1], 'a folder');
  browser = await openBrowser();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  if (example?.exitCode === null) {
    const ended = once(example, 'exit');
    example.kill('SIGTERM');
    await ended;
  }
  await Promise.all([bucket?.close(), mails?.close()]);
  if (folder) await rm(folder, { recursive: true, force: true });
}, limitMs);

interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

/** Each request on a connection of its own: what breaks is the server's, not of a connection that lay idle. */
function send<T>(method: string, path: string, body?: unknown, key = ''): Promise<Answered<T>> {
  const headers = {
    Authorization: `Bearer ${demo.apiKey}`,
    'Content-Type': 'application/json',
    ...(key === '' ? {} : { 'Idempotency-Key': key }),
  };
  return new Promise((resolve, reject) => {
    const asked = ask(url + path, { method, headers, agent: new Agent({ keepAlive: false }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const isJson = String(response.headers['content-type']).includes('json');
        resolve({ status: response.statusCode ?? 0, body: (isJson ? JSON.parse(text) : text) as T });
      });
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function good<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send<T>(method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

const registering = (name: string, email: string) => ({
  eventId: demo.eventId,
  ticketType: 'standard',
  attendee: { name, email, company: null, role: 'Guest' },
});

test('a visitor is registered, has a mail by SMTP, and opens the ticket page of its link', async () => {
  const email = 'visitor@example.org';
  await good<Place>('POST', '/events/registrations', registering('Vera Visitor', email));
  const mine = () => mails.received.filter(({ recipients }) => recipients.includes(email));
  await expect.poll(() => mine().length, { timeout: patienceMs }).toBe(1);
  const link = linkIn(await simpleParser(must(mine()[0], 'a mail').raw));
  expect(link.origin).toBe(url);
  const page = await browser.newPage();
  await page.goto(link.href, { timeout: patienceMs });
  expect(await page.locator('body').textContent()).toContain('Vera Visitor');
  await page.close();
});

test('a kiosk pairs and scans, and the organizer hears of it by whichever server', async () => {
  const place = await good<Place>('POST', '/events/registrations', registering('Kai Kiosk', 'kai@example.org'));
  const live = openLive(url, must(demo.apiKey, 'a key'));
  live.send({ type: 'subscribe', id: 's', collection: 'checkins' });
  await live.heard((frame) => frame.type === 'subscribed', 'the subscription');
  type Made = { data: { pairingCode: string } };
  const pairing = { event: demo.eventId, gate: 'main-entrance' };
  const { pairingCode } = (await good<Made>('POST', '/api/v1/kiosks/pairing-codes', pairing)).data;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const kiosk = await openKioskWindow(context, { url, pair: pairingCode });
  await kiosk.until({ phase: 'open', ready: 'true', connection: 'online' });
  const shown = await kiosk.scan(place.ticket.qrCode);
  expect(shown).toMatchObject({ code: 'admitted', name: 'Kai Kiosk' });
  await kiosk.until({ pending: '0' });
  const [heard] = await live.took(1);
  expect(heard?.record['registration']).toBe(place.id);
  live.close();
  await context.close();
});

test('an organizer: a file into the bucket, an agent with a session, socket.io by long polling', async () => {
  const form = new FormData();
  form.set('file', new Blob(['programme of the day']), 'programme.txt');
  const headers = { Authorization: `Bearer ${demo.apiKey}` };
  const kept = await fetch(`${url}/api/v1/files`, { method: 'POST', headers, body: form });
  expect(kept.status, await kept.clone().text()).toBe(201);
  const { data } = (await kept.json()) as { data: { id: string } };
  // Read by each server in turn: none of them has it.
  for (let n = 0; n < servers; n++)
    expect(await (await fetch(`${url}/api/v1/files/${data.id}/content`, { headers })).text()).toBe(
      'programme of the day',
    );
  expect(bucket.objects.size).toBeGreaterThan(0);

  // A session of 2025 is begun at one server and goes on at the others.
  const agent = await connectMcp(`${url}/mcp`, must(demo.apiKey, 'a key'), 'sessions');
  for (let n = 0; n < 2 * servers; n++) expect((await agent.listTools()).tools.length).toBeGreaterThan(0);
  expect(agent.transport).toBeInstanceOf(StreamableHTTPClientTransport);
  await agent.close();

  const polling = io(url, { transports: ['polling'], auth: { token: demo.apiKey }, reconnection: false });
  await new Promise<void>((resolve, reject) => {
    polling.once('connect', resolve);
    polling.once('connect_error', reject);
  });
  polling.emit('subscribe', { id: 'p', collection: 'registrations' });
  await new Promise<void>((resolve) => polling.once('subscribed', () => resolve()));
  polling.disconnect();
});

test(
  'each server is replaced while requests come: none fails, sockets are closed with 1001',
  async () => {
    const failed: unknown[] = [];
    const places = new Map<string, string>();
    const checkins = new Map<string, string>();
    const codes: number[] = [];
    const heard = new Set<string>();
    let isOver = false;
    let isLoaded = false;
    let listening = 0;

    async function goOn(mine: number): Promise<void> {
      for (let n = 0; !isOver; n++) {
        const email = `load-${mine}-${n}@example.org`;
        const place = await send<Place>('POST', '/events/registrations', registering(`Load ${mine}`, email), email);
        if (place.status >= 300) failed.push(place);
        else places.set(place.body.id, email);
        const body = { qrCode: place.body.ticket?.qrCode, gateId: 'main-entrance' };
        type Checked = { checkin?: { id: string } };
        const checked = await send<Checked>('POST', '/events/checkin', body, `in-${email}`);
        if (checked.status === 200 && checked.body.checkin) checkins.set(checked.body.checkin.id, place.body.id);
        else failed.push(checked);
        const read = await send('GET', `/events/${demo.eventId}/registrations/${place.body.id}`);
        if (read.status !== 200) failed.push(read);
        await wait(restMs);
      }
    }

    /** A client that comes back whenever its line ends, and goes on where it was. */
    async function listen(): Promise<void> {
      let since: number | null = null;
      const isDone = () => isLoaded && [...checkins.keys()].every((id) => heard.has(id));
      while (!isDone()) {
        const live = openLive(url, must(demo.apiKey, 'a key'));
        live.socket.on('message', (data) => {
          const frame = JSON.parse(String(data)) as { type: string; seq?: number; record?: { id: string } };
          if (frame.type === 'subscribed') listening += 1;
          if (frame.type === 'change') heard.add(must(frame.record, 'a record').id);
          if (frame.seq !== undefined && (frame.type === 'change' || since === null)) since = frame.seq;
        });
        live.send({ type: 'subscribe', id: 's', collection: 'checkins', ...(since === null ? {} : { since }) });
        const over = setInterval(() => {
          if (isDone()) live.close();
        }, 50);
        const code = await live.closed();
        clearInterval(over);
        if (!isLoaded) codes.push(code);
      }
    }

    const heardOut = Promise.all([listen(), listen()]);
    await expect.poll(() => listening, { timeout: patienceMs }).toBe(2);
    const load = Promise.all(Array.from({ length: visitors }, (_, mine) => goOn(mine)));
    await expect.poll(() => places.size, { timeout: patienceMs }).toBeGreaterThan(visitors);
    example.kill('SIGHUP');
    await says(/replaced all servers/);
    isOver = true;
    await load;
    isLoaded = true;
    await heardOut;
    expect(said.match(/replaced the server on port/g)).toHaveLength(servers);
    console.info(
      `cluster-example: ${places.size} registrations and ${checkins.size} check-ins, ${failed.length} failed`,
    );
    expect(failed).toEqual([]);
    // Two listeners, each on a server that was replaced at least once.
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set([goingAway]));
    expect([...checkins.keys()].filter((id) => !heard.has(id))).toEqual([]);

    const names = await readdir(exampleFolder, { recursive: true, withFileTypes: true });
    const kept = names.filter((one) => one.isFile() && !one.parentPath.includes('nginx')).map(({ name }) => name);
    expect(kept, 'on a disk of a server').toEqual([]);
  },
  limitMs,
);

test(
  'a stop ends all of it, in order',
  async () => {
    const ended = once(example, 'exit');
    example.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  },
  limitMs,
);
