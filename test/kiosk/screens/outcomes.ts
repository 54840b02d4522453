/** Scan outcomes as the station would give them, one builder for all screen tests. */

import type { AdmitResult, AdmittedPerson, ScanOutcome } from '#kiosk/station/admit-result.ts';
import { mayOverride } from '#shared/admission/overridable.ts';
import type { VerdictCode, VerdictDetail, VerdictFlag } from '#shared/admission/verdict.ts';

export const anna: AdmittedPerson = {
  registrationId: '018f3a52-0000-7000-8000-000000000001',
  name: 'Anna Kowalska',
  company: 'Nordwind Robotics',
  role: 'Head of Operations',
  ticketTypeName: 'Speaker',
};

let made = 0;

export function decided(
  code: VerdictCode,
  detail: VerdictDetail = {},
  flags: readonly VerdictFlag[] = [],
  person: AdmittedPerson | null = anna,
  more: Partial<Pick<ScanOutcome, 'hasParty' | 'overridable' | 'undoableUntil'>> = {},
): AdmitResult {
  made += 1;
  return {
    kind: 'decided',
    outcome: {
      scanId: `018f3a52-0000-7000-9000-${String(made).padStart(12, '0')}`,
      verdict: { code, flags, detail },
      person,
      scannedAt: '2026-05-12T09:30:20.000Z',
      direction: detail.direction ?? 'entry',
      overridable: mayOverride(code),
      undoableUntil: code === 'admitted' ? '2026-05-12T09:45:20.000Z' : null,
      hasParty: false,
      durationMs: 4,
      ...more,
    },
  };
}
