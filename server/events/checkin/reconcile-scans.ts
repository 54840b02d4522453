/** Follower: scans that kiosks bring become check-ins and conflicts. Those of the server itself are reconciled already. */
import { ok } from '#shared/base/result.ts';
import type { ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Follower } from '../../collections/module.ts';
import type { Reader } from '../../store/contract.ts';
import { settled } from '../settled.ts';
import { reconcileRegistration } from './reconcile-registration.ts';

/** A ticket that nobody here knows leaves its scan for people to look at. */
async function registrationOfScan(reader: Reader, scan: ScanRecord): Promise<RegistrationRecord | null> {
  const { registration, ticketNumber } = scan;
  const found = registration
    ? await reader.get('registrations', registration)
    : ticketNumber && (await reader.findOne('registrations', { ticketNumber }));
  return found && found['event'] === scan.event ? (found as RegistrationRecord) : null;
}

export const reconcileScans: Follower = {
  name: 'events.reconcile',
  collections: ['scans'],
  async handle(changes, { commit }) {
    const admitted = changes.map(({ record }) => record as ScanRecord).filter(({ verdict }) => verdict === 'admitted');
    const perTicket = Map.groupBy(admitted, (scan) => `${scan.registration ?? scan.ticketNumber} ${scan.list}`);
    // All at once: the store commits them together.
    const done = await Promise.all(
      [...perTicket.values()].map(([scan]) =>
        commit(async (tx) => {
          const registration = scan && (await registrationOfScan(tx, scan));
          if (scan && registration) await reconcileRegistration(tx, registration, scan.list);
          return ok(null);
        }),
      ),
    );
    done.forEach(settled);
  },
};
