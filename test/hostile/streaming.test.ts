/** Strangers at the streaming port: an encoder with a key is taken while they are there, and afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isPublicAddress } from '#server/core/policy/addresses/address-rules.ts';
import { createLog } from '#server/http/log.ts';
import { hashStreamKey } from '#server/modules/events/streaming/stream-key.ts';
import { guardedLookup } from '#server/outbound/guarded-lookup.ts';
import { type Ingest, openIngest } from '#server/streaming/ingest.ts';
import { writeAmf } from '#server/streaming/rtmp/amf.ts';
import { controlMessage, messageTypes, writeChunks } from '#server/streaming/rtmp/chunks.ts';
import { clientHandshake } from '#server/streaming/rtmp/handshake.ts';
import { TargetConnection } from '#server/streaming/rtmp/target-connection.ts';
import { Segments } from '#server/streaming/segments.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { publishTo } from '../fixtures/rtmp-publisher.ts';

const goodKey = `live_${'a'.repeat(32)}`;
const route = { lookup: null, permits: () => false, ca: null };
let ingest: Ingest;
let port = 0;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-hostile-'));
let asked = 0;
const open = new Set<Socket>();

beforeAll(async () => {
  ingest = openIngest({
    async control(_, { keyHash, kind }) {
      asked += 1;
      if ((kind === 'publish' || kind === 'quality') && keyHash !== hashStreamKey(goodKey))
        return refuse({ code: 'stream_key_unknown', message: 'No.' });
      const stream = { tenant: 't', event: 'e', stream: 's', end: null } as const;
      return ok({ ...stream, reconnectSeconds: 0, record: false, targets: [] });
    },
    log: createLog('silent'),
    stream: { taps: [], sender: { route, now: Date.now, random: Math.random } },
    openSegments: (_stream, isRecorded, headers) =>
      new Segments({ folder, isRecorded, headers, dateOf: () => Date.now(), onFault: () => undefined }),
    openQuality: (_stream, quality) => (parts) =>
      new Segments({ ...parts, folder: join(folder, quality), isRecorded: false, onFault: () => undefined }),
  });
  port = await ingest.listen(0, '127.0.0.1');
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

function stranger(...bytes: readonly Uint8Array[]): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    open.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('connect', () => {
      for (const one of bytes) socket.write(one);
      resolve(socket);
    });
  });
}

const closed = (socket: Socket) =>
  socket.destroyed ? Promise.resolve() : new Promise<void>((resolve) => socket.once('close', () => resolve()));

const shaken = Buffer.concat([clientHandshake().opening, Buffer.alloc(1_536)]);
const command = (data: Buffer) =>
  writeChunks(3, { type: messageTypes.command, streamId: 0, timestampMs: 0, data }, 128);

async function takesAnEncoder(host = '127.0.0.1'): Promise<void> {
  const encoder = await publishTo(port, goodKey, 'live', host);
  encoder.cut();
}

test.each([
  ['another protocol', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
  ['a chunk size of 0', [shaken, controlMessage(messageTypes.setChunkSize, 0)]],
  ['a chunk size of 2 GB', [shaken, controlMessage(messageTypes.setChunkSize, 0x7f_ff_ff_ff)]],
  ['a message of 16 MB', [shaken, Buffer.from([4, 0, 0, 0, 0xff, 0xff, 0xff, 9, 0, 0, 0, 0])]],
  ['an AMF array of 4 billion', [shaken, command(Buffer.from([10, 0xff, 0xff, 0xff, 0xff, 5]))]],
  [
    'AMF of 500 levels',
    [shaken, command(Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([3, 0, 1, 97]))))],
  ],
  ['a thousand commands', [shaken, ...Array.from({ length: 1_000 }, () => command(writeAmf('createStream', 1, null)))]],
  ['a viewer', [shaken, command(writeAmf('play', 1, null, 'x'))]],
  [
    'a second publish',
    [shaken, command(writeAmf('publish', 1, null, 'x')), command(writeAmf('publish', 1, null, 'x'))],
  ],
])('T05 %s ends the connection, and nothing else', async (_, bytes) => {
  await closed(await stranger(...bytes));
  await takesAnEncoder();
});

test('T05 packets before the key is accepted are not looked at', async () => {
  const video = writeChunks(
    6,
    { type: messageTypes.video, streamId: 1, timestampMs: 0, data: Buffer.alloc(1_000) },
    128,
  );
  const socket = await stranger(shaken, ...Array.from({ length: 100 }, () => video));
  await takesAnEncoder();
  socket.destroy();
});

test('T05 500 connections that say nothing: 20 of one address stay, and encoders of others are taken', async () => {
  const before = process.memoryUsage().rss;
  const all = await Promise.all(Array.from({ length: 500 }, () => stranger(Buffer.from([3]))));
  await expect
    .poll(() => all.filter((socket) => !socket.destroyed && socket.readyState === 'open').length)
    .toBeLessThanOrEqual(20);
  // From another address: publishing goes by the same port.
  const another = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  open.add(another);
  const answered = new Promise<number>((resolve) => another.once('data', (data: Buffer) => resolve(data.length)));
  another.write(clientHandshake().opening);
  expect(await answered).toBeGreaterThan(0);
  process.stdout.write(
    `500 connections: ${Math.round((process.memoryUsage().rss - before) / 1_024 / 1_024)} MB more\n`,
  );
  // Those that stay are ended when they have not published in time.
  await Promise.all(all.map(closed));
  await takesAnEncoder();
  expect(asked).toBeGreaterThan(0);
});

test('T05 further qualities need the key, a first one, and are four at most; each ends with the first', async () => {
  await expect(publishTo(port, `${goodKey}_low`)).rejects.toThrow();
  const first = await publishTo(port, goodKey);
  for (const name of [
    `live_${'b'.repeat(32)}_low`,
    `${goodKey}_../../x`,
    `${goodKey}_`,
    `${goodKey}_${'a'.repeat(17)}`,
  ])
    await expect(publishTo(port, name), name).rejects.toThrow();
  const others = await Promise.all(['a', 'b', 'c', 'd'].map((name) => publishTo(port, `${goodKey}_${name}`)));
  await expect(publishTo(port, `${goodKey}_e`)).rejects.toThrow();
  await expect(publishTo(port, `${goodKey}_a`)).rejects.toThrow();
  others[0]?.cut();
  await others[0]?.ended;
  await vi.waitUntil(() => publishTo(port, `${goodKey}_e`).catch(() => null), { timeout: 10_000 });
  first.cut();
  await Promise.all(others.map(({ ended }) => ended));
  await takesAnEncoder();
});

test.each(['inside.example', '127.0.0.1', '::1', '169.254.169.254'])(
  'T02 a target at %s, however it came to be stored, is not contacted',
  async (host) => {
    const lookup = guardedLookup(async () => [{ address: '127.0.0.1', family: 4 }], isPublicAddress);
    const to = { isSecure: false, host, port, app: 'live' };
    const problem = await new Promise((resolve) => {
      const guarded = { lookup, permits: isPublicAddress, ca: null };
      new TargetConnection(to, goodKey, guarded, { onReady: () => resolve('ready'), onEnd: resolve });
    });
    expect(problem).toBe('address_refused');
  },
);
