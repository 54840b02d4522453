/**
 * The venue in virtual time: the product's meshes and rules over a network that delays, cuts pair by pair and holds back,
 * on disks that lose what was not flushed, beside a liar with a stolen key. Parts: what all share (`venue-state.ts`), the
 * LAN, the roster with its keys, the people, the gates, the liar, a server in small, and what must hold (`venue-checks.ts`).
 */
import { secondMs } from '#shared/base/time.ts';
import type { MeshParts } from '#shared/peers/mesh.ts';
import { openMesh } from '#shared/peers/open-mesh.ts';
import { labEvent } from '#test/fixtures/peer-lab.ts';
import { checkBoards, checkKnowledge, checkTruth } from './venue-checks.ts';
import { VenueGate } from './venue-gate.ts';
import { VenueLiar } from './venue-liar.ts';
import { VenueLines } from './venue-lines.ts';
import { VenueRoster } from './venue-roster.ts';
import type { VenueScenario } from './venue-scenario.ts';
import { VenueServer } from './venue-server.ts';
import { type VenueBug, type VenueKiosk, VenueState } from './venue-state.ts';
import { type Process, world } from './virtual-time.ts';

export type { VenueBug } from './venue-state.ts';

export interface VenueResult {
  readonly broken: readonly string[];
  readonly scans: number;
  readonly frames: number;
  readonly passed: number;
}

const dialEveryMs = 300;
const healedAfterMs = 2 * secondMs;
const knownAtOnceMs = 250;
const relayRestMs = 14 * secondMs;
/** Of what was heard, a power loss takes so many: it is kept without waiting for the disk. */
const lostByPower = 3;

export async function runVenue(scenario: VenueScenario, bug: VenueBug | null = null): Promise<VenueResult> {
  return new Venue(scenario, bug).run();
}

class Venue {
  readonly #state: VenueState;
  readonly #lines: VenueLines;
  readonly #roster: VenueRoster;
  readonly #gate: VenueGate;
  readonly #liar: VenueLiar;
  readonly #server: VenueServer;

  constructor(scenario: VenueScenario, bug: VenueBug | null) {
    this.#state = new VenueState(scenario, bug);
    this.#lines = new VenueLines(this.#state);
    this.#roster = new VenueRoster(this.#state);
    this.#gate = new VenueGate(this.#state);
    this.#liar = new VenueLiar(this.#state, this.#lines);
    this.#server = new VenueServer(this.#state);
  }

