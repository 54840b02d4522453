/**
 * People admitted twice, found out without the server: by the same rule with which the server reconciles, over this
 * kiosk's scans, those that were heard, and the check-in as it came down.
 */
import type { HeardDouble } from '#kiosk/store/heard-scans.ts';
import type { Roster } from '#kiosk/store/replica.ts';
import { countRule } from '#shared/admission/counted-entries.ts';
import { type AdmissionScan, entryRuleFacts, listFacts } from '#shared/admission/facts-from-records.ts';
import { reconcile } from '#shared/admission/reconcile.ts';
import { setBounded } from '#shared/base/bounded-map.ts';

/** People admitted twice are few; of more the latest are shown. */
const doublesMax = 500;

export interface Movement {
  readonly ticketNumber: string | null;
  readonly registration: string | null;
  readonly list: string;
}

export interface Doubles {
  /** Something is new about the ticket on the list. */
  look(movement: Movement): void;
  /** The roster has changed: what it says takes precedence. */
  lookAgain(): void;
  all(): readonly HeardDouble[];
}

export interface DoublesParts {
  readonly roster: Pick<Roster, 'registrationByTicket' | 'registration' | 'checkin' | 'record' | 'records'>;
  readonly event: string;
  /** This kiosk's own and others' scans of the ticket on the list. */
  readonly scansOf: (ticketNumber: string, registration: string, list: string) => readonly AdmissionScan[];
}

export function createDoubles({ roster, event, scansOf }: DoublesParts): Doubles {
  const byPerson = new Map<string, { readonly movement: Movement; readonly doubles: readonly HeardDouble[] }>();

  function personOf({ registration, ticketNumber }: Movement) {
    if (registration !== null) return roster.registration(registration);
    return ticketNumber === null ? null : roster.registrationByTicket(ticketNumber);
  }

  function look(movement: Movement): void {
    const person = personOf(movement);
    if (person === null) return;
    const { list } = movement;
    const checkin = roster.checkin(person.id, list);
    const scans = scansOf(person.ticketNumber, person.id, list).map((scan) => ({ ...scan, flags: scan.flags ?? [] }));
    const first = checkin && !scans.some(({ id }) => id === checkin.scan) ? [entryOf(checkin)] : [];
    const timezone = roster.record('events', event)?.timezone ?? 'UTC';
    const rules = roster.records('entry_rules').map(entryRuleFacts);
    const rule = countRule(listFacts(list, roster.record('checkin_lists', list)), timezone, rules, person.ticketType);
    const { conflicts } = reconcile([...first, ...scans], rule);
    const doubles = conflicts.map(({ scan, against }) => ({
      ...{ id: scan.id, scan: scan.id, registration: person.id },
      ...{ scannedAt: scan.scannedAt, gate: scan.gate, kiosk: scan.kiosk },
      ...{ firstScannedAt: against.scannedAt, firstGate: against.gate, firstKiosk: against.kiosk },
    }));
    const key = `${person.id} ${list}`;
    if (doubles.length === 0) byPerson.delete(key);
    else setBounded(byPerson, key, { movement, doubles }, doublesMax);
  }

  return {
    look,
    lookAgain() {
      for (const { movement } of [...byPerson.values()]) look(movement);
    },
    all: () => [...byPerson.values()].flatMap(({ doubles }) => doubles),
  };
}

function entryOf(checkin: NonNullable<ReturnType<Roster['checkin']>>) {
  const { scan: id, checkedInAt: scannedAt, gate, kiosk } = checkin;
  const entry = { verdict: 'admitted', direction: 'entry', undoes: null, answers: null, staff: null } as const;
  return { ...entry, id, scannedAt, gate, kiosk, flags: [] };
}
