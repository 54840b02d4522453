/** A phone's lines: the page's own WebSockets to the hosts of other kiosks. */
import { afterEach, expect, test } from 'vitest';
import { createWebPeers, type PeerSocket } from '#kiosk/bridge/web-peers.ts';
import type { PeerEvent } from '#shared/peers/peer-api.ts';
import { manualClock, opening, type Rig, startRig } from '#test/shared/lan/rig.ts';

const rigs: Rig[] = [];
afterEach(async () => {
  for (const { peers } of rigs.splice(0)) await peers.stop();
});

function phone(open: (url: string) => PeerSocket = (url) => new WebSocket(url) as unknown as PeerSocket) {
  const clock = manualClock();
  const api = createWebPeers({ open, monotonicMs: clock.monotonicMs, every: clock.every });
  const events: PeerEvent[] = [];
  api.onEvent((event) => events.push(event));
  const until = <K extends PeerEvent['kind']>(kind: K) =>
    expect.poll(() => events.find((event) => event.kind === kind), { timeout: 10_000 });
  return { api, events, clock, until };
}

async function host(): Promise<Rig> {
  const rig = await startRig();
  rigs.push(rig);
  return rig;
}

test('frames go both ways, and a heartbeat is no frame', async () => {
  const [rig, { api, events, clock, until }] = [await host(), phone()];
  expect(await api.dial(rig.address)).toBe('not_open');
  expect(await api.open(opening)).toEqual({ port: 0, addresses: [] });
  expect(await api.dial(rig.address)).toBe('dialled');
  expect(events).toEqual([{ kind: 'opened', line: 1, address: rig.address, dialled: true }]);
  expect(await api.send(1, new Uint8Array([1, 2]))).toBe(true);
  const { line, bytes } = await rig.until('frame');
  expect(bytes).toEqual(new Uint8Array([1, 2]));
  await api.keep(1);
  clock.advance(600);
  rig.calls.send(line, new Uint8Array([3]));
  await until('frame').toEqual({ kind: 'frame', line: 1, bytes: new Uint8Array([3]) });
  rig.calls.hangUp(line);
  await until('closed').toEqual({ kind: 'closed', line: 1, reason: 'closed' });
  expect(await api.send(1, new Uint8Array([4]))).toBe(false);
});

test('a line that is silent, or whose other end does not prove itself, ends', async () => {
  const rig = await host();
  const silent = phone();
  await silent.api.open(opening);
  await silent.api.dial(rig.address);
  silent.clock.advance(2_001);
  expect(silent.events.at(-1)).toEqual({ kind: 'closed', line: 1, reason: 'silent' });
  const stranger = phone();
  await stranger.api.open(opening);
  await stranger.api.dial(rig.address);
  const { line } = await rig.until('opened', (event) => event.line > 1);
  for (let n = 1; n <= 3; n += 1) {
    stranger.clock.advance(1_300);
    rig.calls.send(line, new Uint8Array([n]));
    await expect.poll(() => stranger.events.length, { timeout: 10_000 }).toBe(1 + n);
  }
  stranger.clock.advance(1_300);
  expect(stranger.events.at(-1)).toEqual({ kind: 'closed', line: 1, reason: 'unproven' });
});

test('where nothing answers, or the browser refuses, the dial says so, and a second opening ends the lines of the first', async () => {
  const rig = await host();
  const { api, events } = phone();
  await api.open(opening);
  expect(await api.dial('127.0.0.1:9')).toBe('unreachable');
  await api.dial(rig.address);
  await api.open(opening);
  expect(events.at(-1)).toMatchObject({ kind: 'closed', reason: 'hung_up' });
  const urls: string[] = [];
  const refusing = phone((url) => {
    urls.push(url);
    throw new Error('mixed content');
  });
  await refusing.api.open(opening);
  expect(await refusing.api.dial('gate.example:443')).toBe('unreachable');
  expect(urls).toEqual(['ws://gate.example:443/peer', 'wss://gate.example:443/peer']);
});
