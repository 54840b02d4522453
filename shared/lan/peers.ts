/**
 * The host's side of the peers' network, as a list: listener, lines, dialler, finder. One renderer owns it at a time; it
 * carries that renderer's frames and reads none. Closed until a renderer opens it.
 */

import { setBounded } from '#shared/base/bounded-map.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import {
  type DialAnswer,
  maxPeerFrameBytes,
  type PeerEvent,
  type PeerOpening,
  type PeerPlace,
} from '#shared/peers/peer-api.ts';
import { createDialler } from './dial.ts';
import { type PeerClock, type PeerLimits, peerLimits, realPeerClock } from './limits.ts';
import { createLines } from './lines.ts';
import { listenForPeers, ownAddresses, type PeerCertificate } from './listen.ts';
import { type FoundPeer, openFinder } from './mdns.ts';

export interface PeersOptions {
  /** 0: any free one. When it is taken, another one is used. */
  readonly port: number;
  /** Unset: on every network of this machine. */
  readonly address?: string;
  /** `off` where multicast is unwanted; a number is another UDP port, for tests. */
  readonly mdns?: 'off' | number;
  /** Lets phones come by TLS, too. @throws at opening where key and certificate do not fit */
  readonly certificate?: PeerCertificate;
  readonly limits?: PeerLimits;
  readonly clock?: PeerClock;
}

/** A renderer at the other end of IPC or a WebSocket. */
export interface PeerOwner {
  tell(event: PeerEvent): void;
  /** It does not keep up with what it is sent. */
  hasBacklog(): boolean;
}

export interface PeersOf {
  open(opening: PeerOpening): Promise<PeerPlace>;
  close(): Promise<void>;
  dial(address: string): Promise<DialAnswer>;
  send(line: number, bytes: Uint8Array): boolean;
  keep(line: number): void;
  hangUp(line: number): void;
}

export interface Peers {
  /** @returns the calls of one renderer; all but `open` do nothing once another renderer has opened */
  of(owner: PeerOwner): PeersOf;
  /** The renderer is gone, and its sessions with it. */
  left(owner: PeerOwner): Promise<void>;
  stop(): Promise<void>;
}

interface Opened {
  readonly owner: PeerOwner;
  readonly place: PeerPlace;
  readonly lines: ReturnType<typeof createLines>;
  readonly dialler: ReturnType<typeof createDialler>;
  stop(): Promise<void>;
}

/** Maximum number of announcements that are remembered; while all are recent, no further one is passed on. */
const maxFound = 256;
const foundAgainMs = 10_000;

/** Passes each announcement on once in a while, so that a flood of them does not reach the renderer. */
function foundOnce(clock: PeerClock, pass: (found: FoundPeer) => void): (found: FoundPeer) => void {
  const passed = new Map<string, number>();
  return (found) => {
    const key = `${found.address} ${found.member}`;
    const nowMs = clock.monotonicMs();
    const lastMs = passed.get(key);
    if (lastMs !== undefined && nowMs - lastMs < foundAgainMs) return;
    const oldest = passed.size < maxFound ? undefined : passed.values().next().value;
    if (lastMs === undefined && oldest !== undefined && nowMs - oldest < foundAgainMs) return;
    setBounded(passed, key, nowMs, maxFound);
    pass(found);
  };
}

export function createPeers(options: PeersOptions): Peers {
  const { limits = peerLimits, clock = realPeerClock, address, certificate, mdns } = options;
  const oneAtATime = createOneAtATime();
  let opened: Opened | null = null;

  async function openFor(owner: PeerOwner, opening: PeerOpening): Promise<PeerPlace> {
    await end();
    const onEvent = (event: PeerEvent): void => owner.tell(event);
    const lines = createLines({ limits, clock, onEvent, isHeld: owner.hasBacklog });
    const listener = await listenForPeers({
      port: options.port,
      lines,
      limits,
      ...(address === undefined ? {} : { address }),
      ...(certificate === undefined ? {} : { certificate }),
    });
    const place = { port: listener.port, addresses: ownAddresses(listener.port, address) };
    const dialler = createDialler(lines, limits);
    const finder =
      mdns === 'off'
        ? null
        : openFinder({
            opening,
            port: listener.port,
            addresses: place.addresses
              .map((text) => text.slice(0, text.lastIndexOf(':')))
              .filter((name) => !name.endsWith('.local')),
            onFound: foundOnce(clock, (found) => onEvent({ kind: 'found', ...found })),
            ...(address === undefined ? {} : { only: address }),
            ...(mdns === undefined ? {} : { udpPort: mdns }),
          });
    opened = {
      owner,
      place,
      lines,
      dialler,
      async stop() {
        dialler.stop();
        lines.stop();
        await Promise.all([listener.stop(), finder?.stop()]);
      },
    };
    return place;
  }

  async function end(): Promise<void> {
    const ended = opened;
    opened = null;
    await ended?.stop();
  }

  const endOf = (owner: PeerOwner): Promise<void> =>
    oneAtATime(async () => {
      if (opened?.owner === owner) await end();
    });

  return {
    of(owner) {
      const mine = (): Opened | null => (opened?.owner === owner ? opened : null);
      return {
        open: (opening) => oneAtATime(() => openFor(owner, opening)),
        close: () => endOf(owner),
        dial: async (to) => mine()?.dialler.dial(to) ?? 'not_open',
        send: (line, bytes) => bytes.length <= maxPeerFrameBytes && (mine()?.lines.send(line, bytes) ?? false),
        keep: (line) => mine()?.lines.keep(line),
        hangUp: (line) => mine()?.lines.end(line, 'hung_up'),
      };
    },
    left: endOf,
    stop: () => oneAtATime(end),
  };
}
