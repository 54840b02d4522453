/**
 * What holds in every world that has come to rest. Checked against the rows on the server's and the kiosks' disks, and
 * against what people were shown; none of it by the code that is under test.
 *
 * | id    | what must hold                                                                              | checked by            |
 * | ----- | ------------------------------------------------------------------------------------------- | --------------------- |
 * | SIM1  | a scan whose verdict was shown is on the server, exactly once, with the same content         | everyScanArrived      |
 * | SIM2  | the server holds no scan that no kiosk recorded                                              | nothingInvented       |
 * | SIM3  | a kiosk numbers its scans without doubling one                                               | numberedOnce          |
 * | SIM4  | every replica says the same as the server about people, check-ins and conflicts              | replicasAgree         |
 * | SIM5  | per person and list one check-in, the earliest admission, and a conflict for every other one | oneCheckinEach        |
 * | SIM6  | nobody is counted twice: each kiosk counts as many people in as the server                   | countedOnce           |
 * | SIM7  | queues run empty and replicas catch up by themselves, in bounded time; nothing is parked     | comeToRest, queueEmpty|
 * | SIM8  | a kiosk admits no ticket twice on one list, whatever it went through                          | admittedOnce          |
 * | SIM9  | a revoked kiosk keeps no people; its scans are on the server, or in a file for it             | revokedIsWiped        |
 * | SIM10 | a scan whose verdict was shown is on the kiosk's disk, after whatever crash                   | shownIsDurable        |
 * | SIM13 | who was registered at a door is registered, once, under the id and the name the kiosk gave      | walkInsArrived        |
 * | SIM14 | a room with a capacity takes no more people than that, however many kiosks fill it              | withinCapacity        |
 * | SIM12 | no change lies on a kiosk's disk that its packed roster holds already, nor one of another log       | diskIsTidy            |
 * | SIM11 | the same seed gives the same world, to the last row (test/sim/simulation.test.ts)             | trace                 |
 */
