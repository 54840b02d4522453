/**
 * The whole way: an encoder, the server with its streaming process, and targets as processes of their own, of which one is
 * killed, stopped and refuses. Frames that matter are counted where they arrive.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminJson } from '../../fixtures/admin-words.ts';
import { type Running, runChild } from '../../fixtures/child.ts';
import { freePort, freePorts } from '../../fixtures/free-port.ts';
import { openReceiver, type Receiver } from '../../fixtures/receiver.ts';
import { publishTo } from '../../fixtures/rtmp-publisher.ts';
import { selfSigned } from '../../fixtures/self-signed.ts';
import { type Body, openTestServer, type TestServer } from '../../fixtures/test-server.ts';

/** Bytes of a frame: a stopped target fills the buffers of the system within seconds. */
const largeFrame = 40_000;
const thirdPartyKey = 'third-party-key-of-the-platform';
const thirdPartyApp = 'app-of-customer-9';

interface Target {
  readonly running: Running;
  /** What it has said last. */
  readonly got: () => { readonly frames: number; readonly publishers: number; readonly isRising: boolean };
}

let gatehouse: TestServer;
let receiver: Receiver;
let key = '';
let port = 0;
let folder = '';
const certificate = selfSigned('localhost');
const running: Running[] = [];
const logged: string[] = [];
const write = process.stderr.write.bind(process.stderr);

beforeAll(async () => {
  receiver = await openReceiver();
  port = await freePort();
  process.stderr.write = ((text: string) => {
    logged.push(String(text));
    return true;
  }) as typeof process.stderr.write;
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-streaming-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificate.certificate);
  gatehouse = await openTestServer({
    STREAMING_PORT: String(port),
    STREAMING_CA: caFile,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    LOG_LEVEL: 'debug',
  });
  key = (await gatehouse.tenant('relays')).apiKey;
});
afterAll(async () => {
  for (const one of running) one.child.kill('SIGKILL');
  await gatehouse.close();
  await receiver.close();
  process.stderr.write = write;
  rmSync(folder, { recursive: true, force: true });
});

function openTarget(at: number, isSecure = false): Target {
  const tls = isSecure ? { TLS_CERT: certificate.certificate, TLS_KEY: certificate.privateKey } : {};
  const one = runChild('test/fixtures/rtmp-target.ts', [], { PORT: String(at), KEY: thirdPartyKey, ...tls });
  running.push(one);
  let last = { frames: 0, publishers: 0, isRising: true };
  one.child.stdout?.on('data', (text: Buffer) => {
    const line = text.toString().trim().split('\n').at(-1);
    if (line) last = JSON.parse(line) as typeof last;
  });
  return { running: one, got: () => last };
}

const send = (method: string, path: string, json?: unknown) =>
  gatehouse.send(method, path, { key, ...(json === undefined ? {} : { json }) });

async function makeEvent(ports: readonly number[], more: Body = {}): Promise<{ event: string; streamKey: string }> {
  const times = { startsAt: '2027-05-04T08:00:00.000Z', endsAt: '2027-05-05T08:00:00.000Z' };
  const targets = ports.map((one) => ({
    name: String(one),
    url: `rtmp://127.0.0.1:${one}/${thirdPartyApp}`,
    key: thirdPartyKey,
  }));
  const made = await send('POST', '/events', {
    name: 'Relay',
    type: 'webinar',
    ...times,
    streaming: { targets, ...more },
  });
  const event = String(made.body['id']);
  const shown = await send('GET', `/events/${event}/streaming/key`);
  expect(shown.body['ingestUrl']).toBe(`rtmp://127.0.0.1:${port}/live`);
  return { event, streamKey: String(shown.body['streamKey']) };
}

const statusOf = async (event: string) => (await send('GET', `/events/${event}/streaming/status`)).body;

async function stateOf(event: string, name: number): Promise<Body> {
  const { body } = await send('GET', `/events/${event}/streaming/targets`);
  return (body['targets'] as Body[]).find((one) => one['name'] === String(name)) ?? {};
}

