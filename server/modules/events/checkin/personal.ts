/** The personal data that this part stores. */
import { admissionReports, leaseUses, supervisors, walkIns } from '#shared/modules/events/admission.ts';
import { checkinConflicts, checkins, scans } from '#shared/modules/events/gate.ts';
import { ofRegistration, type PersonalData } from '../personal-data.ts';

export const personalOfCheckin: readonly PersonalData[] = [
  ...ofRegistration(checkins),
  {
    collection: scans,
    by: ['registration'],
    without: [
      ...['kiosk', 'counter', 'clockOffsetMs', 'knownSeq', 'ruleVersion', 'staff', 'flags', 'leases', 'durationMs'],
      ...['overrideBy', 'overrideReason', 'approval', 'approvalSignature', 'undoReason'],
    ],
  },
  { collection: walkIns, by: ['registration'], without: ['kiosk', 'staff'] },
  { collection: checkinConflicts, withheld: 'says what two scans say, and which devices made them' },
  { collection: leaseUses, withheld: 'says which scan used a reserved place; the scan is there' },
  { collection: admissionReports, withheld: 'notes for the staff' },
  { collection: supervisors, withheld: 'people of the staff' },
];
