/**
 * The one job: a scan becomes a verdict, durable before anybody sees it. Read top to bottom. Calls in (ticket,
 * admission, store), never out: printing, upload and screens follow the journal or the answer.
 */
import { decide, decideMalformed } from '#shared/admission/decide.ts';
import { listOf } from '#shared/admission/facts-from-records.ts';
import { ruleVersion, type Verdict } from '#shared/admission/verdict.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { readBadgeCode } from '#shared/ticket/badge-code.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { HeldRegistration, Replica, ScanDraft } from '../store/replica.ts';
import type { TrustedClock } from '../store/trusted-clock.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { readCode } from './read-code.ts';
import type { AdmitResult, AdmittedPerson, Station } from './station.ts';
import { factsOf, type StationIdentity, stationContext, stationEvent } from './station-facts.ts';

export interface AdmitParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly monotonicMs: () => number;
  readonly verifier: SignatureVerifier;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly oneAtATime: OneAtATime;
  readonly condition: () => { readonly online: boolean; readonly revoked: boolean; readonly leaseExpired: boolean };
}

type Scan = Parameters<Station['admit']>[0];

const notReady: AdmitResult = {
  kind: 'not_recorded',
  reason: 'not_ready',
  message: 'This kiosk has not loaded its event yet. It must reach the server once, then it can scan.',
};

export async function admit(scan: Scan, parts: AdmitParts): Promise<AdmitResult> {
  const { replica, identity, clock } = parts;
  const startedMs = parts.monotonicMs();
  const event = stationEvent(replica, identity);
  if (!replica.ready() || event === null) return notReady;

  const read = await readCode(scan.candidates, event.id, replica.roster.records('ticket_keys'), parts.verifier);

  // From the facts to the journal one scan at a time: of two scans of one ticket the second sees the first.
  return parts.oneAtATime(async () => {
    const context = stationContext(replica, identity, event, { ...parts.condition(), clockTrusted: clock.trusted() });
    const list = listOf(context);
    const nowMs = clock.now();
    const known = read === null ? null : factsOf(replica, event, read, list);
    const verdict =
      read === null || known === null
        ? decideMalformed(context, { badge: scan.candidates.some((text) => readBadgeCode(text) !== null) })
        : decide({ code: read.code, facts: known.facts, gate: context, nowMs });

    const draft: ScanDraft = {
      id: uuidv7(nowMs, parts.randomBytes(10)),
      event: event.id,
      gate: context.gate?.key ?? identity.gate,
      list,
      kiosk: identity.kioskId,
      ticketNumber: read?.code.ticketNumber ?? null,
      registration: known?.registration?.id ?? null,
      direction: 'entry',
      verdict: verdict.code,
      undoes: null,
      undoReason: null,
      flags: [...verdict.flags],
      scannedAt: isoTime(nowMs),
      issuedAt: read === null ? null : isoTime(read.code.timestamp * secondMs),
      clockOffsetMs: clock.offsetMs(),
      knownSeq: replica.cursor()?.seq ?? null,
      ruleVersion,
      source: scan.source,
      staff: null,
      overrideReason: null,
      overrideBy: null,
      overrode: null,
      answers: null,
      leases: null,
      durationMs: Math.max(0, Math.round(parts.monotonicMs() - startedMs)),
    };
    const written = await replica.journal.append(draft);
    if (written.kind === 'not_recorded') return written;

    const person = known?.registration ? personFor(verdict, known.registration, replica) : null;
    const durationMs = parts.monotonicMs() - startedMs;
    return {
      kind: 'decided',
      outcome: {
        scanId: draft.id,
        verdict: withNames(verdict, replica),
        person,
        scannedAt: draft.scannedAt,
        durationMs,
      },
    };
  });
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

/** Codes that prove nothing about who holds them: whoever made one up must not learn a name by it. */
const namesNobody: ReadonlySet<Verdict['code']> = new Set([
  'code_forged',
  'wrong_event',
  'kiosk_revoked',
  'lease_expired',
]);

function personFor(verdict: Verdict, registration: HeldRegistration, replica: Replica): AdmittedPerson | null {
  if (namesNobody.has(verdict.code)) return null;
  const { id, name, company, role, ticketType } = registration;
  const ticketTypeName = replica.roster.record('ticket_types', ticketType)?.name ?? null;
  return { registrationId: id, name, company, role, ticketTypeName };
}
