/** The server of a simulated venue: scans that came up by any way, and the check-ins that follow from them. */
import { factOf } from '#kiosk/venue/heard-fact.ts';
import { byTimeThenId, type Reconciled, reconcile } from '#shared/admission/reconcile.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { PeerScan } from '#shared/peers/entry.ts';
import { entriesOf, onceRule } from './venue-people.ts';
import type { VenueKiosk, VenueState } from './venue-state.ts';

/** Read by one kiosk at once. */
const relayedAtOnce = 200;

interface CheckedIn {
  readonly checkin: string | null;
  readonly conflicts: readonly string[];
}

export class VenueServer {
  readonly #state: VenueState;
  readonly #scans = new Map<string, PeerScan>();
  /** By ticket; made again with each of its scans, in any order. */
  readonly #checkins = new Map<string, CheckedIn>();
  #wayOut: number | null = null;

  constructor(state: VenueState) {
    this.#state = state;
  }

  /** From now on this kiosk alone reaches the server. */
  openFor(kiosk: VenueKiosk): void {
    this.#wayOut = kiosk.n;
  }

  isOnline(n: number): boolean {
    if (this.#wayOut !== null) return this.#wayOut === n;
    const now = this.#state.now();
    return this.#state.scenario.online.some(({ kiosk, fromMs, toMs }) => kiosk === n && fromMs <= now && now < toMs);
  }

  /** PE21: a box takes in what it hears at once, way or not, and only then calls it answered. */
  takeIn({ disk, mesh, isBox }: VenueKiosk): void {
    if (!isBox || mesh === null) return;
    const entries = mesh.toRelay(relayedAtOnce);
    if (!this.#state.bug?.boxForgets) for (const { scan } of entries) disk.rows.set(scan.id, scan);
    mesh.answered(entries.map(({ scan }) => scan.id));
  }

  /** What the wire does: own scans first, then what others lack a way for; each has its answer. */
  push({ id, n, disk, mesh }: VenueKiosk): void {
    if (!this.isOnline(n) || this.#state.isRevoked(n) || mesh === null) return;
    const own = disk.own.filter((scan) => disk.unsent.has(scan.id));
    const heard = [...disk.rows.values(), ...mesh.toRelay(relayedAtOnce).map(({ scan }) => scan)];
    disk.rows.clear();
    for (const scan of [...own, ...heard]) {
      disk.unsent.delete(scan.id);
      const maker = this.#state.kiosks.findIndex((kiosk) => kiosk.id === scan.kiosk);
      if (scan.kiosk === id || !this.#state.isRevoked(maker)) this.#take(scan);
    }
    mesh.answered(heard.map((scan) => scan.id));
  }

  #take(scan: PeerScan): void {
    const stored = this.#scans.get(scan.id);
    if (stored !== undefined && canonicalJson(stored) !== canonicalJson(scan))
      this.#state.break('V5', `scan ${scan.id} has come up with two contents`);
    this.#scans.set(scan.id, scan);
    const ticket = scan.ticketNumber ?? '';
    const ofTicket = [...this.#scans.values()].filter(({ ticketNumber }) => ticketNumber === ticket);
    const found: Reconciled<{ readonly id: string }> = reconcile(ofTicket.map(factOf), onceRule);
    const conflicts = this.#state.bug?.forgetsConflicts ? [] : found.conflicts.map((one) => one.scan.id);
    this.#checkins.set(ticket, { checkin: found.checkin?.id ?? null, conflicts });
  }

  /** V5: everything of members is here, and nothing that no kiosk made. One check-in a person (SIM5), all else a conflict. */
  check(): void {
    const made = new Map(this.#state.made().map((scan) => [scan.id, canonicalJson(scan)]));
    for (const { n, disk } of this.#state.kiosks)
      for (const { id } of disk.own)
        if (!this.#state.isRevoked(n) && !this.#has(id, made.get(id)))
          this.#state.break('V5', `scan ${id} of kiosk ${n} has not come up`);
    for (const id of this.#scans.keys())
      if (!made.has(id)) this.#state.break('V3', `no kiosk made ${id}, and the server has it`);
    for (const [ticket, { checkin, conflicts }] of this.#checkins) {
      const entries = entriesOf(this.#scans.values(), ticket).toSorted(byTimeThenId);
      if (checkin !== (entries[0]?.id ?? null))
        this.#state.break('V5', `${ticket} is checked in by ${checkin}, and ${entries[0]?.id} came first`);
      if (conflicts.length !== Math.max(0, entries.length - 1))
        this.#state.break('V5', `${ticket}: ${entries.length} entries make ${conflicts.length} conflicts`);
    }
  }

  #has(id: string, content: string | undefined): boolean {
    const stored = this.#scans.get(id);
    return stored !== undefined && canonicalJson(stored) === content;
  }
}
