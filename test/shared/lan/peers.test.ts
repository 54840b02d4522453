/** Two hosts, and hostile neighbours, over real TCP on this machine. Only time is advanced by hand. */
import { Agent } from 'node:https';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { peerLimits } from '#shared/lan/limits.ts';
import { maxPeerFrameBytes } from '#shared/peers/peer-api.ts';
import { selfSigned } from '#test/fixtures/self-signed.ts';
import { ended, framed, type Rig, startRig, stranger } from './rig.ts';

const running: Rig[] = [];
async function rig(options: Parameters<typeof startRig>[0] = {}): Promise<Rig> {
  const started = await startRig(options);
  running.push(started);
  return started;
}
afterEach(() => Promise.all(running.splice(0).map(({ peers }) => peers.stop())));

async function pair(): Promise<{ readonly a: Rig; readonly b: Rig; readonly lineA: number; readonly lineB: number }> {
  const [a, b] = [await rig(), await rig()];
  expect(await a.calls.dial(b.address)).toBe('dialled');
  const { line: lineA } = await a.until('opened');
  // The other side opens the line with the first byte.
  a.calls.send(lineA, new Uint8Array([1]));
  const { line: lineB } = await b.until('opened');
  return { a, b, lineA, lineB };
}

describe('two hosts', () => {
  test('carry frames of every size both ways, unchanged and in order', async () => {
    const { a, b, lineA, lineB } = await pair();
    const large = new Uint8Array(maxPeerFrameBytes).map((_, i) => i % 251);
    expect(a.calls.send(lineA, large)).toBe(true);
    expect(b.calls.send(lineB, new Uint8Array([7, 8]))).toBe(true);
    expect((await b.until('frame', ({ bytes }) => bytes.length > 1)).bytes).toEqual(large);
    expect((await a.until('frame')).bytes).toEqual(new Uint8Array([7, 8]));
  });

  test('learn at once when the other one is gone', async () => {
    const { a, b, lineA } = await pair();
    await b.peers.stop();
    expect(await a.until('closed')).toEqual({ kind: 'closed', line: lineA, reason: 'closed' });
    expect(a.calls.send(lineA, new Uint8Array([1]))).toBe(false);
  });

  test('keep a quiet line by heartbeats, and give up one on which nothing is heard', async () => {
    const { a, b, lineA, lineB } = await pair();
    a.calls.keep(lineA);
    b.calls.keep(lineB);
    for (let i = 0; i < 30; i += 1) {
      a.clock.advance(peerLimits.heartbeatMs);
      b.clock.advance(peerLimits.heartbeatMs);
      // A heartbeat each way: a turn of the event loop for both sockets.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect([...a.events, ...b.events].filter(({ kind }) => kind === 'closed')).toEqual([]);
    a.clock.advance(peerLimits.silentMs + 1);
    expect(await a.until('closed')).toMatchObject({ line: lineA, reason: 'silent' });
  });

  test('an address at which nothing listens is unreachable, and a stopped host is not open', async () => {
    const [a, b] = [await rig(), await rig()];
    await b.peers.stop();
    expect(await a.calls.dial(b.address)).toBe('unreachable');
    expect(await b.calls.dial(a.address)).toBe('not_open');
  });

  test('a port that is taken is replaced by a free one', async () => {
    const a = await rig();
    const b = await rig({ port: a.place.port });
    expect(b.place.port).not.toBe(a.place.port);
    expect(await a.calls.dial(b.address)).toBe('dialled');
  });

  test('a second window takes over, and the first one carries nothing any more', async () => {
    const { a, lineA } = await pair();
    const second = a.peers.of({ tell: () => {}, hasBacklog: () => false });
    await second.open({ event: 'event-abcdef', member: 'member-second' });
    expect(await a.until('closed')).toMatchObject({ line: lineA, reason: 'stopped' });
    expect(a.calls.send(lineA, new Uint8Array([1]))).toBe(false);
    expect(await a.calls.dial(a.address)).toBe('not_open');
  });

  test('a renderer that does not keep up is not sent more, and nothing is lost', async () => {
    const { a, b, lineA, lineB } = await pair();
    await b.until('frame');
    b.calls.keep(lineB);
    b.backlog = true;
    b.clock.advance(100);
    for (let i = 0; i < 20; i += 1) a.calls.send(lineA, new Uint8Array(1_000).fill(i + 1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(b.events.filter(({ kind }) => kind === 'frame')).toHaveLength(1);
    b.backlog = false;
    b.clock.advance(100);
    await b.until('frame', ({ bytes }) => bytes[0] === 20);
    expect(b.events.filter(({ kind }) => kind === 'frame')).toHaveLength(21);
  });
});

describe('a hostile neighbour', () => {
  /** The host still works: another one reaches it and a frame arrives. */
  async function works(host: Rig): Promise<void> {
    const other = await rig();
    expect(await host.calls.dial(other.address)).toBe('dialled');
    const { line } = await host.until('opened', ({ address }) => address === other.address);
    host.calls.send(line, new Uint8Array([42]));
    expect((await other.until('frame')).bytes).toEqual(new Uint8Array([42]));
  }

  test('that opens 10,000 connections gets a few places, and none is left after five seconds', {
    timeout: 300_000,
  }, async () => {
    const host = await rig();
    let open = 0;
    for (let round = 0; round < 100; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => stranger(host.place.port)));
      for (const socket of sockets) socket.write(framed(new Uint8Array([9])));
      open += sockets.length;
    }
    expect(open).toBe(10_000);
    const places = host.events.filter(({ kind }) => kind === 'opened').length;
    expect(places).toBeGreaterThan(0);
    expect(places).toBeLessThanOrEqual(peerLimits.unprovenOfAddress);
    // The board hears of the rest once a second, not ten thousand times.
    const crowded = () => host.events.filter((event) => event.kind === 'closed' && event.reason === 'crowded').length;
    expect(crowded()).toBe(1);
    await works(host);
    host.clock.advance(peerLimits.unprovenMs + 1);
    const strangersClosed = host.events.filter((event) => event.kind === 'closed');
    expect(strangersClosed.length).toBeGreaterThanOrEqual(places);
    await works(host);
  });

  test('that announces a frame of 10 MB is cut off before a byte of it is kept', async () => {
    const host = await rig();
    const socket = await stranger(host.place.port);
    socket.write(framed(new Uint8Array(1_000), 10_000_000));
    expect(await host.until('closed')).toMatchObject({ reason: 'too_large' });
    await ended(socket);
    await works(host);
  });

  test('that writes one byte a second is cut off', async () => {
    const host = await rig();
    const socket = await stranger(host.place.port);
    socket.write(framed(new Uint8Array([1])));
    const { line } = await host.until('frame');
    host.calls.keep(line);
    const slow = framed(new Uint8Array(60_000));
    for (let second = 0; second <= 6 && !socket.destroyed; second += 1) {
      socket.write(slow.subarray(second, second + 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      host.clock.advance(1_000);
    }
    expect(await host.until('closed')).toMatchObject({ line, reason: 'slow' });
    await ended(socket);
  });

  test('that sends much before it proves itself is cut off', async () => {
    const host = await rig();
    const socket = await stranger(host.place.port);
    for (let i = 0; i < 100; i += 1) socket.write(framed(new Uint8Array([i])));
    expect(await host.until('closed')).toMatchObject({ reason: 'unproven' });
    expect(host.events.filter(({ kind }) => kind === 'frame').length).toBeLessThanOrEqual(peerLimits.unprovenFrames);
    await ended(socket);
  });

  test('that takes nothing of what it is sent is cut off, and the host keeps no more than the bound', async () => {
    const host = await rig();
    const socket = await stranger(host.place.port);
    socket.write(framed(new Uint8Array([1])));
    const { line } = await host.until('frame');
    host.calls.keep(line);
    socket.pause();
    let sent = 0;
    while (host.calls.send(line, new Uint8Array(maxPeerFrameBytes)) && sent < 1_000) sent += 1;
    expect(sent).toBeLessThan(200);
    expect(await host.until('closed')).toMatchObject({ line, reason: 'slow' });
    await works(host);
  });

  test('that sends frames without end is read at the named rate, and loses none', async () => {
    const host = await rig();
    const socket = await stranger(host.place.port);
    socket.write(framed(new Uint8Array([1])));
    const { line } = await host.until('frame');
    host.calls.keep(line);
    const many = peerLimits.frameBurst * 3;
    for (let i = 0; i < many; i += 1) socket.write(framed(new Uint8Array(500)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const first = host.events.filter(({ kind }) => kind === 'frame').length;
    // One chunk of the socket may be worked off beyond the allowance.
    expect(first).toBeLessThan(peerLimits.frameBurst + 300);
    for (let second = 0; second < 12; second += 1) {
      host.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await host.until('frame', () => host.events.filter(({ kind }) => kind === 'frame').length === many + 1);
  });

  test('that sends HTTP, or anything else, is answered or dropped', async () => {
    const host = await rig();
    for (const text of ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'SSH-2.0-x\r\n', '\u0016\u0003\u0001\u0002\u0000']) {
      const socket = await stranger(host.place.port);
      socket.end(text);
      host.clock.advance(peerLimits.unprovenMs + 1);
      await ended(socket);
    }
    await works(host);
  });
});

describe('a phone', () => {
  const phone = (host: Rig) => new WebSocket(`ws://${host.address}/peer`);

  test('takes part by a WebSocket on the same port, with the same frames', async () => {
    const host = await rig();
    const socket = phone(host);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(new Uint8Array([1, 2, 3]));
    const { line, bytes } = await host.until('frame');
    expect(bytes).toEqual(new Uint8Array([1, 2, 3]));
    const heard = new Promise((resolve) => socket.once('message', resolve));
    host.calls.send(line, new Uint8Array([4]));
    expect(await heard).toEqual(Buffer.from([4]));
    socket.close();
    expect(await host.until('closed')).toMatchObject({ line, reason: 'closed' });
  });

  test('of a page that came by https takes part by TLS on the same port, beside those that do not', async () => {
    const { certificate: cert, privateKey: key } = selfSigned('gate.local');
    const host = await rig({ certificate: { cert, key } });
    for (const scheme of ['wss', 'ws']) {
      const agent = scheme === 'wss' ? new Agent({ ca: cert, servername: 'gate.local' }) : undefined;
      const socket = new WebSocket(`${scheme}://${host.address}/peer`, { agent });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.send(new Uint8Array([scheme.length]));
      const { line } = await host.until('frame', ({ bytes }) => bytes[0] === scheme.length);
      const heard = new Promise((resolve) => socket.once('message', resolve));
      host.calls.send(line, new Uint8Array([4]));
      expect(await heard).toEqual(Buffer.from([4]));
      socket.close();
      await host.until('closed', (event) => event.line === line);
    }
    const other = await rig();
    expect(await host.calls.dial(other.address)).toBe('dialled');
  });

  test('that begins TLS and goes no further, or meets a host without a certificate, has no line', async () => {
    const { certificate: cert, privateKey: key } = selfSigned('gate.local');
    for (const host of [await rig({ certificate: { cert, key } }), await rig()]) {
      const socket = await stranger(host.place.port);
      socket.write(Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]));
      host.clock.advance(peerLimits.unprovenMs + 1);
      await ended(socket);
      expect(host.events.filter(({ kind }) => kind === 'frame')).toEqual([]);
    }
  });

  test('that sends a message of 10 MB is cut off', async () => {
    const host = await rig();
    const socket = phone(host);
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(new Uint8Array(10_000_000));
    expect(await host.until('closed')).toMatchObject({ reason: 'too_large' });
  });

  test.each(['/', '/host', '/peer/../x'])('gets no line by the path %s', async (path) => {
    const host = await rig();
    const socket = new WebSocket(`ws://${host.address}${path}`);
    const failed = new Promise((resolve) => socket.on('error', resolve));
    await failed;
    expect(host.events).toEqual([]);
  });
});