  async run(): Promise<VenueResult> {
    const { broken, kiosks, scenario } = this.#state;
    for (const kiosk of kiosks) this.#boot(kiosk);
    this.#plan();
    await this.#state.until(scenario.lengthMs);
    await this.#heal();
    checkKnowledge(this.#state, 'healed');
    checkBoards(this.#state);
    const before = this.#state.made().length;
    for (const kiosk of kiosks) this.#gate.scan(kiosk, `L${kiosk.n}`);
    await this.#state.pass(knownAtOnceMs);
    if (this.#state.made().length > before) checkKnowledge(this.#state, 'at once');
    await this.#goUp();
    checkTruth(this.#state);
    for (const kiosk of kiosks) this.#crash(kiosk, false);
    const passed = kiosks.reduce((sum, { disk }) => sum + disk.book.size, 0);
    return { broken, scans: this.#state.made().length, frames: this.#lines.tape.length, passed };
  }

  /** What the seed says, at its times. */
  #plan(): void {
    const { kiosks, scenario } = this.#state;
    const { scans, takeBacks, fills, crashes, cuts, lies, revoked } = scenario;
    const at = (atMs: number, work: () => void): void => this.#state.at(atMs, work);
    for (const { atMs, kiosk, ticket } of scans) at(atMs, () => this.#gate.scan(kiosks[kiosk]!, `T${ticket}`));
    for (const { atMs, kiosk } of takeBacks) at(atMs, () => this.#gate.takeBack(kiosks[kiosk]!));
    for (const { atMs, kiosk } of fills) at(atMs, () => this.#gate.fill(kiosks[kiosk]!));
    for (const { atMs, kiosk, downMs, power } of crashes)
      at(atMs, () => {
        this.#crash(kiosks[kiosk]!, power);
        this.#state.time.after(world, downMs, () => this.#boot(kiosks[kiosk]!));
      });
    for (const cut of cuts) if (cut.how === 'close') at(cut.fromMs, () => this.#lines.closeBetween(cut.a, cut.b));
    for (const { atMs, to, what } of lies)
      at(atMs, () => void this.#liar.lie(kiosks[to]!, what, this.#roster.keysOf(kiosks[to]!)));
    for (const [n, atMs] of (revoked?.learnMs ?? []).entries())
      if (n !== revoked?.kiosk) at(atMs, () => this.#roster.inform(kiosks[n]!));
  }

  #boot(kiosk: VenueKiosk): void {
    if (kiosk.process.alive) return;
    const { bug, kiosks, time } = this.#state;
    const process = { name: `kiosk ${kiosk.n}`, alive: true };
    kiosk.process = process;
    if (!bug?.forgetsRun || kiosk.disk.run === 0) kiosk.disk.run += 1;
    const parts = this.#partsOf(kiosk, process);
    const mesh = openMesh(bug?.parts?.(parts, kiosk.n, kiosks.length) ?? parts);
    kiosk.mesh = mesh;
    kiosk.passing = kiosk.isBox ? null : this.#gate.passingOf(kiosk, mesh, parts);
    const every = (ms: number, work: () => void): void => {
      time.after(process, ms, () => {
        work();
        every(ms, work);
      });
    };
    every(secondMs, () => mesh.tick());
    every(dialEveryMs, () => this.#lines.dial(kiosk));
    every(secondMs, () => {
      this.#server.takeIn(kiosk);
      this.#server.push(kiosk);
    });
  }

  #partsOf(kiosk: VenueKiosk, process: Process): MeshParts {
    const { n, disk } = kiosk;
    const { time } = this.#state;
    const bootedMs = time.now();
    const members = () => this.#roster.membersOf(kiosk);
    return {
      self: kiosk.id,
      event: labEvent,
      crypto: kiosk.crypto,
      members: { find: (id) => members().get(id) ?? null, all: () => [...members().values()] },
      keys: () => this.#roster.keysOf(kiosk),
      clock: {
        now: () => this.#state.clockOf(kiosk).nowMs,
        trusted: () => this.#state.clockOf(kiosk).trusted,
        monotonicMs: () => time.now() - bootedMs,
      },
      run: disk.run,
      own: [...disk.own],
      heard: [...disk.heard.values()],
      lines: {
        send: (line, bytes) => {
          if (process.alive) this.#lines.carry(kiosk, line, bytes);
        },
        close: (line) => this.#lines.close(line),
      },
      store: {
        put: (entries) => {
          for (const one of entries) {
            if (!one.answered) this.#roster.heard(kiosk, one.entry.scan);
            disk.heard.set(one.entry.scan.id, structuredClone(one));
          }
        },
        drop: (ids) => {
          for (const id of ids) disk.heard.delete(id);
        },
      },
      online: () => this.#server.isOnline(n),
      isCovered: () => false,
      ...(kiosk.isBox && { relayAfterMs: 0 }),
    };
  }

  #crash(kiosk: VenueKiosk, power: boolean): void {
    if (!kiosk.process.alive) return;
    kiosk.process.alive = false;
    this.#lines.closeOf(kiosk);
    kiosk.mesh = null;
    kiosk.passing = null;
    if (power) for (const id of [...kiosk.disk.heard.keys()].slice(-lostByPower)) kiosk.disk.heard.delete(id);
  }

  async #heal(): Promise<void> {
    const { kiosks, scenario } = this.#state;
    for (const kiosk of kiosks) this.#boot(kiosk);
    if (scenario.revoked) for (const kiosk of kiosks) if (!this.#state.isRevoked(kiosk.n)) this.#roster.inform(kiosk);
    this.#lines.heal();
    await this.#state.pass(healedAfterMs);
  }

  /** One kiosk finds a way to the server, and brings everything. */
  async #goUp(): Promise<void> {
    const members = this.#state.kiosks.filter(({ n }) => !this.#state.isRevoked(n));
    // At half of the venues with a box it is the box, with what it took in long before.
    const way = members.find(({ isBox }) => isBox && this.#state.scenario.seed % 2 === 0) ?? members[0];
    if (way === undefined) return;
    this.#server.openFor(way);
    await this.#state.pass(relayRestMs);
    this.#server.check();
  }
}
