/** One kiosk of the venue bench as a process of its own: the host's lines over real TCP, the mesh with real keys. Driven by messages. */
import { webcrypto } from 'node:crypto';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { createPeers } from '#shared/lan/peers.ts';
import { openAddressBook } from '#shared/peers/address-book.ts';
import { followLines } from '#shared/peers/follow-lines.ts';
import { openMesh } from '#shared/peers/open-mesh.ts';
import type { PeerApi, PeerEvent } from '#shared/peers/peer-api.ts';
import type { PeerMember } from '#shared/peers/ports.ts';
import { createMemoryDisk } from '#test/fixtures/memory-rows.ts';
import { nodePeerCrypto } from '#test/fixtures/peer-crypto.ts';

export type ToKiosk =
  | { readonly kind: 'begin'; readonly others: readonly string[]; readonly members: readonly MemberText[] }
  | { readonly kind: 'scan'; readonly ticket: string };
export type FromKiosk =
  | { readonly kind: 'ready'; readonly id: string; readonly address: string; readonly publicKey: string }
  | { readonly kind: 'reach'; readonly inReach: number }
  | { readonly kind: 'heard'; readonly latencyMs: number };
export interface MemberText {
  readonly id: string;
  readonly publicKey: string;
}

export const benchEvent = '01900000-0000-7000-8000-00000000e0e0';
const tickMs = 1_000;
const dialMs = 300;

const say = (message: FromKiosk): void => void process.send?.(message);
/** One clock of the machine: what two processes read of it can be compared. */
const nowMs = (): number => performance.timeOrigin + performance.now();

async function main(n: number, address: string): Promise<void> {
  const id = `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  const crypto = nodePeerCrypto(9_000 + n);
  const members = new Map<string, PeerMember>();
  const listeners = new Set<(event: PeerEvent) => void>();
  const peers = createPeers({ port: 0, address, mdns: 'off' });
  const notify = (event: PeerEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const calls = peers.of({ tell: notify, hasBacklog: () => false });
  const api: PeerApi = {
    open: calls.open,
    close: calls.close,
    dial: calls.dial,
    send: async (line, bytes) => calls.send(line, bytes),
    keep: async (line) => calls.keep(line),
    hangUp: async (line) => calls.hangUp(line),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const book = await openAddressBook(createMemoryDisk().settings);
  const lines = followLines({
    api,
    book,
    self: id,
    monotonicMs: () => performance.now(),
    memberByDigest: () => null,
    onLost: () => {},
  });
  const mesh = openMesh({
    self: id,
    event: benchEvent,
    crypto,
    members: { find: (wanted) => members.get(wanted) ?? null, all: () => [...members.values()] },
    keys: () => ({ current: { generation: 1, key: new Uint8Array(32).fill(7) }, previous: null }),
    clock: { now: Date.now, trusted: () => true, monotonicMs: () => performance.now() },
    run: 1,
    own: [],
    heard: [],
    lines: { send: lines.send, close: lines.close, proven: lines.proven },
    store: { put: () => {}, drop: () => {} },
    online: () => false,
    isCovered: () => false,
  });
  api.onEvent((event) => lines.handle(event, mesh));
  mesh.onHeard((scans) => {
    const at = nowMs();
    for (const scan of scans) say({ kind: 'heard', latencyMs: at - Number(scan['benchMs']) });
  });
  const place = await api.open({ event: 'bench-event', member: `bench-member-${n}` });
  if (place === 'switched_off') throw new Error('a host of this bench connects to other kiosks');
  let counter = 0;
  setInterval(() => {
    mesh.tick();
    say({ kind: 'reach', inReach: mesh.state().inReach.length });
  }, tickMs);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message: ToKiosk) => {
    if (message.kind === 'scan') {
      counter += 1;
      const made = nowMs();
      mesh.append({
        id: uuidv7(Date.now(), new Uint8Array(webcrypto.getRandomValues(new Uint8Array(10)))),
        event: benchEvent,
        kiosk: id,
        counter,
        list: 'default',
        ticketNumber: message.ticket,
        registration: null,
        direction: 'entry',
        verdict: 'admitted',
        undoes: null,
        scannedAt: isoTime(Date.now()),
        benchMs: made,
      });
      return;
    }
    for (const { id: other, publicKey } of message.members)
      members.set(other, { id: other, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), revoked: false });
    for (const [at, address] of message.others.entries()) {
      const member = message.members[at]?.id;
      if (member !== undefined && member !== id) book.found(address, member);
    }
    setInterval(() => lines.dialWanted(mesh), dialMs);
  });
  const publicKey = Buffer.from(crypto.publicKey).toString('base64url');
  say({ kind: 'ready', id, address: place.addresses[0] ?? '', publicKey });
}

if (import.meta.main) await main(Number(process.argv[2]), process.argv[3] ?? '127.0.0.1');
