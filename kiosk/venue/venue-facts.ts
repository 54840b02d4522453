/** Gives the station what other kiosks report: facts for the rules, the count, and people who were admitted twice. */
import type { HeardSlot } from '#kiosk/store/heard-scans.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { PeerScan } from '#shared/peers/entry.ts';
import type { PeerMesh } from '#shared/peers/mesh.ts';
import { createDoubles } from './find-doubles.ts';
import { factsOf } from './heard-fact.ts';
import { createHeardPeople } from './heard-people.ts';

export interface VenueFacts {
  /** Scans are new, of this kiosk or of others. */
  look(scans: readonly PeerScan[]): void;
  /** The roster has changed. */
  recount(): void;
  end(): void;
}

/** Fills the replica's `heard` slot with these facts until `end`. */
export function openVenueFacts(
  { roster, journal, heard: slot }: Pick<Replica, 'roster' | 'journal'> & { readonly heard: HeardSlot },
  event: string,
  mesh: PeerMesh,
): VenueFacts {
  const othersOf = (ticket: string, registration: string | null, list: string) =>
    factsOf(mesh.scansOf(ticket, registration, list));
  const doubles = createDoubles({
    roster,
    event,
    scansOf: (ticket, registration, list) => [
      ...journal.localScans(ticket, registration, list),
      ...othersOf(ticket, registration, list),
    ],
  });
  const people = createHeardPeople({ roster, journal }, othersOf);

  function look(scans: readonly PeerScan[]): void {
    for (const scan of scans) {
      doubles.look(scan);
      people.look(scan);
    }
    slot.changed();
  }

  look([...mesh.uncovered()]);
  slot.fill({ scansOf: othersOf, admitted: people.count, doubles: doubles.all });
  return {
    look,
    recount() {
      doubles.lookAgain();
      people.recount(mesh.uncovered());
      slot.changed();
    },
    end: () => slot.fill(null),
  };
}
