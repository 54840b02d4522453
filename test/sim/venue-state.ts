/** The state that all parts of a simulated venue share: its time, its kiosks with their disks, revoked kiosks, and broken rules. */
import { createHash } from 'node:crypto';
import type { PeerScan } from '#shared/peers/entry.ts';
import type { HeardEntry } from '#shared/peers/heard-entry.ts';
import type { TransferBook } from '#shared/peers/lease-transfer.ts';
import type { MeshParts, PeerMesh } from '#shared/peers/mesh.ts';
import type { PlacePassing } from '#shared/peers/pass-places.ts';
import type { PeerCrypto, PeerMember } from '#shared/peers/ports.ts';
import { nodeSealing } from '#test/fixtures/peer-crypto.ts';
import { labId, labStartMs } from '#test/fixtures/peer-lab.ts';
import { type Random, randomOf } from './random.ts';
import type { VenueScenario } from './venue-scenario.ts';
import { createVirtualTime, type Process, type VirtualTime, world } from './virtual-time.ts';

export interface VenueBug {
  readonly name: string;
  readonly parts?: (parts: MeshParts, kiosk: number, kiosks: number) => MeshParts;
  /** The giver does not take passed places off its own. */
  readonly countsTwice?: boolean;
  /** A run's number is not written down. */
  readonly forgetsRun?: boolean;
  /** What other kiosks say is no fact for the rules. */
  readonly ignoresOthers?: boolean;
  /** The server keeps no conflicts beside a check-in. */
  readonly forgetsConflicts?: boolean;
  /** A box answers what it hears before it has kept it. */
  readonly boxForgets?: boolean;
}

export interface VenueDisk {
  readonly own: PeerScan[];
  readonly heard: Map<string, HeardEntry>;
  run: number;
  book: TransferBook;
  /** Places filled: lease → how many. */
  readonly filled: Map<string, number>;
  readonly unsent: Set<string>;
  /** Of a box: what it has taken in, durable before it counts as answered. */
  readonly rows: Map<string, PeerScan>;
}

export interface VenueKiosk {
  readonly n: number;
  readonly id: string;
  readonly isBox: boolean;
  readonly publicKey: Uint8Array;
  readonly disk: VenueDisk;
  readonly crypto: PeerCrypto;
  process: Process;
  mesh: PeerMesh | null;
  passing: PlacePassing | null;
  /** It knows of the revocation, and has the new key. */
  informedAtMs: number | null;
  members: { readonly isInformed: boolean; readonly byId: ReadonlyMap<string, PeerMember> } | null;
}

const brokenMax = 6;

export class VenueState {
  readonly scenario: VenueScenario;
  readonly bug: VenueBug | null;
  readonly time: VirtualTime = createVirtualTime(labStartMs);
  readonly kiosks: readonly VenueKiosk[];
  /** Delays, and what the people at the gates do. */
  readonly random: Random;
  readonly broken: string[] = [];

  constructor(scenario: VenueScenario, bug: VenueBug | null) {
    this.scenario = scenario;
    this.bug = bug;
    this.random = randomOf(scenario.seed, 'venue network');
    this.kiosks = Array.from({ length: scenario.kiosks }, (_, n) => kioskOf(scenario, n));
  }

  /** Since the start, milliseconds. */
  now(): number {
    return this.time.now() - labStartMs;
  }

  at(atMs: number, work: () => void): void {
    this.time.after(world, atMs - this.now(), work);
  }

  async pass(ms: number): Promise<void> {
    await this.until(this.now() + ms);
  }

  until(atMs: number): Promise<void> {
    return this.time.runUntil(labStartMs + atMs);
  }

  /** As the kiosk's own clock says, Unix milliseconds. */
  clockOf({ n }: VenueKiosk): { readonly nowMs: number; readonly trusted: boolean } {
    const { offsetMs, trusted } = this.scenario.clocks[n]!;
    return { nowMs: this.time.now() + offsetMs, trusted };
  }

  isRevoked(n: number): boolean {
    return this.scenario.revoked?.kiosk === n && this.now() >= this.scenario.revoked.atMs;
  }

  /** All scans that kiosks really made. */
  made(): readonly PeerScan[] {
    return this.kiosks.flatMap(({ disk }) => disk.own);
  }

  break(rule: string, what: string): void {
    if (this.broken.length < brokenMax) this.broken.push(`${rule}: ${what}`);
  }
}

function kioskOf({ seed, box }: VenueScenario, n: number): VenueKiosk {
  const filled = { book: new Map(), filled: new Map(), unsent: new Set<string>(), rows: new Map() };
  const disk: VenueDisk = { own: [], heard: new Map(), run: 0, ...filled };
  const process = { name: `kiosk ${n}`, alive: false };
  const off = { mesh: null, passing: null, informedAtMs: null, members: null };
  return {
    n,
    id: labId(n + 1),
    isBox: box === n,
    ...cheapCrypto(n, randomOf(seed, 'venue bytes', n)),
    disk,
    process,
    ...off,
  };
}

/** As Ed25519 to a kiosk that does not know the secret, which is the key itself: quick. */
export function cheapCrypto(n: number, random: Random): Pick<VenueKiosk, 'crypto' | 'publicKey'> {
  const publicKey = new Uint8Array(32).fill(n + 1);
  const signature = (key: Uint8Array, message: Uint8Array) =>
    new Uint8Array(createHash('sha512').update(key).update(message).digest());
  const crypto: PeerCrypto = {
    ...nodeSealing,
    sign: async (message) => signature(publicKey, message),
    verify: async (key, message, given) => Buffer.compare(signature(key, message), given) === 0,
    randomBytes: random.bytes,
  };
  return { crypto, publicKey };
}
