/**
 * The invariants of every world that has come to rest. Checked against the rows on the server's and the kiosks' disks, and
 * against what people were shown; none of it by the code that is under test.
 *
 * | id    | what must hold                                                                              | checked by            |
 * | ----- | ------------------------------------------------------------------------------------------- | --------------------- |
 * | SIM1  | a scan whose verdict was shown is on the server, exactly once, with the same content         | everyScanArrived      |
 * | SIM2  | the server holds no scan that no kiosk recorded                                              | nothingInvented       |
 * | SIM3  | a kiosk numbers its scans without doubling one                                               | numberedOnce          |
 * | SIM4  | every replica says the same as the server about people, check-ins and conflicts              | replicasAgree         |
 * | SIM5  | per person and list one check-in, the earliest admission, and a conflict for every other one | oneCheckinEach        |
 * | SIM6  | no one is counted twice: each kiosk counts as many people in as the server                   | countedOnce           |
 * | SIM7  | queues run empty and replicas catch up by themselves, in bounded time; nothing is parked     | comeToRest, queueEmpty|
 * | SIM8  | a kiosk admits no ticket twice on one list, after any sequence of faults                      | admittedOnce          |
 * | SIM9  | a revoked kiosk keeps no people; its scans are on the server, or in a file for it             | revokedIsWiped        |
 * | SIM10 | a scan whose verdict was shown is on the kiosk's disk, after any crash                        | shownIsDurable        |
 * | SIM13 | who was registered at a gate is registered, once, under the id and the name the kiosk gave      | walkInsArrived        |
 * | SIM14 | a room with a capacity takes no more people than that, however many kiosks fill it              | withinCapacity        |
 * | SIM12 | no change lies on a kiosk's disk that its packed roster holds already, nor one of another log       | diskIsTidy            |
 * | SIM11 | the same seed gives the same world, to the last row (test/sim/simulation.test.ts)             | trace                 |
 *
 * In worlds whose kiosks hear each other V2–V5 of shared/peers/SPEC.md hold, too: `lan-checks.ts`.
 */

import type { CheckinListRecord } from '#shared/modules/events/event.ts';
import type { CheckinConflictRecord, CheckinRecord, ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { allRows } from '#test/fixtures/all-rows.ts';
import { admittedOnce, countedOnce, oneCheckinEach, withinCapacity } from './admission-checks.ts';
import type { Broken, Check, Held } from './check.ts';
import { allInReach, heardIsAnswered, heardIsTrue, revokedHearsNothing } from './lan-checks.ts';
import { diskIsTidy, replicasAgree, revokedIsWiped } from './replica-checks.ts';
import {
  everyScanArrived,
  nothingInvented,
  numberedOnce,
  queueEmpty,
  shownIsDurable,
  walkInsArrived,
} from './scan-checks.ts';
import type { World } from './world.ts';

/** Broken invariants of one kind that are shown: more of them add nothing. */
const shownOfEach = 3;

export async function checkWorld(world: World): Promise<Broken[]> {
  const store = world.server.tenantStore;
  const all = (collection: string) => allRows(store, collection);
  const scans = (await all('scans')) as readonly ScanRecord[];
  const held: Held = {
    scans: new Map(scans.map((scan) => [scan.id, scan])),
    checkins: (await all('checkins')) as readonly CheckinRecord[],
    conflicts: (await all('checkin_conflicts')) as readonly CheckinConflictRecord[],
    registrations: (await all('registrations')) as readonly RegistrationRecord[],
    lists: (await all('checkin_lists')) as readonly CheckinListRecord[],
  };
  return checks.flatMap((check) =>
    [...check(world, held)].slice(0, shownOfEach).map((broken) => ({ ...broken, round: world.round })),
  );
}

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
  allInReach,
  heardIsTrue,
  revokedHearsNothing,
  heardIsAnswered,
];
