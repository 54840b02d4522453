/**
 * Devices on the LAN that are no kiosks of the event, or no longer, over real TCP and multicast DNS to a kiosk with its own
 * device host: nothing that they do changes what it knows, it goes on, and its board says that there was something.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { webCryptoPeers, webSha256 } from '#kiosk/venue/web-crypto-peers.ts';
import { must } from '#shared/base/assert.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { parseJson } from '#shared/base/json.ts';
import { dayMs } from '#shared/base/time.ts';
import { createFrameStream } from '#shared/lan/frame-stream.ts';
import { peerLimits } from '#shared/lan/limits.ts';
import { openFinder } from '#shared/lan/mdns.ts';
import { createDigests } from '#shared/peers/digests.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import { createOpener, createSealer, type FrameParties } from '#shared/peers/frame.ts';
import { writeEntries, writeMessage } from '#shared/peers/messages.ts';
import type { PeerCrypto } from '#shared/peers/ports.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { nodePeerCrypto } from '#test/fixtures/peer-crypto.ts';
import { scanOf } from '#test/fixtures/peer-lab.ts';
import { framed, stranger } from '../../shared/lan/rig.ts';
import { eventId, hallList, person, startMs } from '../station/sample-people.ts';
import { kioskId, type VenueKiosk } from './venue-kiosk.ts';
import { openVenueLab, type VenueLab } from './venue-lab.ts';

const patience = { timeout: 30_000, interval: 50 };
const limitMs = 120_000;
/** Connections of one hostile device: all of them, and those at once. */
const crowd = 10_000;
const atOnce = 200;
const people = 40;

let folder: string;
let lab: VenueLab;
let mdns: number;
/** `a` admits, `b` is attacked; `mole` is a kiosk of the event whose device key is in the wrong hands. */
let a: VenueKiosk;
let b: VenueKiosk;
const mole = kioskId(3);
let nowMs = startMs;
/** Between the two stands who listens: all frames from `a` to `b`. */
let tape: Server;
const taped: Uint8Array[] = [];
let next = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-venue-'));
  lab = await openVenueLab(folder, 4);
  mdns = await freePort();
  const more = { people, mdns, nowMs: () => nowMs };
  [a, b] = [await lab.start(1, more), await lab.start(2, more)];
  await vi.waitUntil(() => b.venue.state().addresses.length > 0, patience);
  tape = createServer((from) => {
    const to = connect(portOf(b), '127.0.0.1');
    const stream = createFrameStream((frame) => taped.push(frame));
    for (const socket of [from, to]) socket.on('error', () => {});
    from.on('data', (bytes: Buffer) => void stream.push(bytes));
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => tape.listen(0, '127.0.0.1', resolve));
  await a.venue.addAddress(`127.0.0.1:${portOfServer(tape)}`);
  await vi.waitUntil(() => b.venue.state().inReach === 2, patience);
}, limitMs);

afterAll(async () => {
  await lab?.stop();
  tape?.close();
  await rm(folder, { recursive: true, force: true });
});

const portOf = (kiosk: VenueKiosk): number =>
  Number(must(kiosk.venue.state().addresses[0], 'an address').split(':')[1]);
const portOfServer = (server: Server): number => (server.address() as { readonly port: number }).port;
const saysOnBoard = (...reasons: string[]) =>
  expect
    .poll(() => b.venue.state().reports.map(({ reason }) => reason), patience)
    .toEqual(expect.arrayContaining(reasons));
const countOf = (wanted: string): number => b.venue.state().reports.find(({ reason }) => reason === wanted)?.count ?? 0;
const heardOf = (kiosk: VenueKiosk, n: number) =>
  kiosk.lab.replica.heard.scansOf(person(n).ticketNumber, person(n).id, hallList.id);

