/** The gates of a simulated venue: people are scanned, admissions are taken back, a room fills up. */
import { uuidv7 } from '#shared/base/id.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import type { PeerScan } from '#shared/peers/entry.ts';
import { placesLeft } from '#shared/peers/lease-transfer.ts';
import type { MeshParts, PeerMesh } from '#shared/peers/mesh.ts';
import { createPlacePassing, type OwnPlaces, type PlacePassing } from '#shared/peers/pass-places.ts';
import { labEvent, labId, labStartMs, scanOf } from '#test/fixtures/peer-lab.ts';
import { randomOf } from './random.ts';
import { entriesOf, verdictAt } from './venue-people.ts';
import type { VenueKiosk, VenueState } from './venue-state.ts';

const room = `list:${labId(900)}`;
const lease = labId(901);
/** What the first kiosk was granted; no kiosk fills more in all. */
const granted = 10;
/** Of a book of transfers. */
const bookWriteMs = 1_500;

export class VenueGate {
  readonly #state: VenueState;

  constructor(state: VenueState) {
    this.#state = state;
  }

  scan(kiosk: VenueKiosk, ticket: string): void {
    const { disk, mesh } = kiosk;
    if (mesh === null || kiosk.isBox) return;
    const code = verdictAt(this.#state, kiosk, { ticket });
    const known = [...disk.own, ...[...disk.heard.values()].map(({ entry }) => entry.scan)];
    const expected = entriesOf(known, ticket).length > 0 ? 'already_checked_in' : 'admitted';
    if (code !== expected)
      this.#state.break('V3', `kiosk ${kiosk.n} says ${code} of ${ticket}; by what it holds it is ${expected}`);
    if (code === 'admitted') this.#append(kiosk, ticket, {});
  }

  /** Staff take the kiosk's latest admission back. */
  takeBack(kiosk: VenueKiosk): void {
    const last = kiosk.disk.own.at(-1);
    if (kiosk.mesh === null || last?.verdict !== 'admitted' || last.ticketNumber === null) return;
    this.#append(kiosk, last.ticketNumber, { verdict: 'undone', undoes: last.id });
  }

  #append(kiosk: VenueKiosk, ticket: string, more: Partial<PeerScan>): void {
    const { disk, id, mesh } = kiosk;
    const counter = (disk.own.at(-1)?.counter ?? 0) + this.#state.random.whole(1, 3);
    const { nowMs } = this.#state.clockOf(kiosk);
    const scan = { ...scanOf(id, counter, ticket, nowMs), ...more, madeAtMs: this.#state.now() };
    disk.own.push(scan);
    disk.unsent.add(scan.id);
    mesh?.append(scan);
  }

  passingOf(kiosk: VenueKiosk, mesh: PeerMesh, parts: Pick<MeshParts, 'members'>): PlacePassing {
    const { disk, n, process } = kiosk;
    const bytes = randomOf(this.#state.scenario.seed, 'venue ids', n, disk.run);
    const writes = randomOf(this.#state.scenario.seed, 'venue disk', n, disk.run);
    const { time } = this.#state;
    const passing: PlacePassing = createPlacePassing({
      self: kiosk.id,
      event: labEvent,
      crypto: kiosk.crypto,
      members: parts.members,
      nowMs: () => time.now(),
      newId: () => uuidv7(time.now(), bytes.bytes(10)),
      book: disk.book,
      save: async (book) => {
        await time.sleep(process, writes.delayMs(bookWriteMs));
        disk.book = book;
      },
      say: (peer, message) => {
        if (kiosk.process.alive && kiosk.mesh === mesh) mesh.sayLease(peer, message);
      },
      ownPlaces: (asked) => (asked === room ? this.#ownPlaces(kiosk, passing) : null),
    });
    mesh.onLease((peer, message) => void passing.heard(peer, message));
    return passing;
  }

  #ownPlaces({ n, disk }: VenueKiosk, passing: PlacePassing): OwnPlaces | null {
    if (n !== 0) return null;
    const given = this.#state.bug?.countsTwice ? 0 : passing.given(lease);
    const left = granted - (disk.filled.get(lease) ?? 0) - given;
    return { lease, left, expiresAt: isoTime(labStartMs + 24 * hourMs) };
  }

  /** A guest comes to the room with a capacity, and goes in where this kiosk has a place left. */
  fill(kiosk: VenueKiosk): void {
    const { passing, mesh, disk, n } = kiosk;
    if (passing === null || mesh === null) return;
    const filled = disk.filled.get(lease) ?? 0;
    const mine = this.#ownPlaces(kiosk, passing)?.left ?? 0;
    const taken = passing.ofOthers(room).reduce((sum, one) => sum + placesLeft(one, filled), 0);
    const remaining = n === 0 ? mine : taken;
    const rooms = [{ kind: 'list', remaining, clockNeeded: false }] as const;
    const code = verdictAt(this.#state, kiosk, { ticket: `room guest ${this.#inside()}`, rooms });
    if (code === 'admitted') disk.filled.set(lease, filled + 1);
    else if (n !== 0) passing.ask(labId(1), room, 2);
    const inside = this.#inside();
    if (inside > granted) this.#state.break('PE17', `${inside} places of ${granted} are filled`);
  }

  #inside(): number {
    return this.#state.kiosks.reduce((sum, { disk }) => sum + (disk.filled.get(lease) ?? 0), 0);
  }
}
