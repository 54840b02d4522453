/** A recorded attempt as screens show it: names instead of keys, the person where one may be shown, and the next steps. */

import type { HeldRegistration } from '#kiosk/store/held-records.ts';
import type { Replica, ScanDraft } from '#kiosk/store/replica.ts';
import { mayOverride } from '#shared/admission/overridable.ts';
import { undoWindowMs } from '#shared/admission/undo.ts';
import { unprovenVerdicts, type Verdict } from '#shared/admission/verdict.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime, parseTime } from '#shared/base/time.ts';
import type { AdmittedPerson, ScanOutcome } from './admit-result.ts';
import { hasParty } from './party.ts';
import { isStaffed } from './station-facts.ts';
import type { StationTools } from './station-tools.ts';
import { supervisorsOf } from './supervisors.ts';

export type OutcomePerson = Pick<HeldRegistration, 'id' | 'name' | 'company' | 'role' | 'ticketType' | 'group'>;

interface Recorded {
  readonly draft: Pick<ScanDraft, 'id' | 'scannedAt' | 'direction' | 'verdict' | 'ticketNumber'>;
  readonly verdict: Verdict;
  readonly person: OutcomePerson | null;
  readonly startedMs: number;
}

type Tools = Pick<StationTools, 'replica' | 'identity' | 'monotonicMs'>;

export function outcomeOf({ draft, verdict, person, startedMs }: Recorded, tools: Tools): ScanOutcome {
  const { replica, identity } = tools;
  const staffed = isStaffed(replica, identity);
  const shown = unprovenVerdicts.has(verdict.code) ? null : person;
  return {
    scanId: draft.id,
    verdict: withNames(verdict, replica),
    person: shown && personOf(shown, replica),
    scannedAt: draft.scannedAt,
    direction: draft.direction,
    overridable: staffed && mayOverride(verdict.code) && supervisorsOf(replica, identity).length > 0,
    undoableUntil: staffed && verdict.code === 'admitted' ? undoableUntil(draft.scannedAt) : null,
    hasParty: staffed && shown !== null && hasParty(shown, replica),
    durationMs: tools.monotonicMs() - startedMs,
  };
}

export function undoableUntil(scannedAt: string): string {
  return isoTime(must(parseTime(scannedAt), 'a stored time is ISO 8601') + undoWindowMs);
}

/** People know gates and kiosks by name; what is recorded keeps their keys. */
function withNames(verdict: Verdict, replica: Replica): Verdict {
  const { gate, kiosk } = verdict.detail;
  const gateName = replica.roster.records('gates').find((record) => record.key === gate)?.name;
  const kioskName = kiosk === undefined ? undefined : replica.roster.record('kiosks', kiosk)?.name;
  return {
    ...verdict,
    detail: { ...verdict.detail, ...(gateName && { gate: gateName }), ...(kioskName && { kiosk: kioskName }) },
  };
}

function personOf({ id, name, company, role, ticketType }: OutcomePerson, replica: Replica): AdmittedPerson {
  const ticketTypeName = replica.roster.record('ticket_types', ticketType)?.name ?? null;
  return { registrationId: id, name, company, role, ticketTypeName };
}
