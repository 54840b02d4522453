/**
 * The venue in virtual time: the product's meshes over a network that delays, cuts pair by pair and holds back, on disks
 * that lose what was not flushed, beside a liar with a stolen key. The server is a map of scans: what it does with them is
 * the other simulation's business. Checked against what really happened, never by the code under test.
 */
import { createHash } from 'node:crypto';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { hourMs, isoTime, secondMs } from '#shared/base/time.ts';
import type { PeerScan } from '#shared/peers/entry.ts';
import { createSealer } from '#shared/peers/frame.ts';
import { headerBytes } from '#shared/peers/frame-layout.ts';
import type { HeardEntry } from '#shared/peers/heard-entry.ts';
import { placesLeft, type TransferBook } from '#shared/peers/lease-transfer.ts';
import type { MeshParts, PeerMesh } from '#shared/peers/mesh.ts';
import { openMesh } from '#shared/peers/open-mesh.ts';
import { createPlacePassing, type OwnPlaces, type PlacePassing } from '#shared/peers/pass-places.ts';
import type { PeerCrypto, PeerMember, VenueKeys } from '#shared/peers/ports.ts';
import { nodeSealing } from '#test/fixtures/peer-crypto.ts';
import { labEvent, labId, labStartMs, scanOf } from '#test/fixtures/peer-lab.ts';
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
}

export interface VenueResult {
  readonly broken: readonly string[];
  readonly scans: number;
  readonly frames: number;
  readonly passed: number;
}

interface Disk {
  readonly own: PeerScan[];
  readonly heard: Map<string, HeardEntry>;
  run: number;
  book: TransferBook;
  /** Places filled: lease → how many. */
  readonly filled: Map<string, number>;
  readonly unsent: Set<string>;
}

interface VenueKiosk {
  readonly n: number;
  readonly id: string;
  readonly disk: Disk;
  readonly crypto: PeerCrypto;
  process: Process;
  mesh: PeerMesh | null;
  passing: PlacePassing | null;
  /** It knows of the revocation, and has the new key. */
  informedAtMs: number | null;
  members: { readonly isInformed: boolean; readonly byId: ReadonlyMap<string, PeerMember> } | null;
}

interface Line {
  readonly id: number;
  readonly a: number;
  readonly b: number;
  open: boolean;
  readonly freeAtMs: [number, number];
}

const room = `list:${labId(900)}`;
const lease = labId(901);
/** What the first kiosk was granted; no kiosk fills more in all. */
const granted = 10;
const dialEveryMs = 300;
/** Of a book of transfers. */
const bookWriteMs = 1_500;
const previousReadsMs = 6 * secondMs;
const healedAfterMs = 2 * secondMs;
/** Three ways are well within the 250 ms of V1. */
const healedWayMs = 60;
const relayRestMs = 14 * secondMs;

