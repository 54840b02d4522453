/** The members of a simulated venue and the keys that they sign with; the frames that a kiosk may accept once one was revoked. */
import { secondMs } from '#shared/base/time.ts';
import type { PeerScan } from '#shared/peers/entry.ts';
import type { PeerMember, VenueKeys } from '#shared/peers/ports.ts';
import { labStartMs } from '#test/fixtures/peer-lab.ts';
import type { VenueKiosk, VenueState } from './venue-state.ts';

const previousReadsMs = 6 * secondMs;
const venueKeyOf = (generation: number) => ({ generation, key: new Uint8Array(32).fill(generation) });

export class VenueRoster {
  readonly #state: VenueState;
  /** The same objects each time: what is derived from a key stays derived. */
  readonly #keysBefore: VenueKeys = { current: venueKeyOf(1), previous: null };
  readonly #keysAfter: VenueKeys;
  /** Scan → kiosks that have heard it, whether or not they still hold it. */
  readonly #hearings = new Map<string, Set<VenueKiosk>>();

  constructor(state: VenueState) {
    this.#state = state;
    const readsUntilMs = labStartMs + (state.scenario.revoked?.atMs ?? 0) + previousReadsMs;
    this.#keysAfter = { current: venueKeyOf(2), previous: { ...this.#keysBefore.current, readsUntilMs } };
  }

  keysOf(kiosk: VenueKiosk): VenueKeys {
    return kiosk.informedAtMs === null ? this.#keysBefore : this.#keysAfter;
  }

  /** Read again when the kiosk has learned of the revocation, as the replica does. */
  membersOf(kiosk: VenueKiosk): ReadonlyMap<string, PeerMember> {
    const isInformed = kiosk.informedAtMs !== null;
    if (kiosk.members?.isInformed !== isInformed) {
      const all = this.#state.kiosks.map(({ n, id, isBox, publicKey }) => {
        const revoked = isInformed && this.#state.scenario.revoked?.kiosk === n;
        return [id, { id, publicKey, revoked, isBox }] as const;
      });
      kiosk.members = { isInformed, byId: new Map(all) };
    }
    return kiosk.members.byId;
  }

  inform(kiosk: VenueKiosk): void {
    kiosk.informedAtMs ??= this.#state.now();
    kiosk.mesh?.refresh();
  }

  /**
   * PE4: once its hour is over by this kiosk's clock, nothing is heard under the key before. So what such a kiosk hears
   * comes from one that has the new key, too: its maker, or one that heard it earlier, perhaps while the older key still
   * read there, and that may have lost it since.
   */
  heard(kiosk: VenueKiosk, scan: PeerScan): void {
    const heardBy = this.#hearings.get(scan.id) ?? new Set<VenueKiosk>();
    this.#hearings.set(scan.id, heardBy);
    const { previous } = this.keysOf(kiosk);
    const { nowMs, trusted } = this.#state.clockOf(kiosk);
    const readsPrevious = previous !== null && trusted && nowMs < previous.readsUntilMs;
    if (kiosk.informedAtMs !== null && !readsPrevious) {
      const maker = this.#state.kiosks.filter(({ id }) => id === scan.kiosk);
      const sources = [...maker, ...heardBy].filter((one) => one !== kiosk && one.informedAtMs !== null);
      if (sources.length === 0)
        this.#state.break('PE4', `kiosk ${kiosk.n} heard ${scan.id} under a key that had expired`);
    }
    heardBy.add(kiosk);
  }
}