import type { CurrentRoster } from '#kiosk/store/roster-disk.ts';
import type { ChangeDoc, RecordedScan } from '#kiosk/store/rows.ts';
import { must } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { CheckinListRecord } from '#shared/modules/events/event.ts';
import type { CheckinConflictRecord, CheckinRecord, ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { StoredScan } from './disk-rows.ts';
import { loungeCapacity } from './ground.ts';
import type { HandedOver, SimKiosk } from './sim-kiosk.ts';
import type { World } from './world.ts';

export interface Broken {
  readonly id: `SIM${number}`;
  readonly round: World['round'];
  readonly what: string;
}

interface Held {
  readonly scans: ReadonlyMap<string, ScanRecord>;
  readonly checkins: readonly CheckinRecord[];
  readonly conflicts: readonly CheckinConflictRecord[];
  readonly registrations: readonly RegistrationRecord[];
  readonly lists: readonly CheckinListRecord[];
}

type Check = (world: World, held: Held) => Iterable<Omit<Broken, 'round'>>;

/** More of one kind says no more. */
const toldOfEach = 3;
const rowsMax = 200_000;
const undoMs = 15 * minuteMs;

export async function checkWorld(world: World): Promise<Broken[]> {
  const store = world.server.tenantStore;
  const all = (collection: string) => store.find(collection, { limit: rowsMax });
  const scans = (await all('scans')) as readonly ScanRecord[];
  const held: Held = {
    scans: new Map(scans.map((scan) => [scan.id, scan])),
    checkins: (await all('checkins')) as readonly CheckinRecord[],
    conflicts: (await all('checkin_conflicts')) as readonly CheckinConflictRecord[],
    registrations: (await all('registrations')) as readonly RegistrationRecord[],
    lists: (await all('checkin_lists')) as readonly CheckinListRecord[],
  };
  return checks.flatMap((check) =>
    [...check(world, held)].slice(0, toldOfEach).map((broken) => ({ ...broken, round: world.round })),
  );
}

const journalOf = (kiosk: SimKiosk): readonly StoredScan[] =>
  kiosk.disk.tables().values('scans') as readonly StoredScan[];

/** Revoked kiosks have no way to the server any more. */
const liveOf = ({ kiosks, revoked }: World): readonly SimKiosk[] => kiosks.filter(({ n }) => !revoked.has(n));

function sameContent(scan: RecordedScan, stored: ScanRecord): boolean {
  const { walkIn: _walkIn, ...alone } = scan;
  return Object.entries(alone).every(
    ([name, value]) =>
      canonicalJson(value ?? null) === canonicalJson((stored as Record<string, unknown>)[name] ?? null),
  );
}

const everyScanArrived: Check = function* (world, { scans }) {
  for (const kiosk of liveOf(world))
    for (const { id, scan } of journalOf(kiosk)) {
      const stored = scans.get(id);
      if (!stored) yield { id: 'SIM1', what: `scan ${id} of kiosk ${kiosk.n} is not on the server` };
      else if (!sameContent(scan, stored))
        yield { id: 'SIM1', what: `scan ${id} of kiosk ${kiosk.n} has changed on the way` };
    }
};

const nothingInvented: Check = function* ({ kiosks }, { scans }) {
  const handed = new Set(kiosks.flatMap((kiosk) => [...kiosk.handed]));
  const onDisk = new Set(kiosks.flatMap((kiosk) => journalOf(kiosk).map(({ id }) => id)));
  const revokedIds = new Set(kiosks.filter((kiosk) => kiosk.unpaired()).map((kiosk) => kiosk.kioskId));
  for (const [id, scan] of scans)
    if (!handed.has(id)) yield { id: 'SIM2', what: `nobody recorded scan ${id}` };
    else if (!onDisk.has(id) && !revokedIds.has(scan.kiosk ?? '') && !isWiped(kiosks, scan.kiosk))
      yield { id: 'SIM2', what: `scan ${id} is on the server and no longer on the disk of its kiosk` };
};

function isWiped(kiosks: readonly SimKiosk[], kioskId: string | null): boolean {
  const kiosk = kiosks.find((one) => one.kioskId === kioskId);
  return kiosk?.running()?.sync.phase().phase === 'locked';
}

const numberedOnce: Check = function* (world, { scans }) {
  for (const kiosk of world.kiosks) {
    const counters = journalOf(kiosk).map(({ counter }) => counter);
    if (new Set(counters).size !== counters.length) yield { id: 'SIM3', what: `kiosk ${kiosk.n} gave a number twice` };
  }
  const numbers = [...scans.values()].map(({ kiosk, counter }) => `${kiosk} ${counter}`);
  if (new Set(numbers).size !== numbers.length) yield { id: 'SIM3', what: 'the server holds two scans of one number' };
};

const replicasAgree: Check = function* (world, { checkins, conflicts, registrations }) {
  for (const kiosk of liveOf(world)) {
    const { roster } = must(kiosk.running(), 'a running kiosk').replica;
    for (const { registration, list, scan, lastScan, leftAt } of checkins) {
      const here = roster.checkin(registration, list);
      if (here?.scan !== scan || here.lastScan !== lastScan || here.leftAt !== leftAt)
        yield {
          id: 'SIM4',
          what: `kiosk ${kiosk.n} has another check-in of ${registration} on ${list} than the server`,
        };
    }
    for (const { id, status, ticketNumber } of registrations) {
      const here = roster.registration(id);
      if (here?.status !== status)
        yield { id: 'SIM4', what: `kiosk ${kiosk.n} has ${id} as ${here?.status}, the server as ${status}` };
      else if (roster.registrationByTicket(ticketNumber)?.id !== id)
        yield { id: 'SIM4', what: `kiosk ${kiosk.n} does not find ${id} by its ticket` };
    }
    if (roster.registrationCount() !== registrations.length)
      yield {
        id: 'SIM4',
        what: `kiosk ${kiosk.n} has ${roster.registrationCount()} people of ${registrations.length}`,
      };
    const shape = (rows: readonly CheckinConflictRecord[]) =>
      rows
        .map(({ id, scan, firstScan }) => `${id} ${scan} ${firstScan}`)
        .sort()
        .join();
    if (shape(roster.records('checkin_conflicts')) !== shape(conflicts))
      yield { id: 'SIM4', what: `kiosk ${kiosk.n} shows other conflicts than the server` };
  }
};

/** A scan here or there, as far as it moves somebody. */
interface Movement {
  readonly id: string;
  readonly verdict: string;
  readonly scannedAt: string;
  readonly direction?: string | null;
  readonly undoes?: string | null;
}

/** Taken back by another scan in time. Told from the scans alone, as all of this is. */
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

const oneCheckinEach: Check = function* (_, held) {
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
    // A device's clock may run ahead; the server then goes by when it heard.
    const believed = ({ scannedAt, createdAt }: ScanRecord) => [scannedAt, createdAt].sort()[0]!;
    const earliest = scans.map(believed).sort()[0]!;
    if (first && believed(first) > earliest && first.scannedAt > earliest)
      yield { id: 'SIM5', what: `the check-in of ${key} is not the earliest admission` };
    for (const scan of scans) {
      const wanted = scan === first ? 0 : 1;
      const told = conflictOf.get(scan.id)?.length ?? 0;
      if (told !== wanted) yield { id: 'SIM5', what: `scan ${scan.id} of ${key} has ${told} conflicts, not ${wanted}` };
    }
  }
  for (const key of checkins.keys())
    if (!perPerson.has(key)) yield { id: 'SIM5', what: `${key} has a check-in and was not admitted` };
};

