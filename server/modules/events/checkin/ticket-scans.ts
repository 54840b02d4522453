/** All scans of one registration on one list that let someone through or take that back, under any of its codes and numbers. */

import { isoTime, minuteMs } from '#shared/base/time.ts';
import { type ScanRecord, scans as scansCollection } from '#shared/modules/events/gate.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';

/** Scans of one ticket on one list; staff go in and out of an unlimited one all day. */
const scansMax = 5_000;

/** How much later than its arrival the kiosk's time of a scan may be; a later time is replaced by that of arrival. */
const aheadMaxMs = minuteMs;

function believable(scan: ScanRecord): ScanRecord {
  const heardMs = timeOf(scan.createdAt);
  return timeOf(scan.scannedAt) > heardMs + aheadMaxMs ? { ...scan, scannedAt: isoTime(heardMs) } : scan;
}

/** Removes scans that name the registration beside a number of someone who had it before it was transferred. */
async function ofNumber(
  reader: Reader,
  { id, ticketNumber }: Pick<RegistrationRecord, 'id' | 'ticketNumber'>,
  scans: readonly ScanRecord[],
): Promise<readonly ScanRecord[]> {
  const others = new Set(scans.map((scan) => scan.ticketNumber).filter((one) => one !== null && one !== ticketNumber));
  const foreign = new Set<string>();
  for (const other of others) {
    const owner = other === null ? null : await reader.findOne(registrations, { ticketNumber: other });
    if (other !== null && owner && owner.id !== id) foreign.add(other);
  }
  return scans.filter((scan) => scan.ticketNumber === null || !foreign.has(scan.ticketNumber));
}

/**
 * Finds scans by registration, and by ticket number where a kiosk did not know the registration yet. Each of the two
 * queries has one index: the event is left out of them, or its index might be taken for the better one.
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
  const scans = new Map([...(await ofNumber(reader, registration, known)), ...unknown].map((scan) => [scan.id, scan]));
  return [...scans.values()].filter((scan) => scan.event === registration.event).map(believable);
}
