/** Hosts' peer sides over real sockets on this machine, with time advanced by hand and what their renderers are sent. */
import { connect, type Socket } from 'node:net';
import { type PeerClock, type PeerLimits, peerLimits } from '#shared/lan/limits.ts';
import { createPeers, type Peers, type PeersOf, type PeersOptions } from '#shared/lan/peers.ts';
import type { PeerEvent, PeerPlace } from '#shared/peers/peer-api.ts';

export interface ManualClock extends PeerClock {
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let nowMs = 0;
  const callbacks = new Set<() => void>();
  return {
    monotonicMs: () => nowMs,
    every: (_interval, callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    advance(ms) {
      nowMs += ms;
      for (const callback of [...callbacks]) callback();
    },
  };
}

export interface Rig {
  readonly calls: PeersOf;
  readonly peers: Peers;
  readonly events: PeerEvent[];
  readonly place: PeerPlace;
  readonly address: string;
  readonly clock: ManualClock;
  /** The renderer no longer takes what it is sent. */
  backlog: boolean;
  /** Resolves with the first event, past or coming, that `wanted` accepts. */
  until<K extends PeerEvent['kind']>(
    kind: K,
    wanted?: (event: Extract<PeerEvent, { kind: K }>) => boolean,
  ): Promise<Extract<PeerEvent, { kind: K }>>;
}

export const opening = { event: 'event-abcdef', member: 'member-abcdef' };

export async function startRig(
  options: Partial<PeersOptions> & { readonly limits?: PeerLimits; readonly member?: string } = {},
): Promise<Rig> {
  const clock = manualClock();
  const { member = opening.member, ...given } = options;
  const peers = createPeers({ port: 0, address: '127.0.0.1', mdns: 'off', clock, limits: peerLimits, ...given });
  const events: PeerEvent[] = [];
  const waiting = new Set<() => void>();
  const owner = {
    tell: (event: PeerEvent) => {
      events.push(event);
      for (const look of [...waiting]) look();
    },
    hasBacklog: () => rig.backlog,
  };
  const calls = peers.of(owner);
  const place = await calls.open({ ...opening, member });
  const rig: Rig = {
    calls,
    peers,
    events,
    place,
    address: `127.0.0.1:${place.port}`,
    clock,
    backlog: false,
    until: (kind, wanted = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          for (const event of events) {
            if (event.kind !== kind || !wanted(event as Parameters<typeof wanted>[0])) continue;
            waiting.delete(look);
            resolve(event as Parameters<typeof wanted>[0]);
            return;
          }
        };
        waiting.add(look);
        look();
      }),
  };
  return rig;
}

/** A raw connection of a stranger. */
export function stranger(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

export function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
    socket.resume();
  });
}

/** A frame with its length in front. */
export function framed(bytes: Uint8Array, announced = bytes.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(announced);
  return Buffer.concat([head, bytes]);
}
