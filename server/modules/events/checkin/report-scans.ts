/**
 * Reports scans of kiosks that the server cannot confirm, until someone reviews them: an override whose approval
 * is not proven, and an admission that the rules refuse. The scan stays as it was sent.
 */
import { registrationRefusal } from '#shared/admission/decide.ts';
import { registrationFacts } from '#shared/admission/facts-from-records.ts';
import type { reportKinds } from '#shared/modules/events/admission.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';

interface Finding {
  readonly kind: (typeof reportKinds)[number];
  readonly about: string;
}

const aboutMax = 64;

function findingOf(scan: ScanRecord, registration: RegistrationRecord | null, event: EventRecord): Finding | null {
  if (scan.approval === 'refused')
    return { kind: 'approval_refused', about: `supervisor:${scan.overrideBy ?? 'none'}`.slice(0, aboutMax) };
  // A supervisor's override breaks the rules on purpose; an exit only identifies the person.
  if (scan.verdict !== 'admitted' || scan.approval === 'proven' || scan.direction === 'exit' || !registration)
    return null;
  const refused = registrationRefusal({ facts: { registration: registrationFacts(registration) }, gate: { event } });
  return refused && { kind: 'admitted_against_rules', about: `verdict:${refused.code}` };
}

/** Reports what is wrong with a scan, once also when it is checked again; most scans have nothing to report. */
export async function reportScan(
  tx: Transaction,
  scan: ScanRecord,
  registration: RegistrationRecord | null,
  event: EventRecord,
): Promise<void> {
  const found = findingOf(scan, registration, event);
  if (!found || (await tx.findOne('admission_reports', { scan: scan.id, kind: found.kind }))) return;
  await tx.create('admission_reports', {
    ...found,
    event: event.id,
    registration: registration?.id ?? null,
    scan: scan.id,
    walkIn: null,
    kiosk: scan.kiosk,
    happenedAt: scan.scannedAt,
    capacity: null,
    excess: 0,
    acknowledgedAt: null,
  });
}
