/** Follower: scans that kiosks bring become check-ins and conflicts. Those of the server itself are reconciled already. */

import { ok } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { type ScanRecord, scans as scanTable } from '#shared/modules/events/gate.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { gateSetupOf } from './gate-setup.ts';
import { reconcileRegistration } from './reconcile-registration.ts';
import { reportScan } from './report-scans.ts';
import { ticketScans } from './ticket-scans.ts';

type Ticket = Pick<ScanRecord, 'event' | 'registration' | 'ticketNumber'>;

/**
 * The number before the id: a kiosk that was offline when a registration was transferred names its id beside the old
 * number. A ticket that no one here knows leaves its scan for people to look at, or until its walk-in comes up.
 */
async function registrationOfScan(reader: Reader, scan: Ticket): Promise<RegistrationRecord | null> {
  const { registration, ticketNumber } = scan;
  const byNumber = ticketNumber && (await reader.findOne(registrations, { ticketNumber }));
  const found = byNumber || (registration && (await reader.get(registrations, registration)));
  return found && found.event === scan.event ? found : null;
}

/** Reconciles the ticket of a scan on a list; does nothing where no registration of the event has the ticket. */
export async function reconcileTicket(tx: Transaction, scan: Ticket, list: string, nowMs: number): Promise<void> {
  const registration = await registrationOfScan(tx, scan);
  const event = registration && (await tx.get(events, scan.event));
  if (!registration || !event) return;
  const scans = await ticketScans(tx, registration, list);
  await reconcileRegistration(tx, await gateSetupOf(tx, event), registration, { list, scans }, nowMs);
}

async function reportOn(tx: Transaction, scan: ScanRecord): Promise<void> {
  const event = await tx.get(events, scan.event);
  if (event) await reportScan(tx, scan, await registrationOfScan(tx, scan), event);
}

/** A refusal changes nothing; the server's own scans were reconciled in their transaction. */
function matters({ verdict, kiosk }: ScanRecord): boolean {
  return kiosk !== null && (verdict === 'admitted' || verdict === 'undone');
}

export const reconcileScans: Follower = {
  name: 'events.reconcile',
  collections: ['scans'],
  async handle(changes, { commit, clock }) {
    const scans = changes.map((change) => recordIn(change, scanTable)).filter(matters);
    const perTicket = Map.groupBy(scans, (scan) => `${scan.ticketNumber ?? scan.registration} ${scan.list}`);
    // All at once: the store commits them together.
    const done = await Promise.all(
      [...perTicket.values()].map((scans) =>
        commit(async (tx) => {
          const [scan] = scans;
          if (scan) await reconcileTicket(tx, scan, scan.list, clock());
          for (const one of scans) await reportOn(tx, one);
          return ok(null);
        }),
      ),
    );
    done.forEach(throwIfRefused);
  },
};
