/** Checks of what follows from scans: computed from the scans alone, not by the rules that are under test. */
import { must } from '#shared/base/assert.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { ScanRecord } from '#shared/modules/events/gate.ts';
import { type Check, type Held, journalOf, liveOf } from './check.ts';
import { loungeCapacity } from './ground.ts';

const undoMs = 15 * minuteMs;

/** A scan at a kiosk or the server, as far as it moves a person. */
interface Movement {
  readonly id: string;
  readonly verdict: string;
  readonly scannedAt: string;
  readonly direction?: string | null;
  readonly undoes?: string | null;
}

/** Undone by another scan in time. Computed from the scans alone, like all checks here. */
function undoneOf(scans: Iterable<Movement>): ReadonlySet<string> {
  const byId = new Map([...scans].map((scan) => [scan.id, scan]));
  const undone = new Set<string>();
  for (const { verdict, undoes, scannedAt } of byId.values()) {
    const target = verdict === 'undone' && undoes ? byId.get(undoes) : undefined;
    if (target && Date.parse(scannedAt) - Date.parse(target.scannedAt) <= undoMs) undone.add(target.id);
  }
  return undone;
}

const isEntry = ({ verdict, direction }: Movement): boolean => verdict === 'admitted' && direction !== 'exit';

function admissions({ scans, registrations }: Held): Map<string, ScanRecord[]> {
  const byTicket = new Map(registrations.map((registration) => [registration.ticketNumber, registration.id]));
  const known = new Set(registrations.map(({ id }) => id));
  const undone = undoneOf(scans.values());
  const perPerson = new Map<string, ScanRecord[]>();
  for (const scan of scans.values()) {
    const person = scan.registration ?? byTicket.get(scan.ticketNumber ?? '');
    if (!isEntry(scan) || undone.has(scan.id) || person === undefined || !known.has(person)) continue;
    const key = `${person} ${scan.list}`;
    perPerson.set(key, [...(perPerson.get(key) ?? []), scan]);
  }
  return perPerson;
}

/** A device's clock may run ahead, by a minute at most; beyond that the server goes by when it heard. */
function believed({ createdAt, scannedAt }: ScanRecord): string {
  return Date.parse(scannedAt) > Date.parse(createdAt) + minuteMs ? createdAt : scannedAt;
}

export const oneCheckinEach: Check = function* (_, held) {
  const perPerson = admissions(held);
  const checkins = Map.groupBy(held.checkins, ({ registration, list }) => `${registration} ${list}`);
  const conflictOf = Map.groupBy(held.conflicts, ({ scan }) => scan);
  for (const [key, scans] of perPerson) {
    const found = checkins.get(key) ?? [];
    if (found.length !== 1) {
      yield { id: 'SIM5', what: `${key} was admitted and has ${found.length} check-ins` };
      continue;
    }
    const first = scans.find(({ id }) => id === found[0]!.scan);
    if (!first) yield { id: 'SIM5', what: `the check-in of ${key} names no admission of theirs` };
    const earliest = scans.map(believed).sort()[0]!;
    if (first && believed(first) > earliest)
      yield { id: 'SIM5', what: `the check-in of ${key} is not the earliest admission` };
    for (const scan of scans) {
      const wanted = scan === first ? 0 : 1;
      const conflicts = conflictOf.get(scan.id)?.length ?? 0;
      if (conflicts !== wanted)
        yield { id: 'SIM5', what: `scan ${scan.id} of ${key} has ${conflicts} conflicts, not ${wanted}` };
    }
  }
  for (const key of checkins.keys())
    if (!perPerson.has(key)) yield { id: 'SIM5', what: `${key} has a check-in and was not admitted` };
};

export const admittedOnce: Check = function* (world) {
  for (const kiosk of world.kiosks) {
    const seen = new Set<string>();
    const undone = undoneOf(journalOf(kiosk).map(({ scan }) => scan));
    for (const { scan } of journalOf(kiosk)) {
      if (!isEntry(scan) || undone.has(scan.id)) continue;
      const key = `${scan.ticketNumber} ${scan.list}`;
      if (seen.has(key)) yield { id: 'SIM8', what: `kiosk ${kiosk.n} admitted ${key} twice` };
      seen.add(key);
    }
  }
};

export const countedOnce: Check = function* (world, held) {
  const lists = new Set(held.checkins.map(({ list }) => list));
  for (const kiosk of liveOf(world)) {
    const { roster, journal } = must(kiosk.running(), 'a running kiosk').replica;
    for (const list of lists) {
      const inside = held.checkins.filter((checkin) => checkin.list === list).length;
      const counted = roster.checkedInCount(list) + journal.localAdmissionCount(list);
      if (counted !== inside)
        yield { id: 'SIM6', what: `kiosk ${kiosk.n} counts ${counted} people in, there are ${inside}` };
    }
  }
};

export const withinCapacity: Check = function* (world, held) {
  // A server that was restored has forgotten what it had granted.
  if (world.restored) return;
  const lounge = must(
    held.lists.find(({ capacity }) => capacity !== null),
    'a room with a capacity',
  );
  const inside = [...admissions(held).keys()].filter((key) => key.endsWith(` ${lounge.id}`)).length;
  if (inside > loungeCapacity)
    yield { id: 'SIM14', what: `${inside} people were let into a room for ${loungeCapacity}` };
};