/** A kiosk that is hung or lies does not get through this: one admits, the other knows, and no one else was ever there. */
async function goesOn(): Promise<void> {
  next += 1;
  const n = next;
  const answer = await a.lab.station.admitRegistration(person(n).id);
  expect(answer).toMatchObject({ kind: 'decided', outcome: { verdict: { code: 'admitted' } } });
  await expect.poll(() => heardOf(b, n).length, patience).toBe(1);
  expect(b.lab.station.state()).toMatchObject({ ready: true, checkedIn: n, conflicts: [] });
  for (let other = n + 1; other <= people; other += 1) expect(heardOf(b, other)).toEqual([]);
}

const partiesOf = (self: string, crypto: PeerCrypto, run = 90): FrameParties => ({
  ...{ self, event: eventId, crypto, keys: () => lab.keys, run },
  members: { find: (id) => lab.members.get(id) ?? null, all: () => [...lab.members.values()] },
  clock: { now: () => nowMs, trusted: () => true, monotonicMs: () => performance.now() },
});

async function send(frames: readonly Uint8Array[]): Promise<Socket> {
  const socket = await stranger(portOf(b));
  for (const frame of frames) socket.write(framed(frame));
  return socket;
}

async function sealed(parties: FrameParties, texts: readonly string[]): Promise<readonly Uint8Array[]> {
  const frames: Uint8Array[] = [];
  const sealer = createSealer(parties);
  for (const text of texts) await sealer.seal(text, null, (frame) => frames.push(frame));
  return frames;
}

const hello = writeMessage({ kind: 'hello', nonce: toBase64url(new Uint8Array(16)) });

test(
  'PE3 with a stolen venue key and no device key: neither as a kiosk of the event nor as another one',
  async () => {
    for (const as of [a.id, '0197a000-0000-7000-8000-0000000000ff'])
      await send(await sealed(partiesOf(as, nodePeerCrypto(99)), [hello]));
    await saysOnBoard('signature_invalid', 'sender_unknown');
    await goesOn();
  },
  limitMs,
);

test(
  'PE8 that replays what a kiosk said, on the same day and on the next one',
  async () => {
    await goesOn();
    const frames = [...taped];
    expect(frames.length).toBeGreaterThan(1);
    await send(frames.slice(0, peerLimits.unprovenFrames));
    await saysOnBoard('not_fresh');
    nowMs += dayMs;
    await send(frames.slice(0, peerLimits.unprovenFrames));
    await saysOnBoard('wrong_day');
    nowMs -= dayMs;
    await goesOn();
  },
  limitMs,
);

test(
  'PE2 that announces frames of 10 MB, or sends more than a stranger may',
  async () => {
    const socket = await stranger(portOf(b));
    socket.write(framed(new Uint8Array(1_000), 10_000_000));
    await saysOnBoard('frame_too_large');
    await goesOn();
  },
  limitMs,
);

test(
  'PE2 that opens 10,000 connections: the line to the other kiosk stays, scans are heard meanwhile, and the board says it once a second',
  async () => {
    const reachAtAnyTime = new Set<number>();
    const end = b.venue.subscribe(() => void reachAtAnyTime.add(b.venue.state().inReach));
    const started = performance.now();
    for (let opened = 0; opened < crowd; opened += atOnce) {
      const sockets = await Promise.all(Array.from({ length: atOnce }, () => stranger(portOf(b))));
      // Some say nothing, some something.
      for (const socket of sockets.slice(atOnce / 2)) socket.write(framed(new Uint8Array([9])));
      if (opened % (crowd / 10) === 0) await goesOn();
      for (const socket of sockets) socket.destroy();
    }
    await saysOnBoard('too_many_lines');
    await goesOn();
    end();
    expect([...reachAtAnyTime].filter((inReach) => inReach !== 2)).toEqual([]);
    const seconds = (performance.now() - started) / 1_000;
    expect(countOf('too_many_lines')).toBeLessThanOrEqual(seconds + 2);
    expect(b.venue.state().reports.length).toBeLessThan(20);
  },
  limitMs,
);