/** The port is open once the process has started. */
async function published(streamKey: string) {
  let made: Awaited<ReturnType<typeof publishTo>> | null = null;
  await expect
    .poll(async () => {
      made = await publishTo(port, streamKey).catch(() => null);
      return made !== null;
    })
    .toBe(true);
  return made as unknown as Awaited<ReturnType<typeof publishTo>>;
}

test('T03 each target gets every frame while another one is killed, stopped or absent, which comes back', async () => {
  const [good = 0, killed = 0, stopped = 0, absent = 0] = await freePorts(4);
  const unaffected = openTarget(good);
  const first = openTarget(killed);
  const stalled = openTarget(stopped);
  await Promise.all([unaffected, first, stalled].map((one) => one.running.says(/frames/)));
  const { event, streamKey } = await makeEvent([good, killed, stopped, absent]);
  const encoder = await published(streamKey);
  encoder.run(largeFrame);
  await expect.poll(() => [unaffected, first, stalled].every((one) => one.got().frames > 25)).toBe(true);
  await expect.poll(async () => (await statusOf(event))['status']).toBe('live');

  first.running.child.kill('SIGKILL');
  stalled.running.child.kill('SIGSTOP');
  await expect.poll(async () => (await stateOf(event, killed))['state']).toBe('errored');
  await expect.poll(async () => Number((await stateOf(event, stopped))['droppedFrames'])).toBeGreaterThan(0);
  await expect.poll(async () => (await stateOf(event, absent))['problem']).toMatch(/does not answer/);
  const again = openTarget(killed);
  await again.running.says(/frames/);
  const backMs = performance.now();
  await expect.poll(() => again.got().frames, { timeout: 20_000 }).toBeGreaterThan(0);
  process.stdout.write(`a killed target is back after ${Math.round((performance.now() - backMs) / 100) / 10} s\n`);
  stalled.running.child.kill('SIGCONT');
  const before = stalled.got().frames;
  await expect.poll(() => stalled.got().frames).toBeGreaterThan(before + 25);
  await expect.poll(async () => (await stateOf(event, killed))['state']).toBe('broadcasting');

  encoder.stop();
  await expect.poll(() => unaffected.got().frames).toBe(encoder.sent());
  process.stdout.write(`${unaffected.got().frames} of ${encoder.sent()} frames at the unaffected target\n`);
  expect(unaffected.got()).toMatchObject({ publishers: 1, isRising: true });
  encoder.cut();
});

test('RTMPS works against a certificate that a setting trusts, and the keys are in no process list and no log', async () => {
  const at = await freePort();
  const secure = openTarget(at, true);
  await secure.running.says(/frames/);
  const { event, streamKey } = await makeEvent([]);
  const url = `rtmps://localhost:${at}/${thirdPartyApp}`;
  const put = await send('PUT', `/events/${event}/streaming/targets`, {
    targets: [{ name: String(at), url, key: thirdPartyKey }],
  });
  expect(put.status, put.text).toBe(200);
  const encoder = await published(streamKey);
  encoder.run(2_000);
  await expect.poll(() => secure.got().frames).toBeGreaterThan(25);

  const found = new RegExp(`${thirdPartyKey}|${thirdPartyApp}|${streamKey}`);
  const list = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(list.split('\n').filter((line) => found.test(line))).toEqual([]);
  // Environments can be read like arguments; that of the stand-in is the test's own.
  const environments = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && !running.some((one) => String(one.child.pid) === pid))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1');
      } catch {
        return '';
      }
    });
  expect(environments.filter((text) => found.test(text))).toEqual([]);
  expect(logged.join('')).toContain('publisher accepted');
  expect(logged.join('')).not.toMatch(found);
  encoder.cut();
});

/** Everything below a folder, as one text. */
function bytesBelow(root: string): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

