/** All scans of one registration on one list that let someone through or take that back, under any of its codes and numbers. */

import { isoTime, minuteMs } from '#shared/base/time.ts';
import { type ScanRecord, scans as scansCollection } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';

/** Of one ticket on one list; staff go in and out of an unlimited one all day. */
const scansMax = 5_000;

/** A kiosk whose clock runs ahead does not admit in the future: nothing happened later than we heard of it. */
const aheadMaxMs = minuteMs;

function believable(scan: ScanRecord): ScanRecord {
  const heardMs = timeOf(scan.createdAt);
  return timeOf(scan.scannedAt) > heardMs + aheadMaxMs ? { ...scan, scannedAt: isoTime(heardMs) } : scan;
}

/**
 * By registration, and by ticket number where a kiosk did not know the registration yet. Two questions, each with one
 * index to answer it: the event is left out of them, or it might be taken for the better index.
 */
export async function ticketScans(
  reader: Reader,
  registration: Pick<RegistrationRecord, 'id' | 'event' | 'ticketNumber'>,
  list: string,
): Promise<readonly ScanRecord[]> {
  const by = async (values: Readonly<Record<string, unknown>>) => {
    const which = { kind: 'field', path: 'verdict', op: 'in', value: ['admitted', 'undone'] } as const;
    const query = { where: { kind: 'and', of: [where({ ...values, list }), which] } as const, limit: scansMax };
    return await reader.find(scansCollection, query);
  };
  const known = await by({ registration: registration.id });
  const unknown = await by({ ticketNumber: registration.ticketNumber });
  const scans = new Map([...known, ...unknown].map((scan) => [scan.id, scan]));
  return [...scans.values()].filter((scan) => scan.event === registration.event).map(believable);
}
