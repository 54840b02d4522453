/**
 * Lines of the host handed to the mesh, and dialled as the mesh wants them. A kiosk that could be reached a moment ago is
 * tried again soon, so that a healed network is found within two seconds; one that never answers is tried ever more seldom.
 */

import { setBounded } from '../base/bounded-map.ts';
import type { AddressBook, KnownAddress } from './address-book.ts';
import { DialRetries } from './dial-retries.ts';
import type { PeerMesh } from './mesh.ts';
import type { LineEnd, PeerApi, PeerEvent } from './peer-api.ts';

/** Closed list: what came of an address when it was dialled last. */
export const dialOutcomes = [
  'asking', // not answered yet
  'reached', // a member has proven itself there
  'unreachable', // nothing answers
  'not_proven', // something answers, and did not prove to be a member
] as const;

export interface Dialled {
  readonly outcome: (typeof dialOutcomes)[number];
  /** Member that was reached; null: none, as yet. */
  readonly member: string | null;
}

export interface LinesParts {
  readonly api: PeerApi;
  readonly book: AddressBook;
  readonly self: string;
  readonly monotonicMs: () => number;
  /** Returns the kiosk whose digest mDNS names; null: none of this event. */
  readonly memberByDigest: (digest: string) => string | null;
  /** The host is gone. */
  readonly onLost: () => void;
}

export interface FollowedLines {
  handle(event: PeerEvent, mesh: PeerMesh): void;
  /** Dials the wanted lines; called about three times a second. */
  dialWanted(mesh: PeerMesh): void;
  send(line: number, bytes: Uint8Array): void;
  close(line: number): void;
  /** The other end has proven who it is. */
  proven(line: number, peer: string): void;
  /** Returns the result of dialling an address so far; `asking` also where it was not dialled. */
  dialled(address: string): Dialled;
  /** The host forgot all lines. */
  reset(mesh: PeerMesh): void;
}

const outcomesKept = 256;
const unknownKept = 64;

const asking: Dialled = { outcome: 'asking', member: null };

export function followLines({ api, book, self, monotonicMs, memberByDigest, onLost }: LinesParts): FollowedLines {
  /** Address that was dialled, by line; null: it was accepted. */
  const lines = new Map<number, { readonly address: string | null; peer: string | null }>();
  const retries = new DialRetries(monotonicMs);
  const outcomes = new Map<string, Dialled>();
  const dialling = new Set<string>();
  /** Digests by address, of kiosks that the roster does not have yet: one that was just paired is heard before it is known. */
  const unknown = new Map<string, string>();

  function found(address: string, digest: string): void {
    const member = memberByDigest(digest);
    if (member === null) setBounded(unknown, address, digest, unknownKept);
    else unknown.delete(address);
    if (member !== null && member !== self) book.found(address, member);
  }

  const cameTo = (address: string, outcome: Dialled): void => setBounded(outcomes, address, outcome, outcomesKept);

  async function dial(address: string): Promise<void> {
    dialling.add(address);
    const answer = await api.dial(address).catch(() => 'unreachable' as const);
    dialling.delete(address);
    // Busy is this machine: the other one was not asked.
    if (answer === 'unreachable') cameTo(address, { outcome: 'unreachable', member: null });
    if (answer !== 'dialled') retries.failed(address);
  }

  function mayDial({ address, member }: KnownAddress): boolean {
    if (dialling.has(address)) return false;
    for (const line of lines.values()) if (line.address === address) return false;
    return retries.isDue(address, member !== null && self >= member);
  }

  function ended(line: number, end: LineEnd, mesh: PeerMesh): void {
    const known = lines.get(line);
    lines.delete(line);
    if (known?.address) {
      if (known.peer === null) cameTo(known.address, { outcome: 'not_proven', member: null });
      retries.failed(known.address);
    }
    mesh.lineClosed(line, end);
  }

  return {
    handle(event, mesh) {
      if (event.kind === 'lost') return onLost();
      if (event.kind === 'found') return found(event.address, event.member);
      if (event.kind === 'frame') return mesh.received(event.line, event.bytes);
      if (event.kind === 'closed') return ended(event.line, event.reason, mesh);
      const address = event.dialled ? event.address : null;
      lines.set(event.line, { address, peer: null });
      mesh.lineOpened(event.line, address);
    },
    dialWanted(mesh) {
      for (const [address, digest] of [...unknown]) if (memberByDigest(digest) !== null) found(address, digest);
      const known = book.all().filter(({ member }) => member !== self);
      const members = known.flatMap(({ member }) => (member === null ? [] : [member]));
      const wanted = new Set(mesh.wanted([...new Set(members)]));
      const linked = new Set([...lines.values()].flatMap(({ peer }) => (peer === null ? [] : [peer])));
      for (const one of known) {
        const isWanted = one.member === null || (wanted.has(one.member) && !linked.has(one.member));
        if (isWanted && mayDial(one)) void dial(one.address);
      }
    },
    send(line, bytes) {
      if (lines.has(line)) void api.send(line, bytes).catch(() => undefined);
    },
    close(line) {
      void api.hangUp(line).catch(() => undefined);
    },
    proven(line, peer) {
      const known = lines.get(line);
      if (known === undefined) return;
      known.peer = peer;
      void api.keep(line).catch(() => undefined);
      if (known.address === null) return;
      book.answered(known.address, peer);
      cameTo(known.address, { outcome: 'reached', member: peer });
      retries.worked(known.address);
    },
    dialled: (address) => outcomes.get(address) ?? asking,
    reset(mesh) {
      outcomes.clear();
      for (const line of [...lines.keys()]) {
        lines.delete(line);
        mesh.lineClosed(line);
      }
      retries.clear();
    },
  };
}