const tool = (action: string, resource: string) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'events', arguments: { action, resource } },
});

test('T04 keys and addresses are in no answer, webhook, MCP answer, export, backup or file', async () => {
  const hook = await send('POST', '/api/v1/webhooks', { url: receiver.url, events: ['events.*'] });
  expect(hook.status, hook.text).toBe(201);
  const at = await freePort();
  const { event, streamKey } = await makeEvent([at]);
  const encoder = await published(streamKey);
  encoder.run(2_000);
  await expect.poll(async () => (await stateOf(event, at))['state']).toBe('errored');
  const types = () => receiver.received.map(({ message }) => String(message['type']));
  await expect.poll(types).toEqual(expect.arrayContaining(['events.stream.live', 'events.stream_target.errored']));
  encoder.cut();
  await expect.poll(types).toContain('events.stream.disconnected');

  const answers = await Promise.all([
    send('GET', `/events/${event}`),
    send('GET', `/api/v1/events/${event}`),
    send('GET', `/api/v1/events/${event}/versions`),
    send('GET', '/api/v1/streams'),
    send('GET', '/api/v1/stream_targets'),
    send('GET', '/api/v1/audit_entries'),
    send('GET', `/events/${event}/streaming/targets`),
    send('GET', `/events/${event}/streaming/status`),
    send('GET', `/events/${event}/export?dataset=registrations&format=json`),
    send('POST', '/graphql', { query: '{ streams { data { id state } } streamTargets { data { id name state } } }' }),
    send('POST', '/mcp', tool('list', 'streams')),
    send('POST', '/mcp', tool('list', 'stream_targets')),
    send('POST', '/mcp', tool('list', 'events')),
    send('GET', '/api/v1/webhook_attempts'),
    send('GET', '/metrics'),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
  const file = join(folder, 'tenant.gz');
  await adminJson(gatehouse.env, 'tenant', 'export', 'relays', file);
  const found = new RegExp(`${thirdPartyKey}|${thirdPartyApp}|${streamKey}`);
  const texts = [
    ...answers.map(({ text }) => text),
    ...receiver.received.map(({ text }) => text),
    gunzipSync(readFileSync(file)).toString('latin1'),
    ...(gatehouse.databaseUrl === null ? [bytesBelow(gatehouse.dataDir)] : []),
    logged.join(''),
  ];
  expect(texts.findIndex((text) => found.test(text))).toBe(-1);
});

test('T01 a wrong key and a second publisher are refused; a rotation ends the first within seconds', async () => {
  const { event, streamKey } = await makeEvent([]);
  const encoder = await published(streamKey);
  encoder.run(2_000);
  await expect(publishTo(port, `live_${'0'.repeat(32)}`)).rejects.toThrow('refused_by_target');
  await expect(publishTo(port, 'x')).rejects.toThrow('refused_by_target');
  await expect(publishTo(port, streamKey)).rejects.toThrow('refused_by_target');
  await send('POST', `/events/${event}/streaming/key/rotate`, {});
  expect(await encoder.ended).toBe('connection_lost');
  await expect(publishTo(port, streamKey)).rejects.toThrow('refused_by_target');
});

test('a publisher that was cut goes on with the same stream, on one clock at the target', async () => {
  const at = await freePort();
  const target = openTarget(at);
  await target.running.says(/frames/);
  const { event, streamKey } = await makeEvent([at]);
  const first = await published(streamKey);
  first.send(50);
  await expect.poll(() => target.got().frames).toBe(50);
  const { streamId } = await statusOf(event);
  first.cut();
  await expect.poll(async () => (await statusOf(event))['status']).toBe('disconnected');
  const second = await published(streamKey);
  second.send(50);
  await expect.poll(() => target.got().frames).toBe(100);
  expect(target.got()).toMatchObject({ publishers: 1, isRising: true });
  expect(await statusOf(event)).toMatchObject({ streamId, interruptions: 1 });
  second.cut();
});
