/** A check-in of the other system: a scan of the source `import`, and the check-in that follows from it. */

import { defaultList } from '#shared/admission/facts.ts';
import { ruleVersion } from '#shared/admission/verdict.ts';
import { gates } from '#shared/modules/events/event.ts';
import { checkins, scans } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { ensureList, mainListKey } from '../event/event-ground.ts';
import { declaredMax } from '../records.ts';

/** Returns the list of the entrances: where they count on several, the event's main list; without gates, `defaultList`. */
export async function listOfImports(tx: Transaction, eventId: string): Promise<string> {
  const entrances = await entryLists(tx, eventId);
  if (entrances.length === 0) return defaultList;
  return entrances.length === 1 ? entrances[0]! : ensureList(tx, eventId, mainListKey);
}

async function entryLists(reader: Reader, eventId: string): Promise<readonly string[]> {
  const declared = await reader.find(gates, { where: where({ event: eventId }), limit: declaredMax });
  return [...new Set(declared.filter(({ direction }) => direction !== 'exit').map(({ list }) => list))];
}

/** Does nothing where the registration has a check-in on the list. @param checkedInAt ISO 8601 */
export async function recordForeignCheckIn(
  tx: Transaction,
  { id, event, ticketNumber }: RegistrationRecord,
  list: string,
  checkedInAt: string,
): Promise<void> {
  if (await tx.findOne(checkins, { registration: id, list })) return;
  const scan = await tx.create(scans, {
    event,
    list,
    gate: null,
    ticketNumber,
    registration: id,
    direction: 'entry',
    verdict: 'admitted',
    flags: [],
    scannedAt: checkedInAt,
    ruleVersion,
    source: 'import',
  });
  await tx.create(checkins, {
    event,
    list,
    registration: id,
    scan: scan.id,
    checkedInAt,
    entries: 1,
    entriesThatDay: 1,
    lastScan: scan.id,
    lastEntryAt: checkedInAt,
    inside: true,
  });
}