test(
  'that announces itself by multicast DNS as another kiosk, at an address where something else answers',
  async () => {
    let asked = 0;
    const other = createServer((socket) => {
      asked += 1;
      socket.on('error', () => {});
      socket.on('data', () => socket.write(framed(new Uint8Array([1, 2, 3]))));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { members } = partiesOf(mole, nodePeerCrypto(99));
    const { opening } = await createDigests({ event: eventId, self: kioskId(4), members, sha256: webSha256 });
    const liar = openFinder({
      ...{ opening: opening(), port: portOfServer(other), addresses: ['127.0.0.1'], only: '127.0.0.1', udpPort: mdns },
      onFound: () => {},
    });
    await expect.poll(() => asked, patience).toBeGreaterThan(0);
    await saysOnBoard('not_a_frame');
    expect(b.venue.state().inReach).toBe(2);
    await goesOn();
    await liar.stop();
    other.close();
  },
  limitMs,
);

/** A line of the mole to `b`, greeted as a kiosk does: from then on it says what it likes. */
async function greetAsMole(says: (nonce: string) => readonly string[]): Promise<Socket> {
  const parties = partiesOf(mole, webCryptoPeers(must(lab.devices.get(mole), 'a device')));
  const open = createOpener(parties);
  const sealer = createSealer(parties);
  const socket = await stranger(portOf(b));
  const write = (text: string) => sealer.seal(text, null, (frame) => socket.write(framed(frame)));
  let said = false;
  const stream = createFrameStream(async (bytes) => {
    const opening = await open(bytes);
    const message = opening.ok ? (parseJson(opening.frame.text) as { kind?: string; nonce?: string }) : {};
    if (message.kind !== 'hello' || said) return;
    said = true;
    for (const text of says(String(message.nonce))) await write(text);
  });
  socket.on('data', (bytes: Buffer) => void stream.push(bytes));
  await write(hello);
  return socket;
}

/** Until it is so: on a busy machine the places of strangers are taken for a while by those of the test before. */
async function insists(isSo: () => boolean, says: (nonce: string) => readonly string[]): Promise<void> {
  await vi.waitUntil(
    async () => {
      if (!isSo()) await greetAsMole(says);
      return isSo();
    },
    { timeout: 60_000, interval: 1_000 },
  );
}

const welcome = (echo: string) => writeMessage({ kind: 'welcome', echo, vector: new Map(), statuses: [] });

test(
  'PE6 a kiosk that invents what another one admitted is not believed, and named',
  async () => {
    const { ticketNumber } = person(15);
    const scan = { ...scanOf(a.id, 500, ticketNumber, nowMs), event: eventId, list: hallList.id };
    const crypto = webCryptoPeers(must(lab.devices.get(mole), 'a device'));
    const signature = toBase64url(await crypto.sign(crypto.encode(entryClaim(scan, 0))));
    const entry = JSON.stringify({ scan, previous: 0, signature });
    await insists(
      () => countOf('entry_forged') > 0,
      (nonce) => [welcome(nonce), writeEntries([entry], new Map(), false)],
    );
    const forged = b.venue.state().reports.find(({ reason }) => reason === 'entry_forged');
    expect(forged).toMatchObject({ kioskName: 'Kiosk 3' });
    await goesOn();
  },
  limitMs,
);

test(
  'PE13 a kiosk that was revoked neither stays nor comes back',
  async () => {
    await insists(
      () => b.venue.state().inReach === 3,
      (nonce) => [welcome(nonce)],
    );
    lab.members.set(mole, { ...must(lab.members.get(mole), 'a member'), revoked: true });
    for (const kiosk of [a, b]) kiosk.lab.apply('kiosks', mole, kiosk.lab.replica.roster.record('kiosks', mole));
    await expect.poll(() => b.venue.state().inReach, patience).toBe(2);
    await saysOnBoard('revoked');
    const before = countOf('revoked');
    await insists(
      () => countOf('revoked') > before,
      (nonce) => [welcome(nonce)],
    );
    expect(b.venue.state().inReach).toBe(2);
    await goesOn();
  },
  limitMs,
);