/** As Ed25519 to a kiosk that does not know the secret, which is the key itself: quick. */
function cheapCrypto(n: number, random: Random): { readonly crypto: PeerCrypto; readonly publicKey: Uint8Array } {
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

const venueKeyOf = (generation: number) => ({ generation, key: new Uint8Array(32).fill(generation) });

export async function runVenue(scenario: VenueScenario, bug: VenueBug | null = null): Promise<VenueResult> {
  return new Venue(scenario, bug).run();
}

class Venue {
  readonly #scenario: VenueScenario;
  readonly #bug: VenueBug | null;
  /** The same objects each time: what is derived from a key stays derived. */
  readonly #keysBefore: VenueKeys = { current: venueKeyOf(1), previous: null };
  readonly #keysAfter: VenueKeys;
  readonly #time: VirtualTime = createVirtualTime(labStartMs);
  readonly #network: Random;
  readonly #liar: Random;
  readonly #lines = new Map<number, Line>();
  readonly #kiosks: VenueKiosk[] = [];
  readonly #publicKeys: Uint8Array[] = [];
  readonly #tape: Uint8Array[] = [];
  readonly #nonces = new Set<string>();
  readonly #server = new Map<string, string>();
  /** Scan → kiosks that have heard it, whether or not they still hold it. */
  readonly #hearings = new Map<string, Set<VenueKiosk>>();
  readonly #broken: string[] = [];
  #lineId = 0;
  #frames = 0;
  #healed = false;
  #wayOut: number | null = null;

  constructor(scenario: VenueScenario, bug: VenueBug | null) {
    this.#scenario = scenario;
    this.#bug = bug;
    const readsUntilMs = labStartMs + (scenario.revoked?.atMs ?? 0) + previousReadsMs;
    this.#keysAfter = { current: venueKeyOf(2), previous: { ...this.#keysBefore.current, readsUntilMs } };
    this.#network = randomOf(scenario.seed, 'venue network');
    this.#liar = randomOf(scenario.seed, 'venue liar');
    for (let n = 0; n < scenario.kiosks; n += 1) {
      const { crypto, publicKey } = cheapCrypto(n, randomOf(scenario.seed, 'venue bytes', n));
      this.#publicKeys.push(publicKey);
      const disk: Disk = { own: [], heard: new Map(), run: 0, book: new Map(), filled: new Map(), unsent: new Set() };
      const process = { name: `kiosk ${n}`, alive: false };
      const off = { mesh: null, passing: null, informedAtMs: null, members: null };
      this.#kiosks.push({ n, id: labId(n + 1), disk, crypto, process, ...off });
    }
  }

  async run(): Promise<VenueResult> {
    const { scans, fills, crashes, cuts, lies, revoked, lengthMs } = this.#scenario;
    for (const kiosk of this.#kiosks) this.#boot(kiosk);
    for (const { atMs, kiosk, ticket } of scans) this.#at(atMs, () => this.#scan(this.#kiosks[kiosk]!, `T${ticket}`));
    for (const { atMs, kiosk } of fills) this.#at(atMs, () => this.#fill(this.#kiosks[kiosk]!));
    for (const { atMs, kiosk, downMs, power } of crashes)
      this.#at(atMs, () => {
        this.#crash(this.#kiosks[kiosk]!, power);
        this.#time.after(world, downMs, () => this.#boot(this.#kiosks[kiosk]!));
      });
    for (const cut of cuts) if (cut.how === 'close') this.#at(cut.fromMs, () => this.#closeBetween(cut.a, cut.b));
    for (const { atMs, to, what } of lies) this.#at(atMs, () => void this.#lie(to, what));
    for (const [n, atMs] of (revoked?.learnMs ?? []).entries())
      if (n !== revoked?.kiosk) this.#at(atMs, () => this.#inform(this.#kiosks[n]!));
    await this.#until(lengthMs);
    await this.#heal();
    this.#checkKnowledge('healed');
    const before = this.#made().length;
    for (const kiosk of this.#kiosks) this.#scan(kiosk, `L${kiosk.n}`);
    await this.#pass(250);
    if (this.#made().length > before) this.#checkKnowledge('at once');
    await this.#goUp();
    this.#checkTruth();
    for (const kiosk of this.#kiosks) this.#crash(kiosk, false);
    const passed = this.#kiosks.reduce((sum, { disk }) => sum + disk.book.size, 0);
    return { broken: this.#broken, scans: this.#made().length, frames: this.#frames, passed };
  }

  #now(): number {
    return this.#time.now() - labStartMs;
  }

  #at(atMs: number, work: () => void): void {
    this.#time.after(world, atMs - this.#now(), work);
  }

  #until(atMs: number): Promise<void> {
    return this.#time.runUntil(labStartMs + atMs);
  }

  #pass(ms: number): Promise<void> {
    return this.#until(this.#now() + ms);
  }

  #made(): readonly PeerScan[] {
    return this.#kiosks.flatMap(({ disk }) => disk.own);
  }

  #isRevoked(n: number): boolean {
    return this.#scenario.revoked?.kiosk === n && this.#now() >= this.#scenario.revoked.atMs;
  }

  #keysOf(kiosk: VenueKiosk): VenueKeys {
    return kiosk.informedAtMs === null ? this.#keysBefore : this.#keysAfter;
  }

  /** Read again when the kiosk has learned of the revocation, as the replica does. */
  #membersOf(kiosk: VenueKiosk): ReadonlyMap<string, PeerMember> {
    const isInformed = kiosk.informedAtMs !== null;
    if (kiosk.members?.isInformed !== isInformed) {
      const all = this.#kiosks.map(({ n, id }) => {
        const revoked = isInformed && this.#scenario.revoked?.kiosk === n;
        return [id, { id, publicKey: this.#publicKeys[n]!, revoked }] as const;
      });
      kiosk.members = { isInformed, byId: new Map(all) };
    }
    return kiosk.members.byId;
  }

  /**
   * PE4: once its hour is over by this kiosk's clock, nothing is heard under the key before. So what such a kiosk hears
   * comes from one that has the new key, too: its maker, or one that heard it earlier, perhaps while the older key still
   * read there, and that may have lost it since.
   */
  #heard(kiosk: VenueKiosk, scan: PeerScan): void {
    const heardBy = this.#hearings.get(scan.id) ?? new Set<VenueKiosk>();
    this.#hearings.set(scan.id, heardBy);
    const { previous } = this.#keysOf(kiosk);
    const { offsetMs, trusted } = this.#scenario.clocks[kiosk.n]!;
    const readsPrevious = previous !== null && trusted && this.#time.now() + offsetMs < previous.readsUntilMs;
    if (kiosk.informedAtMs !== null && !readsPrevious) {
      const maker = this.#kiosks.filter(({ id }) => id === scan.kiosk);
      const sources = [...maker, ...heardBy].filter((one) => one !== kiosk && one.informedAtMs !== null);
      if (sources.length === 0) this.#break('PE4', `kiosk ${kiosk.n} heard ${scan.id} under a key that had expired`);
    }
    heardBy.add(kiosk);
  }

  #inform(kiosk: VenueKiosk): void {
    kiosk.informedAtMs ??= this.#now();
    kiosk.mesh?.refresh();
  }

  #boot(kiosk: VenueKiosk): void {
    if (kiosk.process.alive) return;
    const process = { name: `kiosk ${kiosk.n}`, alive: true };
    kiosk.process = process;
    if (!this.#bug?.forgetsRun || kiosk.disk.run === 0) kiosk.disk.run += 1;
    const parts = this.#partsOf(kiosk, process);
    const mesh = openMesh(this.#bug?.parts?.(parts, kiosk.n, this.#kiosks.length) ?? parts);
    kiosk.mesh = mesh;
    kiosk.passing = this.#passingOf(kiosk, mesh, parts);
    const every = (ms: number, work: () => void): void => {
      this.#time.after(process, ms, () => {
        work();
        every(ms, work);
      });
    };
    every(secondMs, () => mesh.tick());
    every(dialEveryMs, () => this.#dial(kiosk));
    every(secondMs, () => this.#sendUp(kiosk));
  }

  #partsOf(kiosk: VenueKiosk, process: Process): MeshParts {
    const { n, disk } = kiosk;
    const { offsetMs, trusted } = this.#scenario.clocks[n]!;
    const bootedMs = this.#time.now();
    const all = () => [...this.#membersOf(kiosk).values()];
    return {
      self: kiosk.id,
      event: labEvent,
      crypto: kiosk.crypto,
      members: { find: (id) => this.#membersOf(kiosk).get(id) ?? null, all },
      keys: () => this.#keysOf(kiosk),
      clock: {
        now: () => this.#time.now() + offsetMs,
        trusted: () => trusted,
        monotonicMs: () => this.#time.now() - bootedMs,
      },
      run: disk.run,
      own: [...disk.own],
      heard: [...disk.heard.values()],
      lines: {
        send: (line, bytes) => {
          if (process.alive) this.#carry(kiosk, line, bytes);
        },
        close: (line) => this.#close(line),
      },
      store: {
        put: (entries) => {
          for (const one of entries) {
            if (!one.answered) this.#heard(kiosk, one.entry.scan);
            disk.heard.set(one.entry.scan.id, structuredClone(one));
          }
        },
        drop: (ids) => {
          for (const id of ids) disk.heard.delete(id);
        },
      },
      online: () => this.#isOnline(n),
      isCovered: () => false,
    };
  }

  #carry(kiosk: VenueKiosk, id: number, bytes: Uint8Array): void {
    const line = this.#lines.get(id);
    if (!line?.open) return;
    this.#frames += 1;
    this.#tape.push(bytes);
    // Of one kiosk and key, a nonce (salt, run, number) never comes twice; the salt alone would hide a repeated number.
    const nonce = `${kiosk.n} ${Buffer.from(bytes.subarray(4, 12)).toString('hex')} ${Buffer.from(bytes.subarray(28, headerBytes - 4)).toString('hex')}`;
    if (this.#nonces.has(nonce)) this.#break('PE5', `kiosk ${kiosk.n} gave a frame's number twice`);
    this.#nonces.add(nonce);
    const [way, to] = line.a === kiosk.n ? ([0, line.b] as const) : ([1, line.a] as const);
    const held = this.#heldUntil(line.a, line.b);
    const atMs = Math.max(line.freeAtMs[way], this.#now() + this.#delayMs(), held);
    line.freeAtMs[way] = atMs;
    this.#at(atMs, () => {
      if (line.open) this.#kiosks[to]!.mesh?.received(id, bytes);
    });
  }

  /** On the healed LAN no frame is late: what `checkKnowledge` then counts are the waits of the mesh, over three lines at most. */
  #delayMs(): number {
    const delayMs = this.#network.delayMs(this.#scenario.wayMs);
    return this.#healed ? Math.min(delayMs, healedWayMs) : delayMs;
  }

  #cutNow(a: number, b: number) {
    const now = this.#now();
    return this.#healed
      ? undefined
      : this.#scenario.cuts.find(
          (cut) =>
            cut.fromMs <= now && now < cut.toMs && ((cut.a === a && cut.b === b) || (cut.a === b && cut.b === a)),
        );
  }

  #heldUntil(a: number, b: number): number {
    return this.#cutNow(a, b)?.toMs ?? 0;
  }

  #close(id: number): void {
    const line = this.#lines.get(id);
    if (!line?.open) return;
    line.open = false;
    this.#lines.delete(id);
    for (const n of [line.a, line.b]) this.#kiosks[n]!.mesh?.lineClosed(id);
  }

  #closeBetween(a: number, b: number): void {
    for (const line of [...this.#lines.values()])
      if ((line.a === a && line.b === b) || (line.a === b && line.b === a)) this.#close(line.id);
  }

  #dial(kiosk: VenueKiosk): void {
    const mesh = must(kiosk.mesh, 'a running mesh');
    const there = this.#kiosks.filter(
      (other) => other !== kiosk && other.process.alive && !this.#cutNow(kiosk.n, other.n),
    );
    const linked = new Set(
      [...this.#lines.values()].flatMap(({ a, b }) => (a === kiosk.n ? [b] : b === kiosk.n ? [a] : [])),
    );
    for (const id of mesh.wanted(there.map((other) => other.id))) {
      const other = this.#kiosks.find((one) => one.id === id)!;
      if (linked.has(other.n) || !there.includes(other)) continue;
      const line: Line = { id: this.#lineId++, a: kiosk.n, b: other.n, open: true, freeAtMs: [0, 0] };
      this.#lines.set(line.id, line);
      mesh.lineOpened(line.id, id);
      other.mesh?.lineOpened(line.id, null);
    }
  }

  #crash(kiosk: VenueKiosk, power: boolean): void {
    if (!kiosk.process.alive) return;
    kiosk.process.alive = false;
    for (const line of [...this.#lines.values()]) if (line.a === kiosk.n || line.b === kiosk.n) this.#close(line.id);
    kiosk.mesh = null;
    kiosk.passing = null;
    // What was heard is kept without waiting for the disk.
    if (power) for (const id of [...kiosk.disk.heard.keys()].slice(-3)) kiosk.disk.heard.delete(id);
  }

  #scan(kiosk: VenueKiosk, ticket: string): void {
    const { disk, mesh } = kiosk;
    if (mesh === null) return;
    const isIn =
      disk.own.some((scan) => scan.ticketNumber === ticket) || mesh.scansOf(ticket, null, 'default').length > 0;
    if (isIn) return;
    const counter = (disk.own.at(-1)?.counter ?? 0) + this.#network.whole(1, 3);
    const { offsetMs } = this.#scenario.clocks[kiosk.n]!;
    const scan = { ...scanOf(kiosk.id, counter, ticket, this.#time.now() + offsetMs), madeAtMs: this.#now() };
    disk.own.push(scan);
    disk.unsent.add(scan.id);
    mesh.append(scan);
  }

  #passingOf(kiosk: VenueKiosk, mesh: PeerMesh, parts: MeshParts): PlacePassing {
    const bytes = randomOf(this.#scenario.seed, 'venue ids', kiosk.n, kiosk.disk.run);
    const disk = randomOf(this.#scenario.seed, 'venue disk', kiosk.n, kiosk.disk.run);
    const { process } = kiosk;
    const passing: PlacePassing = createPlacePassing({
      self: kiosk.id,
      event: labEvent,
      crypto: kiosk.crypto,
      members: parts.members,
      nowMs: () => this.#time.now(),
      newId: () => uuidv7(this.#time.now(), bytes.bytes(10)),
      book: kiosk.disk.book,
      save: async (book) => {
        await this.#time.sleep(process, disk.delayMs(bookWriteMs));
        kiosk.disk.book = book;
      },
      say: (peer, message) => {
        if (kiosk.process.alive && kiosk.mesh === mesh) mesh.sayLease(peer, message);
      },
      ownPlaces: (asked) => (asked === room ? this.#ownPlaces(kiosk, passing) : null),
    });
    mesh.onLease((peer, message) => void passing.heard(peer, message));
    return passing;
  }

  #ownPlaces(kiosk: VenueKiosk, passing: PlacePassing): OwnPlaces | null {
    if (kiosk.n !== 0) return null;
    const given = this.#bug?.countsTwice ? 0 : passing.given(lease);
    const left = granted - (kiosk.disk.filled.get(lease) ?? 0) - given;
    return { lease, left, expiresAt: isoTime(labStartMs + 24 * hourMs) };
  }

  /** A guest goes into the room with a capacity, where there is a place left at this kiosk. */
  #fill(kiosk: VenueKiosk): void {
    const { passing, mesh, disk, n } = kiosk;
    if (passing === null || mesh === null) return;
    const mine = this.#ownPlaces(kiosk, passing)?.left ?? 0;
    const taken = passing.ofOthers(room).reduce((sum, one) => sum + placesLeft(one, disk.filled.get(lease) ?? 0), 0);
    const left = n === 0 ? mine : taken;
    if (left > 0) disk.filled.set(lease, (disk.filled.get(lease) ?? 0) + 1);
    else if (n !== 0) passing.ask(labId(1), room, 2);
    const inside = this.#kiosks.reduce((sum, other) => sum + (other.disk.filled.get(lease) ?? 0), 0);
    if (inside > granted) this.#break('PE17', `${inside} places of ${granted} are filled`);
  }

  #isOnline(n: number): boolean {
    if (this.#wayOut !== null) return this.#wayOut === n;
    const now = this.#now();
    return this.#scenario.online.some(({ kiosk, fromMs, toMs }) => kiosk === n && fromMs <= now && now < toMs);
  }

  /** What the wire does: own scans first, then what others lack a way for; each has its answer. */
  #sendUp(kiosk: VenueKiosk): void {
    if (!this.#isOnline(kiosk.n) || this.#isRevoked(kiosk.n) || kiosk.mesh === null) return;
    const own = kiosk.disk.own.filter(({ id }) => kiosk.disk.unsent.has(id));
    const heard = kiosk.mesh.toRelay(200).map(({ scan }) => scan);
    for (const scan of [...own, ...heard]) {
      kiosk.disk.unsent.delete(scan.id);
      if (scan.kiosk !== kiosk.id && this.#isRevoked(this.#kiosks.findIndex(({ id }) => id === scan.kiosk))) continue;
      const content = canonicalJson(scan);
      const stored = this.#server.get(scan.id);
      if (stored !== undefined && stored !== content)
        this.#break('V5', `scan ${scan.id} has come up with two contents`);
      this.#server.set(scan.id, content);
    }
    kiosk.mesh.answered(heard.map(({ id }) => id));
  }

  async #lie(to: number, what: 'replay' | 'stolen_key' | 'noise'): Promise<void> {
    const target = this.#kiosks[to]!;
    const line = 1_000_000 + this.#lineId++;
    target.mesh?.lineOpened(line, null);
    const frames: Uint8Array[] = [];
    if (what === 'noise') frames.push(this.#liar.bytes(this.#liar.whole(0, 300)));
    else if (what === 'replay') frames.push(...this.#tape.slice(-this.#liar.whole(1, 60)));
    else {
      const as = this.#liar.pick(this.#kiosks).id;
      const { crypto } = cheapCrypto(77, this.#liar);
      const sealer = createSealer({
        self: as,
        event: labEvent,
        crypto,
        members: { find: () => null, all: () => [] },
        keys: () => this.#keysOf(target),
        clock: { now: () => this.#time.now(), trusted: () => true, monotonicMs: () => 0 },
        run: 1_000,
      });
      const entry = { scan: scanOf(as, 9_000, 'STOLEN', this.#time.now()), previous: 0, signature: 'x' };
      const hello = JSON.stringify({ kind: 'hello', nonce: 'AAAAAAAAAAAAAAAAAAAAAA' });
      for (const text of [hello, JSON.stringify({ kind: 'entries', entries: [entry], holes: {}, ask: false })])
        await sealer.seal(text, null, (frame) => frames.push(frame));
    }
    for (const frame of frames) target.mesh?.received(line, frame);
  }

  async #heal(): Promise<void> {
    this.#healed = true;
    for (const kiosk of this.#kiosks) this.#boot(kiosk);
    if (this.#scenario.revoked)
      for (const { n } of this.#kiosks) if (!this.#isRevoked(n)) this.#inform(this.#kiosks[n]!);
    // Lines that were held back for too long are found out first; what was closed is dialled again.
    for (const line of [...this.#lines.values()]) if (Math.max(...line.freeAtMs) > this.#now()) this.#close(line.id);
    await this.#pass(healedAfterMs);
  }

  /** V1, V2: every member knows every movement of every other; PE13: nothing of a revoked kiosk. */
  #checkKnowledge(when: string): void {
    for (const kiosk of this.#kiosks) {
      if (this.#isRevoked(kiosk.n)) continue;
      const known = new Set([...must(kiosk.mesh, 'a mesh').uncovered()].map(({ id }) => id));
      for (const other of this.#kiosks)
        for (const { id } of other.disk.own) {
          if (other === kiosk) continue;
          if (this.#isRevoked(other.n) === known.has(id))
            this.#break(
              this.#isRevoked(other.n) ? 'V4' : 'V2',
              `${when}: kiosk ${kiosk.n} ${known.has(id) ? 'knows' : 'does not know'} scan ${id} of kiosk ${other.n}`,
            );
        }
    }
  }

  async #goUp(): Promise<void> {
    const way = this.#kiosks.findIndex(({ n }) => !this.#isRevoked(n));
    if (way < 0) return;
    this.#wayOut = way;
    await this.#pass(relayRestMs);
    for (const { n, disk } of this.#kiosks)
      for (const scan of disk.own)
        if (!this.#isRevoked(n) && this.#server.get(scan.id) !== canonicalJson(scan))
          this.#break('V5', `scan ${scan.id} of kiosk ${n} has not come up`);
  }

  /** V3, V4: what a kiosk holds was really made, and no kiosk that left reads what came after. */
  #checkTruth(): void {
    const made = new Map(this.#made().map((scan) => [scan.id, canonicalJson(scan)]));
    for (const { n, disk } of this.#kiosks)
      for (const [id, { entry }] of disk.heard)
        if (made.get(id) !== canonicalJson(entry.scan))
          this.#break('V3', `kiosk ${n} believes ${id}, which no kiosk made`);
    for (const [id] of this.#server) if (!made.has(id)) this.#break('V3', `no kiosk made ${id}, and the server has it`);
    const gone = this.#kiosks.find(({ n }) => this.#isRevoked(n));
    for (const { entry } of gone?.disk.heard.values() ?? []) {
      const maker = this.#kiosks.find(({ id }) => id === entry.scan.kiosk)!;
      if (maker.informedAtMs !== null && Number(entry.scan['madeAtMs']) > maker.informedAtMs)
        this.#break('V4', `a revoked kiosk has read scan ${entry.scan.id}, sealed by a key it was not given`);
    }
  }

  #break(rule: string, what: string): void {
    if (this.#broken.length < 6) this.#broken.push(`${rule}: ${what}`);
  }
}