const countedOnce: Check = function* (world, held) {
  const lists = new Set(held.checkins.map(({ list }) => list));
  for (const kiosk of liveOf(world)) {
    const { roster, journal } = must(kiosk.running(), 'a running kiosk').replica;
    for (const list of lists) {
      const inside = held.checkins.filter((checkin) => checkin.list === list).length;
      const counted = roster.checkedInCount(list) + journal.ownAdmissionCount(list);
      if (counted !== inside)
        yield { id: 'SIM6', what: `kiosk ${kiosk.n} counts ${counted} people in, there are ${inside}` };
    }
  }
};

const queueEmpty: Check = function* (world) {
  for (const kiosk of liveOf(world)) {
    const { journal } = must(kiosk.running(), 'a running kiosk').replica;
    for (const { scanId, code } of journal.parked()) {
      // After a restore somebody may be unknown who was registered after the backup.
      if (world.restored && code === 'relation_unknown') continue;
      yield { id: 'SIM7', what: `kiosk ${kiosk.n} parked scan ${scanId}: ${code}` };
    }
  }
};

const admittedOnce: Check = function* (world) {
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

const revokedIsWiped: Check = function* (world, { scans }) {
  for (const n of world.revoked) {
    const kiosk = must(world.kiosks[n], 'a kiosk');
    const running = kiosk.running();
    if (running && running.replica.roster.registrationCount() > 0)
      yield { id: 'SIM9', what: `kiosk ${n} was revoked and still holds people` };
    const tables = kiosk.disk.tables();
    if (tables.keys('chunks').length > 0 || tables.keys('changes').length > 0)
      yield { id: 'SIM9', what: `kiosk ${n} was revoked and people still lie on its disk` };
    const onDisk = new Set(journalOf(kiosk).map(({ id }) => id));
    const handedOver = new Set((tables.values('handover') as readonly HandedOver[]).flatMap(({ ids }) => ids));
    // What had been sent before a server was restored from an older copy is forgotten by both.
    for (const { scanId } of kiosk.shown)
      if (!world.restored && !onDisk.has(scanId) && !scans.has(scanId) && !handedOver.has(scanId))
        yield { id: 'SIM9', what: `scan ${scanId} of the revoked kiosk ${n} is lost` };
  }
};

const shownIsDurable: Check = function* (world) {
  for (const kiosk of liveOf(world)) {
    const onDisk = new Set(journalOf(kiosk).map(({ id }) => id));
    for (const { scanId, verdict } of kiosk.shown)
      if (!onDisk.has(scanId))
        yield { id: 'SIM10', what: `kiosk ${kiosk.n} showed ${verdict} for ${scanId} and has lost it` };
  }
};

const walkInsArrived: Check = function* (world, { registrations }) {
  const nameById = new Map(registrations.map(({ id, name }) => [id, name]));
  for (const kiosk of liveOf(world))
    for (const { scan } of journalOf(kiosk)) {
      const made = scan.walkIn;
      if (made && nameById.get(made.registration) !== made.name)
        yield { id: 'SIM13', what: `${made.name} was registered at kiosk ${kiosk.n} and is not at the server` };
    }
};

const withinCapacity: Check = function* (world, held) {
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

const diskIsTidy: Check = function* (world) {
  if (world.round !== 'restarted') return;
  for (const kiosk of liveOf(world)) {
    const tables = kiosk.disk.tables();
    const { cursor } = tables.get('roster', 'current') as CurrentRoster;
    const docs = tables.values('changes') as readonly ChangeDoc[];
    const litter = docs.filter(({ base, seq }) => base !== cursor.base || seq <= cursor.seq).length;
    if (litter > 0) yield { id: 'SIM12', what: `kiosk ${kiosk.n} keeps ${litter} changes that it does not need` };
  }
};

const checks: readonly Check[] = [
  shownIsDurable,
  everyScanArrived,
  nothingInvented,
  numberedOnce,
  queueEmpty,
  oneCheckinEach,
  admittedOnce,
  countedOnce,
  replicasAgree,
  revokedIsWiped,
  walkInsArrived,
  withinCapacity,
  diskIsTidy,
];
